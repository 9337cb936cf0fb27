import {
  buildTable,
  type ColumnValues,
  Int64Offsets,
  Int64Values,
  MEMORY_SUMMARY,
  type NumberValues,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { TraceRows } from '../snapshot/trace-rows.js';
import { RangeCursor } from '../snapshot/user-ranges.js';
import { CodeBook, dictionaryOf } from './codes.js';
import { ALLOCATOR, Milliseconds, NS_PER_MS, type OwnedDevice, ownerColumns } from './owner.js';

const BYTES_PER_KIB = 1024;

/** The `memory_summary` of a device: first what was there before, then allocations in order. */
export function summaryTable(owned: OwnedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { trace } = owned.device;
  const { rows } = trace;
  const order = orderOf(rows);
  const count = order.length;
  const zeros = new Int32Array(count);
  const same = (text: string): ColumnValues => ({ codes: zeros, values: [text] });
  // Nobody writes to what several columns share.
  const unknown = { values: new Float64Array(count), valid: new Uint8Array(count) };
  const noInteger = { values: new BigInt64Array(count), valid: unknown.valid };
  const stacks = gathered(order, rows.stack);
  const { stackTexts } = owned;
  const most = owned.snapshot.callStacks.stacks.count;
  const released = flags(order, rows.endPlace, true);
  const allocated = flags(order, rows.isBefore, false);
  return buildTable(
    MEMORY_SUMMARY,
    count,
    {
      ...ownerColumns(owned, count),
      name: nameColumn(owned, order, stacks),
      call_stack: dictionaryOf(stacks, most, (stack) => stackTexts.stack(stack)),
      call_stack_top: dictionaryOf(stacks, most, (stack) => stackTexts.top(stack)),
      size_kb: { values: kibibytes(order, rows.bytes) },
      total_allocated_mb: unknown,
      total_reserved_mb: unknown,
      total_active_mb: unknown,
      ...timeColumns(owned, order, released),
      size_bytes: { values: int64(order, rows.bytes) },
      capture_id: { values: zeros },
      alloc_seq: { values: int64(order, rows.allocSeq), valid: allocated },
      release_seq: { values: int64(order, rows.endPlace, -1), valid: released },
      allocator: same(ALLOCATOR),
      before_capture: { flags: flags(order, rows.isBefore, true) },
      block_size_bytes: blockBytes(owned, order),
      stack_match: { codes: whereSome(stacks), values: ['none', 'recorded'] },
      // Nobody knows the thread; that they are of one is what scopes go by.
      ...(owned.ranges.length === 0
        ? {}
        : { thread_id: noInteger, range_id: rangeIds(owned, order) }),
      stream: { codes: gathered(order, rows.stream), values: trace.streams },
      address: { values: addresses(rows, order) },
    },
    metadata,
  );
}

/** Rows from before first: they begin with the window. The others are in order of time. */
function orderOf({ count, isBefore, beforeCount }: TraceRows): Int32Array {
  const order = new Int32Array(count);
  let [before, after] = [0, beforeCount];
  for (let row = 0; row < count; row++) order[isBefore[row] === 1 ? before++ : after++] = row;
  return order;
}

/** Loops, since `map` and `from` of typed arrays call a function for each of millions. */
function gathered(order: Int32Array, from: Int32Array): Int32Array<ArrayBuffer> {
  const column = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) column[i] = from[order[i]];
  return column;
}

/** 1 where a number is not 0, or, if `isSet` is false, where it is. */
function flags(order: Int32Array, from: Uint8Array | Uint32Array, isSet: boolean): Uint8Array {
  const column = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i++) column[i] = from[order[i]] > 0 === isSet ? 1 : 0;
  return column;
}

function whereSome(codes: Int32Array): Int32Array<ArrayBuffer> {
  const column = new Int32Array(codes.length);
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) column[i] = 1;
  return column;
}

function kibibytes(order: Int32Array, bytes: Float64Array): Float64Array {
  const column = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) column[i] = bytes[order[i]] / BYTES_PER_KIB;
  return column;
}

