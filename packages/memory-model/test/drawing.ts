import {
  buildTable,
  type CaptureAllocator,
  type ColumnValues,
  GROUPS_KEY,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SEGMENTS,
  MEMORY_SUMMARY,
  type MemoryGroup,
  memoryGroups,
  writeGroups,
} from '@rl-insight/memory-contract';

/** One allocation as a test draws it: who, when it begins and ends (null: held), how many bytes. */
export interface Drawn {
  readonly name?: string;
  readonly from: number;
  readonly to: number | null;
  readonly bytes: number;
  /** When it could be used again, where that is not when it ends. */
  readonly active?: number;
  readonly allocator?: string;
  readonly before?: boolean;
  readonly capture?: number;
  /** Thread that released it. */
  readonly releaser?: number;
  /** Sequence numbers of begin and end. */
  readonly seq?: readonly [number, number];
  readonly thread?: number;
  readonly stack?: string;
  readonly address?: bigint | number;
  /** What the allocator rounded it to. */
  readonly block?: number;
  /** When the program gave it back, where that is not when it ends. */
  readonly request?: number;
}

/** A segment as a test draws it: from when (null: before) to when (null: kept) the allocator had it. */
export interface DrawnSegment {
  readonly address: bigint | number;
  readonly bytes: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly stream?: string;
  readonly pool?: string;
}

/** A user range as a test draws it. */
export interface DrawnRange {
  readonly name: string;
  /** Null where it is not known. */
  readonly thread: number | null;
  readonly from: number;
  readonly to: number | null;
  readonly kind?: string;
  readonly capture?: number;
  /** Place of the enclosing range in the list; null for a root. */
  readonly parent?: number | null;
  /** Sequence numbers of begin and end. */
  readonly seq?: readonly [number, number];
}

/** What an allocator reported: [time, bytes, and what it had reserved]. */
export interface DrawnReport {
  readonly allocator?: string;
  readonly capture?: number;
  readonly samples: readonly (readonly [number, number, number?])[];
}

/** A failed allocation as a test draws it; null is not known. */
export interface DrawnFailure {
  readonly at: number;
  readonly thread: number | null;
  readonly bytes: number | null;
  readonly seq?: number;
}

export interface Drawing {
  readonly allocations: readonly Drawn[];
  readonly reports?: readonly DrawnReport[];
  /** Starting level by allocator; PTA when it is a number. One capture, or one each. */
  readonly start?: number | Readonly<Record<string, number>>;
  readonly windows?: readonly (readonly [number, number])[];
  readonly ranges?: readonly DrawnRange[];
  readonly failures?: readonly DrawnFailure[];
  readonly segments?: readonly DrawnSegment[];
  /** How the source pairs releases with allocations; `record` unless it is said. */
  readonly pairing?: CaptureAllocator['pairing'];
}

const text = (values: readonly string[]): ColumnValues => {
  const distinct = [...new Set(values)];
  return { codes: Int32Array.from(values, (value) => distinct.indexOf(value)), values: distinct };
};
const int64 = (values: readonly (number | null)[]): ColumnValues => ({
  values: BigInt64Array.from(values, (value) => BigInt(value ?? 0)),
  valid: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
});

const addresses = (values: readonly (bigint | number | undefined)[]): ColumnValues => ({
  values: BigUint64Array.from(values, (value) => BigInt(value ?? 0)),
  valid: Uint8Array.from(values, (value) => (value === undefined ? 0 : 1)),
});

