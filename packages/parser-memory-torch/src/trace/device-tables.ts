import {
  buildTable,
  type CaptureInfo,
  type DictionaryValues,
  FRAME_SEPARATOR,
  GROUPS_KEY,
  type GroupInfo,
  Int64Offsets,
  Int64Values,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SUMMARY,
  type Notice,
  nullableInt64,
  UNKNOWN_NAME,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { CodeBook, dictionaryOf } from '../tables/codes.js';
import type { DeviceEvents, PairedBlocks } from './pairing.js';
import type { Places } from './places.js';
import type { StepFinder, TraceRanges } from './ranges.js';
import type { TraceData } from './read-trace.js';
import { startLevel } from './start-level.js';

const BYTES_PER_KIB = 1024;
const BYTES_PER_MIB = 1024 ** 2;
const NS_PER_MS = 1e6;

/** A device of a trace with all that its tables are made of. */
export interface TracedDevice {
  readonly data: TraceData;
  readonly events: DeviceEvents;
  readonly paired: PairedBlocks;
  readonly places: Places;
  readonly ranges: TraceRanges;
  readonly steps: StepFinder;
  readonly rank: number;
  /** E.g. `GPU:0`, `CPU`. */
  readonly deviceType: string;
  /** The file, as messages name it. */
  readonly label: string;
}

export interface TracedTables {
  readonly info: GroupInfo;
  readonly tables: Readonly<Record<string, Table>>;
}

/** Who manages the blocks of a device. */
function allocatorOf({ deviceType }: TracedDevice): string {
  return deviceType === 'CPU' ? 'cpu' : 'caching';
}

/** The tables of a device, by contract, and what is known of it. */
export function tracedTables(device: TracedDevice, warnings: readonly Notice[]): TracedTables {
  const { rank, deviceType, ranges, events } = device;
  const captures = [captureInfo(device)];
  const info: GroupInfo = { role: '', rank_id: rank, device_type: deviceType, captures, warnings };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const tables: Record<string, Table> = { [MEMORY_SUMMARY.name]: summaryTable(device, metadata) };
  if (events.hasTotals && events.rows.length > 0) {
    tables[MEMORY_COUNTERS.name] = countersTable(device, metadata);
  }
  if (ranges.rows.length > 0) tables[MEMORY_RANGES.name] = rangesTable(device, metadata);
  if (events.failures.length > 0) tables[MEMORY_FAILURES.name] = failuresTable(device, metadata);
  return { info, tables };
}

function captureInfo(device: TracedDevice): CaptureInfo {
  const { data, events, label } = device;
  const { timeNs } = data.memory;
  const [first, last] = [
    events.rows.at(0) ?? events.failures[0],
    events.rows.at(-1) ?? events.failures.at(-1),
  ];
  const at = (row: number | undefined) => String(data.originNs + BigInt(timeNs[row ?? 0] ?? 0));
  return {
    sources: [label],
    start_ns: at(first),
    end_ns: at(last),
    step: null,
    time_basis: 'utc',
    allocators: [
      {
        allocator: allocatorOf(device),
        ...startLevel(data.memory, events, device.paired),
        pairing: events.hasAddresses ? 'address' : 'none',
      },
    ],
  };
}

function ownerColumns({ rank, deviceType }: TracedDevice, rows: number) {
  const zeros = new Int32Array(rows);
  return {
    role: { codes: zeros, values: [''] },
    rank_id: { values: new Int32Array(rows).fill(rank) },
    device_type: { codes: zeros, values: [deviceType] },
  };
}

/** Times of the columns as int64; NaN is null. */
function moments({ data }: TracedDevice, times: Float64Array) {
  const column = new Int64Offsets(times.length, data.originNs);
  const valid = new Uint8Array(times.length);
  for (let row = 0; row < times.length; row++) {
    if (Number.isNaN(times[row])) continue;
    column.set(row, times[row]);
    valid[row] = 1;
  }
  return { values: column.values, valid };
}

/** ms since 1970 of a time in ns after the origin: whole milliseconds are exact, the rest is small. */
function msOf(originNs: bigint, timeNs: number): number {
  const wholeMs = Number(originNs / BigInt(NS_PER_MS));
  const restNs = Number(originNs % BigInt(NS_PER_MS));
  const whole = Math.floor(timeNs / NS_PER_MS);
  return wholeMs + whole + (timeNs - whole * NS_PER_MS + restNs) / NS_PER_MS;
}

function summaryTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, events, paired, steps } = device;
  const { memory } = data;
  const { blocks } = paired;
  const rows = blocks.length;
  const firstNs = memory.timeNs[events.rows[0]] ?? 0;
  // Events are numbered in order of time, which files are not in.
  const places = new Float64Array(memory.count).fill(Number.NaN);
  for (let i = 0; i < events.rows.length; i++) places[events.rows[i]] = i;
  const of = (make: (row: number, place: number) => number) =>
    Float64Array.from(blocks, ({ allocation }, place) => make(allocation, place));
  const startNs = of((row) => (row < 0 ? firstNs : memory.timeNs[row]));
  const endNs = Float64Array.from(blocks, ({ release }) =>
    release < 0 ? Number.NaN : memory.timeNs[release],
  );
  const held = endNs.map((end, i) => end - startNs[i]);
  const mib = (from: Float64Array) => {
    const values = of((row) => (row < 0 ? Number.NaN : from[row] / BYTES_PER_MIB));
    const valid = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1));
    return { values: values.map((value) => (Number.isNaN(value) ? 0 : value)), valid };
  };
  const unknown = { values: new Float64Array(rows), valid: new Uint8Array(rows) };
  const codes = stackCodes(device);
  const threadIds = data.threads.map(({ thread }) => Number(thread));
  const threadOf = (row: number) => (row < 0 ? Number.NaN : integer(threadIds[memory.thread[row]]));
  const sequence = (row: number) => (row < 0 ? Number.NaN : places[row]);
  return buildTable(
    MEMORY_SUMMARY,
    rows,
    {
      ...ownerColumns(device, rows),
      name: codes.name,
      call_stack: codes.stack,
      call_stack_top: codes.top,
      size_kb: { values: Float64Array.from(blocks, ({ bytes }) => bytes / BYTES_PER_KIB) },
      start_time_ms: { values: startNs.map((time) => msOf(data.originNs, time)) },
      duration_ms: { values: held.map((ns) => (Number.isNaN(ns) ? 0 : ns / NS_PER_MS)) },
      total_allocated_mb: mib(memory.allocated),
      total_reserved_mb: mib(memory.reserved),
      total_active_mb: unknown,
      start_time_ns: moments(device, startNs),
      duration_ns: nullableInt64(held),
      size_bytes: nullableInt64(Float64Array.from(blocks, ({ bytes }) => bytes)),
      capture_id: { values: new Int32Array(rows) },
      alloc_seq: nullableInt64(of(sequence)),
      release_seq: nullableInt64(Float64Array.from(blocks, ({ release }) => sequence(release))),
      allocator: { codes: new Int32Array(rows), values: [allocatorOf(device)] },
      before_capture: {
        flags: Uint8Array.from(blocks, ({ allocation }) => (allocation < 0 ? 1 : 0)),
      },
      stack_match: codes.match,
      step: stepColumn(
        Float64Array.from(startNs, (time, i) =>
          blocks[i].allocation < 0 ? Number.NaN : steps.at(time),
        ),
      ),
      process_id: nullableInt64(
        of((row) =>
          row < 0 ? Number.NaN : integer(Number(data.threads[memory.thread[row]].process)),
        ),
      ),
      thread_id: nullableInt64(of(threadOf)),
      release_thread_id: nullableInt64(
        Float64Array.from(blocks, ({ release }) => threadOf(release)),
      ),
      range_id: nullableInt64(
        of((row) =>
          row < 0 ? Number.NaN : (device.ranges.idOf(device.places.annotation[row]) ?? Number.NaN),
        ),
      ),
      ...(events.hasAddresses ? { address: addresses(device) } : {}),
    },
    metadata,
  );
}

