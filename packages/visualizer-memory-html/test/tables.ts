import {
  buildTable,
  GROUPS_KEY,
  type GroupInfo,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SEGMENTS,
  MEMORY_SUMMARY,
  type MemoryTables,
  type Pairing,
  type TimeBasis,
  writeGroups,
} from '@rl-insight/memory-contract';

/** A row of a made-up `memory_summary`; times are ns after the capture's begin. */
export interface TableRow {
  readonly name: string;
  readonly stack: string;
  readonly bytes: number;
  readonly startNs: number;
  /** null: not released. */
  readonly heldNs: number | null;
  /** Which of the captures; the first when it is left out. */
  readonly capture?: number;
  readonly thread?: number;
  readonly stream?: string;
  readonly address?: bigint;
  /** What it was rounded to. */
  readonly blockBytes?: number;
  /** When the program gave it back, after its begin. */
  readonly requestedNs?: number;
  /** Order of begin and release among all events. */
  readonly seq?: readonly [number, number | null];
  /** Whether it was there when the capture began. */
  readonly isBefore?: boolean;
}

/** A segment of a made-up allocator; null: from before, or kept. Times are as those of rows. */
export interface TableSegment {
  readonly address: bigint;
  readonly bytes: number;
  readonly startNs: number | null;
  readonly endNs: number | null;
  readonly stream: string;
  readonly pool: string;
}

export interface TableFailure {
  readonly atNs: number;
  readonly seq: number;
  readonly requestedBytes: number;
}

/** A user range whose thread is not told. */
export interface TableRange {
  readonly name: string;
  readonly fromNs: number;
  readonly toNs: number;
}

/** A part of the time that was recorded; times are ns after {@link START_NS}. */
export interface TableCapture {
  readonly fromNs: number;
  readonly endNs: number;
  /** What was there when it began. */
  readonly startBytes?: number;
}

/** A sample of a made-up counter. */
export interface TableSample {
  readonly atNs: number;
  readonly component: string;
  readonly bytes: number;
}

export interface TablesRequest {
  readonly rows: readonly TableRow[];
  readonly samples?: readonly TableSample[];
  readonly group: Partial<Omit<GroupInfo, 'captures'>>;
  readonly sources: readonly string[];
  /** Length of the capture. */
  readonly endNs: number;
  /** How releases are told to be of allocations; `record` when it is left out. */
  readonly pairing?: Pairing;
  /** When the capture begins, ns after {@link START_NS}; 0 when it is left out. */
  readonly fromNs?: number;
  readonly step?: number | null;
  /** What was there when the capture began. */
  readonly startBytes?: number;
  /** Several instead of the one from `fromNs` to `endNs`; times of rows count from the first. */
  readonly captures?: readonly TableCapture[];
  readonly segments?: readonly TableSegment[];
  readonly failures?: readonly TableFailure[];
  readonly ranges?: readonly TableRange[];
  /** `utc` when it is left out. */
  readonly timeBasis?: TimeBasis;
  /** What times count from; {@link START_NS} when it is left out. */
  readonly originNs?: bigint;
}

export const START_NS = 1_779_785_515_596_661_420n;