function summaryTable(allocations: readonly Drawn[], groups: string) {
  const rows = [...allocations].sort((a, b) => a.from - b.from);
  const doubles = (value: (row: Drawn) => number): ColumnValues => ({
    values: Float64Array.from(rows, value),
  });
  return buildTable(
    MEMORY_SUMMARY,
    rows.length,
    {
      name: text(rows.map(({ name }) => name ?? 'op')),
      role: text(rows.map(() => '')),
      rank_id: { values: new Int32Array(rows.length) },
      call_stack: text(rows.map(({ stack }) => stack ?? '')),
      call_stack_top: text(rows.map(() => '')),
      size_kb: doubles(({ bytes }) => bytes / 1024),
      start_time_ms: doubles(({ from }) => from / 1e6),
      duration_ms: doubles(({ from, to }) => (to === null ? 0 : (to - from) / 1e6)),
      total_allocated_mb: doubles(() => 0),
      total_reserved_mb: doubles(() => 0),
      total_active_mb: doubles(() => 0),
      device_type: text(rows.map(() => 'NPU:0')),
      start_time_ns: int64(rows.map(({ from }) => from)),
      duration_ns: int64(rows.map(({ from, to }) => (to === null ? null : to - from))),
      size_bytes: int64(rows.map(({ bytes }) => bytes)),
      active_duration_ns: int64(
        rows.map(({ from, active }) => (active === undefined ? null : active - from)),
      ),
      capture_id: { values: Int32Array.from(rows, ({ capture }) => capture ?? 0) },
      allocator: text(rows.map(({ allocator }) => allocator ?? 'PTA')),
      before_capture: { flags: Uint8Array.from(rows, ({ before }) => (before ? 1 : 0)) },
      ...(rows.some(({ thread }) => thread !== undefined)
        ? { thread_id: int64(rows.map(({ thread }) => thread ?? null)) }
        : {}),
      ...(rows.some(({ releaser }) => releaser !== undefined)
        ? { release_thread_id: int64(rows.map(({ releaser }) => releaser ?? null)) }
        : {}),
      ...(rows.some(({ seq }) => seq !== undefined)
        ? {
            alloc_seq: int64(rows.map(({ seq }) => seq?.[0] ?? null)),
            release_seq: int64(rows.map(({ seq }) => seq?.[1] ?? null)),
          }
        : {}),
      ...(rows.some(({ address }) => address !== undefined)
        ? {
            address: addresses(rows.map(({ address }) => address)),
            block_size_bytes: int64(rows.map(({ block }) => block ?? null)),
            release_requested_ns: int64(
              rows.map(({ from, request }) => (request === undefined ? null : request - from)),
            ),
          }
        : {}),
    },
    new Map([[GROUPS_KEY, groups]]),
  );
}

function countersTable(reports: readonly DrawnReport[]) {
  const rows = reports.flatMap(({ allocator, capture, samples }) =>
    samples.map(([time, bytes, reserved]) => ({
      allocator: allocator ?? 'PTA',
      capture: capture ?? 0,
      time,
      bytes,
      reserved: reserved ?? null,
    })),
  );
  rows.sort((a, b) => a.time - b.time);
  return buildTable(MEMORY_COUNTERS, rows.length, {
    role: text(rows.map(() => '')),
    rank_id: { values: new Int32Array(rows.length) },
    device_type: text(rows.map(() => 'NPU:0')),
    capture_id: { values: Int32Array.from(rows, ({ capture }) => capture) },
    time_ns: int64(rows.map(({ time }) => time)),
    component: text(rows.map(({ allocator }) => allocator)),
    allocated_bytes: int64(rows.map(({ bytes }) => bytes)),
    reserved_bytes: int64(rows.map(({ reserved }) => reserved)),
  });
}

function rangesTable(ranges: readonly DrawnRange[]) {
  return buildTable(MEMORY_RANGES, ranges.length, {
    range_id: int64(ranges.map((_, id) => id)),
    name: text(ranges.map(({ name }) => name)),
    kind: text(ranges.map(({ kind }) => kind ?? 'annotation')),
    start_ns: int64(ranges.map(({ from }) => from)),
    end_ns: int64(ranges.map(({ to }) => to)),
    role: text(ranges.map(() => '')),
    rank_id: { values: new Int32Array(ranges.length) },
    device_type: text(ranges.map(() => 'NPU:0')),
    capture_id: { values: Int32Array.from(ranges, ({ capture }) => capture ?? 0) },
    thread_id: int64(ranges.map(({ thread }) => thread)),
    ...(ranges.some(({ parent }) => parent !== undefined)
      ? { parent_id: int64(ranges.map(({ parent }) => parent ?? null)) }
      : {}),
    ...(ranges.some(({ seq }) => seq !== undefined)
      ? {
          start_seq: int64(ranges.map(({ seq }) => seq?.[0] ?? null)),
          end_seq: int64(ranges.map(({ seq }) => seq?.[1] ?? null)),
        }
      : {}),
  });
}

