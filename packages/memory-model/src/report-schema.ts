/** A JSON Schema (draft 7) of {@link MemoryReport}: new fields may come, these stay. */

const text = { type: 'string' };
const number = { type: 'number' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const bytes = { type: 'integer' };
const count = { type: 'integer', minimum: 0 };
/** Nanoseconds, which do not fit a double. */
const time = { type: 'string', pattern: '^-?\\d+$' };
const list = (items: object) => ({ type: 'array', items });

function record(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), properties };
}

const holder = {
  name: text,
  user_frame: text,
  call_stack: text,
  bytes,
  count,
};

const openRanges = list(text);

const outOfMemory = record({
  time_ns: time,
  thread_id: orNull({ type: 'integer' }),
  requested_bytes: orNull(bytes),
  device_free_bytes: orNull(bytes),
  user_frame: text,
  call_stack: text,
  live_bytes: bytes,
  before_capture_bytes: bytes,
  open_ranges: openRanges,
  held_by_thread: orNull(
    list(
      record({
        thread_id: orNull({ type: 'integer' }),
        bytes,
        count,
        open_ranges: openRanges,
        holders: list(record({ ...holder, stack_match: text, scope: orNull(text) })),
      }),
    ),
  ),
  followed_by: record({
    released_bytes: orNull(bytes),
    released_by_thread: orNull(list(record({ thread_id: orNull({ type: 'integer' }), bytes }))),
    retry: { enum: ['succeeded', 'failed', 'none', null] },
  }),
});

const group = record({
  role: orNull(text),
  rank_id: { type: 'integer' },
  device_type: text,
  captures: list(
    record({
      start_ns: time,
      end_ns: time,
      step: orNull({ type: 'integer' }),
      sources: list(text),
    }),
  ),
  start_live_bytes: bytes,
  start_source: { enum: ['counters', 'final_state', 'releases', 'none'] },
  end_live_bytes: bytes,
  live_bytes_match_reported: orNull({ type: 'boolean' }),
  untracked_bytes: bytes,
  allocations: record({
    count,
    released: orNull(count),
    unreleased: orNull(count),
    releases_of_unknown: count,
    bytes,
  }),
  stacks: record({
    recorded: count,
    forward: count,
    'queue-recorded': count,
    'queue-forward': count,
    nearest: count,
    none: count,
  }),
  allocators: list(
    record({
      allocator: text,
      start_live_bytes: bytes,
      peak_live_bytes: bytes,
      peak_time_ns: time,
    }),
  ),
  counters: list(
    record({
      component: text,
      max_allocated_bytes: orNull(bytes),
      max_allocated_time_ns: orNull(time),
      max_reserved_bytes: orNull(bytes),
      max_reserved_time_ns: orNull(time),
      max_active_bytes: orNull(bytes),
      max_active_time_ns: orNull(time),
    }),
  ),
  peak: record({
    time_ns: time,
    live_bytes: bytes,
    before_capture_bytes: orNull(bytes),
    reserved_bytes: orNull(bytes),
    holders: orNull(list(record({ ...holder, stack_match: text }))),
  }),
  unreleased: orNull(list(record({ ...holder, first_ns: time }))),
  steps: list(record({ step: { type: 'integer' }, peak_live_bytes: bytes, end_live_bytes: bytes })),
  growth: orNull(
    record({
      steps: list({ type: 'integer' }),
      holders: list(
        record({
          name: text,
          user_frame: text,
          call_stack: text,
          bytes: list(bytes),
          bytes_per_step: number,
          r_squared: number,
        }),
      ),
    }),
  ),
  fragmentation: list(
    record({
      allocator: text,
      at_peak_bytes: orNull(bytes),
      max_bytes: bytes,
      max_time_ns: time,
      reserved_at_max_bytes: bytes,
    }),
  ),
  short_lived: list(record({ name: text, bytes, count })),
  threads: list(
    record({
      thread_id: { type: 'integer' },
      thread_name: orNull(text),
      peak_bytes: bytes,
      peak_time_ns: time,
      end_bytes: bytes,
      count,
    }),
  ),
  scopes: list(
    record({
      path: text,
      thread_id: orNull({ type: 'integer' }),
      entries: count,
      max_outstanding_bytes: bytes,
      max_outstanding_time_ns: time,
      left_outstanding_bytes: bytes,
    }),
  ),
  scopes_by_path: list(
    record({
      path: text,
      entries: count,
      threads: orNull(count),
      p50_bytes: bytes,
      p95_bytes: bytes,
      max_bytes: bytes,
      max_thread_id: orNull({ type: 'integer' }),
      max_time_ns: time,
      left_outstanding_bytes: bytes,
    }),
  ),
  out_of_memory: list(outOfMemory),
  warnings: list(record({ code: text, message: text })),
});

const outlierRanks = record({
  threshold: number,
  compared_ranks: count,
  outliers: list(
    record({
      role: orNull(text),
      rank_id: { type: 'integer' },
      device_type: text,
      parallel_group: orNull(text),
      compared_ranks: count,
      peak_live_bytes: bytes,
      median_peak_bytes: number,
      deviation: number,
    }),
  ),
});

export const MEMORY_REPORT_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'memory_report, version 1',
  ...record({
    report: { const: 'memory_report' },
    version: { const: 1 },
    groups: list(group),
    outlier_ranks: orNull(outlierRanks),
  }),
};