/** What a block is called: what the program noted of it, else the operator. */
function nameColumn(
  { device, snapshot, stackTexts }: OwnedDevice,
  order: Int32Array,
  stacks: Int32Array,
) {
  const most = snapshot.callStacks.stacks.count;
  const names = dictionaryOf(stacks, most, (stack) => stackTexts.operator(stack));
  const { notes } = device.trace;
  if (notes.size === 0) return names;
  const book = new CodeBook();
  for (const value of names.values) book.code(value);
  order.forEach((row, i) => {
    const texts = notes.get(row)?.map((code) => snapshot.texts.text(code));
    if (texts !== undefined) names.codes[i] = book.code(texts.join('; '));
  });
  return { codes: names.codes, values: book.values };
}

function timeColumns(owned: OwnedDevice, order: Int32Array, released: Uint8Array) {
  const { rows } = owned.device.trace;
  const { unitNs, originNs } = owned;
  const count = order.length;
  const startNs = new Int64Offsets(count, originNs);
  const heldNs = new Int64Offsets(count, 0n);
  // Counted from the allocation, as durations are.
  const requestedNs = new Int64Offsets(count, 0n);
  const isRequested = new Uint8Array(count);
  const startMs = new Float64Array(count);
  const durationMs = new Float64Array(count);
  const milliseconds = new Milliseconds(originNs);
  let hasRequested = false;
  for (let i = 0; i < count; i++) {
    const row = order[i];
    const start = rows.startUs[row] * unitNs;
    startNs.set(i, start);
    startMs[i] = milliseconds.of(start);
    if (released[i] === 1) {
      const held = rows.endUs[row] * unitNs - start;
      heldNs.set(i, held);
      durationMs[i] = held / NS_PER_MS;
    }
    if (rows.requestedPlace[row] === 0) continue;
    // What was given back and could be used again at once tells nothing more.
    if (released[i] === 1 && rows.requestedUs[row] >= rows.endUs[row]) continue;
    hasRequested = true;
    isRequested[i] = 1;
    requestedNs.set(i, rows.requestedUs[row] * unitNs - start);
  }
  return {
    start_time_ms: { values: startMs },
    duration_ms: { values: durationMs },
    start_time_ns: { values: startNs.values },
    duration_ns: { values: heldNs.values, valid: released },
    ...(hasRequested
      ? { release_requested_ns: { values: requestedNs.values, valid: isRequested } }
      : {}),
  };
}

function int64(order: Int32Array, from: Float64Array | Uint32Array, plus = 0): BigInt64Array {
  const column = new Int64Offsets(order.length, 0n);
  for (let i = 0; i < order.length; i++) column.set(i, from[order[i]] + plus);
  return column.values;
}

function blockBytes(
  { settled, device, blocks: { sizes } }: OwnedDevice,
  order: Int32Array,
): NumberValues<BigInt64Array> {
  const column = new Int64Values(order.length);
  if (sizes !== undefined) {
    for (let i = 0; i < order.length; i++) {
      column.set(i, sizes.unsure.has(order[i]) ? Number.NaN : sizes.bytes[order[i]]);
    }
    return column;
  }
  if (settled.blockBytes.size === 0) return column;
  // Most blocks are gone at the end.
  const { rows } = device.trace;
  for (let i = 0; i < order.length; i++) {
    if (!rows.isLive(order[i])) continue;
    column.set(i, settled.blockBytes.get(order[i]) ?? Number.NaN);
  }
  return column;
}

function addresses({ addressLow, addressHigh }: TraceRows, order: Int32Array): BigUint64Array {
  const column = new BigUint64Array(order.length);
  const halves = new Uint32Array(column.buffer);
  for (let i = 0; i < order.length; i++) {
    halves[2 * i] = addressLow[order[i]];
    halves[2 * i + 1] = addressHigh[order[i]];
  }
  return column;
}

function rangeIds({ ranges, device }: OwnedDevice, order: Int32Array): NumberValues<BigInt64Array> {
  const { rows } = device.trace;
  const cursor = new RangeCursor(ranges);
  const column = new Int64Values(order.length);
  for (let i = 0; i < order.length; i++) {
    const row = order[i];
    const range = rows.isBefore[row] === 1 ? -1 : cursor.at(rows.startUs[row]);
    column.set(i, range < 0 ? Number.NaN : range);
  }
  return column;
}