function failuresTable(failures: readonly DrawnFailure[]) {
  return buildTable(MEMORY_FAILURES, failures.length, {
    role: text(failures.map(() => '')),
    rank_id: { values: new Int32Array(failures.length) },
    device_type: text(failures.map(() => 'NPU:0')),
    time_ns: int64(failures.map(({ at }) => at)),
    thread_id: int64(failures.map(({ thread }) => thread)),
    requested_bytes: int64(failures.map(({ bytes }) => bytes)),
    seq: int64(failures.map(({ seq }) => seq ?? null)),
  });
}

function segmentsTable(drawn: readonly DrawnSegment[]) {
  const before = ({ from }: DrawnSegment) => from ?? Number.NEGATIVE_INFINITY;
  const segments = [...drawn].sort((a, b) => (before(a) < before(b) ? -1 : 1));
  const known = (values: readonly (string | undefined)[]): ColumnValues => {
    const distinct = [...new Set(values.filter((value) => value !== undefined))];
    const codeOf = (value: string | undefined) =>
      value === undefined ? -1 : distinct.indexOf(value);
    return { codes: Int32Array.from(values, codeOf), values: distinct };
  };
  return buildTable(MEMORY_SEGMENTS, segments.length, {
    role: text(segments.map(() => '')),
    rank_id: { values: new Int32Array(segments.length) },
    device_type: text(segments.map(() => 'NPU:0')),
    address: addresses(segments.map(({ address }) => address)),
    size_bytes: int64(segments.map(({ bytes }) => bytes)),
    start_ns: int64(segments.map(({ from }) => from)),
    end_ns: int64(segments.map(({ to }) => to)),
    stream: known(segments.map(({ stream }) => stream)),
    pool: known(segments.map(({ pool }) => pool)),
  });
}

/** A group out of a drawing. Times count from the first allocation's. */
export function draw({
  allocations,
  reports = [],
  start = 0,
  windows,
  ranges = [],
  failures = [],
  segments = [],
  pairing = 'record',
}: Drawing): MemoryGroup {
  const times = allocations.flatMap(({ from, to }) => [from, to ?? from]);
  const all = [...times, ...reports.flatMap(({ samples }) => samples.map(([time]) => time))];
  const levels = typeof start === 'number' ? { PTA: start } : start;
  const allocators: CaptureAllocator[] = Object.entries(levels).map(([allocator, bytes]) => ({
    allocator,
    start_live_bytes: bytes,
    start_source: 'counters',
    pairing,
  }));
  const groups = writeGroups([
    {
      role: '',
      rank_id: 0,
      device_type: 'NPU:0',
      captures: (windows ?? [[Math.min(...all), Math.max(...all)]]).map(([from, to]) => ({
        sources: [],
        start_ns: String(from),
        end_ns: String(to),
        step: null,
        time_basis: 'utc',
        allocators,
      })),
      warnings: [],
    },
  ]);
  const summary = summaryTable(allocations, groups);
  const [group] = memoryGroups({
    memory_summary: summary,
    ...(reports.length === 0 ? {} : { memory_counters: countersTable(reports) }),
    ...(ranges.length === 0 ? {} : { memory_ranges: rangesTable(ranges) }),
    ...(failures.length === 0 ? {} : { memory_failures: failuresTable(failures) }),
    ...(segments.length === 0 ? {} : { memory_segments: segmentsTable(segments) }),
  });
  return group;
}