function integer(value: number): number {
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

function stepColumn(steps: Float64Array) {
  return {
    values: Int32Array.from(steps, (step) => (Number.isNaN(step) ? 0 : step)),
    valid: Uint8Array.from(steps, (step) => (Number.isNaN(step) ? 0 : 1)),
  };
}

/** Operators and call stacks of the blocks; a call stack is of the operator itself, or of Python's functions. */
function stackCodes({ data, paired, places }: TracedDevice) {
  const { spans } = data;
  const { blocks } = paired;
  // Chains of calls and texts in operators are numbered together, texts behind.
  const chains = places.chains.count;
  const names = new Int32Array(blocks.length);
  const stacks = new Int32Array(blocks.length);
  blocks.forEach(({ allocation }, i) => {
    const operator = allocation < 0 ? -1 : places.operator[allocation];
    const own = operator < 0 ? -1 : spans.stack[operator];
    names[i] = operator < 0 ? -1 : spans.name[operator];
    stacks[i] = own >= 0 ? chains + own : allocation < 0 ? -1 : places.chain[allocation];
  });
  const most = 1 + Math.max(chains, maximum(stacks), maximum(names));
  const texts = new Map<number, string[]>();
  const frames = (stack: number): string[] => {
    if (stack < 0) return [];
    let own = texts.get(stack);
    if (own === undefined) {
      own =
        stack >= chains
          ? data
              .text(stack - chains)
              .split(';')
              .map((frame) => frame.trim())
          : places.chains.names(stack).map((name) => data.text(name));
      texts.set(stack, own);
    }
    return own;
  };
  return {
    name: dictionaryOf(names, most, (name) => (name < 0 ? UNKNOWN_NAME : data.text(name))),
    stack: dictionaryOf(stacks, most, (stack) => frames(stack).join(FRAME_SEPARATOR)),
    top: dictionaryOf(stacks, most, (stack) => frames(stack)[0] ?? ''),
    match: {
      codes: stacks.map((stack) => (stack < 0 ? 0 : 1)),
      values: ['none', 'recorded'],
    } satisfies DictionaryValues,
  };
}

function maximum(values: Int32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

const LOW_BITS = 0xffffffffn;

function addresses({ data, paired }: TracedDevice) {
  const { address } = data.memory;
  const values = new BigUint64Array(paired.blocks.length);
  const valid = new Uint8Array(paired.blocks.length);
  const halves = new Uint32Array(values.buffer);
  const known = new Map<number, bigint | undefined>();
  paired.blocks.forEach(({ allocation, release }, i) => {
    const code = address[allocation < 0 ? release : allocation];
    if (!known.has(code)) known.set(code, addressOf(data.text(code)));
    const found = known.get(code);
    if (found === undefined) return;
    valid[i] = 1;
    halves[2 * i] = Number(found & LOW_BITS);
    halves[2 * i + 1] = Number(found >> 32n);
  });
  return { values, valid };
}

/** Some writers of JSON take an address beyond 2^63 for a negative number. */
function addressOf(text: string): bigint | undefined {
  return /^-?(?:\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)
    ? BigInt.asUintN(64, BigInt(text))
    : undefined;
}

function countersTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { memory } = device.data;
  const rows = device.events.rows;
  const of = (from: Float64Array) => Float64Array.from(rows, (row) => from[row]);
  return buildTable(
    MEMORY_COUNTERS,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      capture_id: { values: new Int32Array(rows.length) },
      time_ns: moments(device, of(memory.timeNs)),
      component: { codes: new Int32Array(rows.length), values: [allocatorOf(device)] },
      allocated_bytes: nullableInt64(of(memory.allocated)),
      reserved_bytes: nullableInt64(of(memory.reserved)),
    },
    metadata,
  );
}

function failuresTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, events, places, ranges } = device;
  const { memory } = data;
  const rows = events.failures;
  const of = (make: (row: number) => number) => Float64Array.from(rows, make);
  const book = new CodeBook();
  return buildTable(
    MEMORY_FAILURES,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      time_ns: moments(
        device,
        of((row) => memory.timeNs[row]),
      ),
      process_id: nullableInt64(
        of((row) => integer(Number(data.threads[memory.thread[row]].process))),
      ),
      thread_id: nullableInt64(
        of((row) => integer(Number(data.threads[memory.thread[row]].thread))),
      ),
      requested_bytes: nullableInt64(of((row) => Math.abs(memory.bytes[row]))),
      call_stack: {
        codes: Int32Array.from(rows, (row) =>
          book.code(
            places.chains
              .names(places.chain[row])
              .map((name) => data.text(name))
              .join(FRAME_SEPARATOR),
          ),
        ),
        values: book.values,
      },
      range_id: nullableInt64(of((row) => ranges.idOf(places.annotation[row]) ?? Number.NaN)),
    },
    metadata,
  );
}

function rangesTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, ranges } = device;
  const { spans } = data;
  const { rows } = ranges;
  const ids = new Int64Values(rows.length);
  for (let id = 0; id < rows.length; id++) ids.set(id, id);
  const of = (make: (row: number) => number) => Float64Array.from(rows, make);
  const book = new CodeBook();
  return buildTable(
    MEMORY_RANGES,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      range_id: ids,
      parent_id: nullableInt64(of((row) => ranges.parentOf(row) ?? Number.NaN)),
      name: {
        codes: Int32Array.from(rows, (row) => book.code(data.text(spans.name[row]))),
        values: book.values,
      },
      kind: {
        codes: Int32Array.from(rows, (row) => (ranges.isStep(row) ? 1 : 0)),
        values: ['annotation', 'step'],
      },
      start_ns: moments(
        device,
        of((row) => spans.startNs[row]),
      ),
      end_ns: moments(
        device,
        of((row) => spans.endNs[row]),
      ),
      capture_id: { values: new Int32Array(rows.length) },
      process_id: nullableInt64(
        of((row) => integer(Number(data.threads[spans.thread[row]].process))),
      ),
      thread_id: nullableInt64(
        of((row) => integer(Number(data.threads[spans.thread[row]].thread))),
      ),
    },
    metadata,
  );
}
