import {
  buildTable,
  type CaptureAllocator,
  type ColumnValues,
  GROUPS_KEY,
  MEMORY_COUNTERS,
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
  /** Sequence numbers of begin and end. */
  readonly seq?: readonly [number, number];
}

/** What an allocator reported: [time, bytes]. */
export interface DrawnReport {
  readonly allocator?: string;
  readonly capture?: number;
  readonly samples: readonly (readonly [number, number])[];
}

export interface Drawing {
  readonly allocations: readonly Drawn[];
  readonly reports?: readonly DrawnReport[];
  /** Starting level by allocator; PTA when it is a number. One capture, or one each. */
  readonly start?: number | Readonly<Record<string, number>>;
  readonly windows?: readonly (readonly [number, number])[];
}

const text = (values: readonly string[]): ColumnValues => {
  const distinct = [...new Set(values)];
  return { codes: Int32Array.from(values, (value) => distinct.indexOf(value)), values: distinct };
};
const int64 = (values: readonly (number | null)[]): ColumnValues => ({
  values: BigInt64Array.from(values, (value) => BigInt(value ?? 0)),
  valid: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
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
      call_stack: text(rows.map(() => '')),
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
      ...(rows.some(({ seq }) => seq !== undefined)
        ? {
            alloc_seq: int64(rows.map(({ seq }) => seq?.[0] ?? null)),
            release_seq: int64(rows.map(({ seq }) => seq?.[1] ?? null)),
          }
        : {}),
    },
    new Map([[GROUPS_KEY, groups]]),
  );
}

function countersTable(reports: readonly DrawnReport[]) {
  const rows = reports.flatMap(({ allocator, capture, samples }) =>
    samples.map(([time, bytes]) => ({
      allocator: allocator ?? 'PTA',
      capture: capture ?? 0,
      time,
      bytes,
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
  });
}

/** A group out of a drawing. Times count from the first allocation's. */
export function draw({ allocations, reports = [], start = 0, windows }: Drawing): MemoryGroup {
  const times = allocations.flatMap(({ from, to }) => [from, to ?? from]);
  const all = [...times, ...reports.flatMap(({ samples }) => samples.map(([time]) => time))];
  const levels = typeof start === 'number' ? { PTA: start } : start;
  const allocators: CaptureAllocator[] = Object.entries(levels).map(([allocator, bytes]) => ({
    allocator,
    start_live_bytes: bytes,
    start_source: 'counters',
    pairing: 'record',
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
  });
  return group;
}