/** Tables of one group with one capture, or several, of rows that say all that matters to the pages. */
export function makeTables({
  rows,
  samples = [],
  group,
  sources,
  endNs,
  fromNs = 0,
  step = null,
  startBytes = 0,
  pairing = 'record',
  captures = [{ fromNs, endNs: fromNs + endNs, startBytes }],
  segments = [],
  failures = [],
  ranges = [],
  timeBasis = 'utc',
  originNs = START_NS,
}: TablesRequest): MemoryTables {
  const { role = 'role', rank_id = 0, device_type = 'NPU:0', warnings = [] } = group;
  const startNs = originNs + BigInt(fromNs);
  const info: GroupInfo = {
    ...group,
    role,
    rank_id,
    device_type,
    warnings,
    captures: captures.map((capture) => ({
      sources,
      start_ns: String(originNs + BigInt(capture.fromNs)),
      end_ns: String(originNs + BigInt(capture.endNs)),
      step,
      time_basis: timeBasis,
      allocators: rows.length === 0 ? [] : [allocator('PTA', capture.startBytes ?? 0, pairing)],
    })),
  };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const at = (ns: number) => startNs + BigInt(ns);
  const count = rows.length;
  const summary = buildTable(
    MEMORY_SUMMARY,
    count,
    {
      name: texts(rows.map(({ name }) => name)),
      role: texts(rows.map(() => role)),
      rank_id: { values: new Int32Array(count).fill(rank_id) },
      call_stack: texts(rows.map(({ stack }) => stack)),
      call_stack_top: texts(rows.map(({ stack }) => stack.split(';\r\n')[0])),
      size_kb: numbers(rows.map(({ bytes }) => bytes / 1024)),
      start_time_ms: numbers(rows.map(({ startNs }) => Number(at(startNs)) / 1e6)),
      duration_ms: numbers(rows.map(({ heldNs }) => (heldNs ?? 0) / 1e6)),
      total_allocated_mb: numbers(rows.map(() => 0)),
      total_reserved_mb: numbers(rows.map(() => 0)),
      total_active_mb: numbers(rows.map(() => 0)),
      device_type: texts(rows.map(() => device_type)),
      start_time_ns: { values: BigInt64Array.from(rows, ({ startNs }) => at(startNs)) },
      duration_ns: {
        values: BigInt64Array.from(rows, ({ heldNs }) => BigInt(heldNs ?? 0)),
        valid: Uint8Array.from(rows, ({ heldNs }) => Number(heldNs !== null)),
      },
      size_bytes: { values: BigInt64Array.from(rows, ({ bytes }) => BigInt(bytes)) },
      capture_id: { values: Int32Array.from(rows, ({ capture = 0 }) => capture) },
      allocator: texts(rows.map(() => 'PTA')),
      stack_match: texts(rows.map(() => 'nearest')),
      thread_id: {
        values: BigInt64Array.from(rows, ({ thread = 0 }) => BigInt(thread)),
        valid: Uint8Array.from(rows, ({ thread }) => Number(thread !== undefined)),
      },
      stream: optionalTexts(rows.map(({ stream }) => stream)),
      ...addressColumns(rows),
    },
    metadata,
  );
  const group3 = (length: number) => ({
    role: texts(Array.from({ length }, () => role)),
    rank_id: { values: new Int32Array(length).fill(rank_id) },
    device_type: texts(Array.from({ length }, () => device_type)),
  });
  const others: Record<string, MemoryTables[string]> = {};
  if (segments.length > 0) {
    others[MEMORY_SEGMENTS.name] = buildTable(MEMORY_SEGMENTS, segments.length, {
      ...group3(segments.length),
      address: { values: BigUint64Array.from(segments, ({ address }) => address) },
      size_bytes: int64(segments.map(({ bytes }) => bytes)),
      start_ns: int64(
        segments.map(({ startNs }) => startNs),
        startNs,
      ),
      end_ns: int64(
        segments.map(({ endNs }) => endNs),
        startNs,
      ),
      stream: texts(segments.map(({ stream }) => stream)),
      pool: texts(segments.map(({ pool }) => pool)),
    });
  }
  if (failures.length > 0) {
    others[MEMORY_FAILURES.name] = buildTable(MEMORY_FAILURES, failures.length, {
      ...group3(failures.length),
      time_ns: int64(
        failures.map(({ atNs }) => atNs),
        startNs,
      ),
      seq: int64(failures.map(({ seq }) => seq)),
      requested_bytes: int64(failures.map(({ requestedBytes }) => requestedBytes)),
    });
  }
  if (ranges.length > 0) {
    others[MEMORY_RANGES.name] = buildTable(MEMORY_RANGES, ranges.length, {
      ...group3(ranges.length),
      range_id: int64(ranges.map((_, place) => place)),
      name: texts(ranges.map(({ name }) => name)),
      kind: texts(ranges.map(() => 'annotation')),
      start_ns: int64(
        ranges.map(({ fromNs: from }) => from),
        startNs,
      ),
      end_ns: int64(
        ranges.map(({ toNs }) => toNs),
        startNs,
      ),
      capture_id: { values: new Int32Array(ranges.length) },
      thread_id: int64(ranges.map(() => null)),
    });
  }
  if (samples.length === 0) return { [MEMORY_SUMMARY.name]: summary, ...others };
  const bytes = { values: BigInt64Array.from(samples, (sample) => BigInt(sample.bytes)) };
  const counters = buildTable(
    MEMORY_COUNTERS,
    samples.length,
    {
      role: texts(samples.map(() => role)),
      rank_id: { values: new Int32Array(samples.length).fill(rank_id) },
      device_type: texts(samples.map(() => device_type)),
      capture_id: { values: new Int32Array(samples.length) },
      time_ns: { values: BigInt64Array.from(samples, ({ atNs }) => at(atNs)) },
      component: texts(samples.map(({ component }) => component)),
      allocated_bytes: bytes,
      reserved_bytes: bytes,
      active_bytes: bytes,
    },
    metadata,
  );
  return { [MEMORY_SUMMARY.name]: summary, [MEMORY_COUNTERS.name]: counters, ...others };
}

function allocator(name: string, startBytes: number, pairing: Pairing) {
  return {
    allocator: name,
    start_live_bytes: startBytes,
    start_source: startBytes === 0 ? ('none' as const) : ('counters' as const),
    pairing,
  };
}

/** What only some sources tell. */
function addressColumns(rows: readonly TableRow[]) {
  if (rows.every(({ address }) => address === undefined)) return {};
  return {
    address: {
      values: BigUint64Array.from(rows, ({ address }) => address ?? 0n),
      valid: Uint8Array.from(rows, ({ address }) => Number(address !== undefined)),
    },
    block_size_bytes: int64(rows.map(({ blockBytes }) => blockBytes ?? null)),
    release_requested_ns: int64(rows.map(({ requestedNs }) => requestedNs ?? null)),
    alloc_seq: int64(rows.map(({ seq }) => seq?.[0] ?? null)),
    release_seq: int64(rows.map(({ seq }) => seq?.[1] ?? null)),
    before_capture: { flags: Uint8Array.from(rows, ({ isBefore }) => Number(isBefore ?? false)) },
  };
}

function int64(values: readonly (number | null)[], origin = 0n) {
  return {
    values: BigInt64Array.from(values, (value) => (value === null ? 0n : origin + BigInt(value))),
    valid: Uint8Array.from(values, (value) => Number(value !== null)),
  };
}

function numbers(values: readonly number[]) {
  return { values: Float64Array.from(values) };
}

function texts(values: readonly string[]) {
  const distinct = [...new Set(values)];
  const codes = new Map(distinct.map((text, code) => [text, code]));
  return { codes: Int32Array.from(values, (text) => codes.get(text) ?? -1), values: distinct };
}

function optionalTexts(values: readonly (string | undefined)[]) {
  const distinct = [...new Set(values)].filter((value) => value !== undefined);
  return {
    codes: Int32Array.from(values, (value) => (value === undefined ? -1 : distinct.indexOf(value))),
    values: distinct,
  };
}
