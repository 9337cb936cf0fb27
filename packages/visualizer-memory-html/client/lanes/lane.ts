import type { AllocationStore } from '../data/allocation-store.js';

/** Allocations of an operator that do not overlap, by time. */
export interface LaneRow {
  /** Numbers of the allocations. */
  readonly index: Int32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** How long those before a place were held, together; one more than there are allocations. */
  readonly heldBefore: Float64Array;
}

/**
 * Allocations that overlap more deeply than there are rows, in one row: as stretches of time with
 * the number of them that are there.
 */
export interface DeepRow {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly depth: Int32Array;
  readonly heldBefore: Float64Array;
  /** The allocations themselves, by begin. */
  readonly members: Int32Array;
}

/** An operator's part of the allocation chart. */
export interface Lane {
  /** Code of the operator's name. */
  readonly name: number;
  readonly title: string;
  readonly rows: readonly LaneRow[];
  readonly deep: DeepRow | undefined;
  readonly count: number;
  readonly bytes: number;
}

/** Rows of a lane; what overlaps more deeply shares the last. */
export const MAX_ROWS = 4;

/** Makes a lane of the allocations of one operator, which come in order of their begin. */
export function laneOf(
  store: AllocationStore,
  name: number,
  title: string,
  allocations: readonly number[],
): Lane {
  const { startNs, endNs } = store;
  const rows: number[][] = [];
  const beyond: number[] = [];
  const free: number[] = [];
  let bytes = 0;
  for (const allocation of allocations) {
    bytes += store.bytes[allocation];
    let row = 0;
    while (row < rows.length && free[row] > startNs[allocation]) row++;
    if (row === MAX_ROWS) {
      beyond.push(allocation);
      continue;
    }
    if (row === rows.length) rows.push([]);
    rows[row].push(allocation);
    free[row] = endNs[allocation];
  }
  const shared = beyond.length === 0 ? undefined : rows.pop();
  const byBegin = (a: number, b: number) => startNs[a] - startNs[b] || a - b;
  return {
    name,
    title,
    rows: rows.map((row) => laneRow(store, row)),
    deep: shared && deepRow(store, [...shared, ...beyond].sort(byBegin)),
    count: allocations.length,
    bytes,
  };
}

function laneRow({ startNs, endNs }: AllocationStore, allocations: readonly number[]): LaneRow {
  const start = Float64Array.from(allocations, (allocation) => startNs[allocation]);
  const end = Float64Array.from(allocations, (allocation) => endNs[allocation]);
  return { index: Int32Array.from(allocations), start, end, heldBefore: sums(start, end) };
}

function deepRow({ startNs, endNs }: AllocationStore, members: readonly number[]): DeepRow {
  const starts = Float64Array.from(members, (member) => startNs[member]).sort();
  const ends = Float64Array.from(members, (member) => endNs[member]).sort();
  const start: number[] = [];
  const end: number[] = [];
  const depth: number[] = [];
  let since = 0;
  let there = 0;
  for (let s = 0, e = 0; e < ends.length; ) {
    const begins = s < starts.length && starts[s] <= ends[e];
    const now = begins ? starts[s] : ends[e];
    // A stretch of no length is kept where nothing else shows that something was there.
    const alone = !begins && there === 1 && (end.at(-1) ?? Number.NEGATIVE_INFINITY) < now;
    if (there > 0 && (now > since || alone)) {
      start.push(since);
      end.push(now);
      depth.push(there);
    }
    since = now;
    if (begins) {
      there++;
      s++;
    } else {
      there--;
      e++;
    }
  }
  const columns = { start: Float64Array.from(start), end: Float64Array.from(end) };
  return {
    ...columns,
    depth: Int32Array.from(depth),
    heldBefore: sums(columns.start, columns.end),
    members: Int32Array.from(members),
  };
}

function sums(start: Float64Array, end: Float64Array): Float64Array {
  const before = new Float64Array(start.length + 1);
  for (let i = 0; i < start.length; i++) before[i + 1] = before[i] + end[i] - start[i];
  return before;
}
