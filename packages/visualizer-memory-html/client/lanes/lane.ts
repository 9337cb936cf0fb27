/** What lanes are made of, by the number of the allocation. */
export interface LaneSource {
  readonly startNs: Float64Array;
  /** When it was gone: its release, or the end of its capture. */
  readonly endNs: Float64Array;
  readonly bytes: Float64Array;
  readonly name: Int32Array;
  readonly isLoaded: Uint8Array;
}

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
 * the number of them that are there, 0 between them. `start` and `end` share their memory.
 */
export interface DeepRow {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly depth: Int32Array;
  /** The allocations themselves, by begin. */
  readonly members: Int32Array;
}

/** An operator's part of the allocation chart, but for its title. */
export interface LaneParts {
  /** Code of the operator's name. */
  readonly name: number;
  readonly rows: readonly LaneRow[];
  readonly deep: DeepRow | undefined;
  readonly count: number;
  readonly bytes: number;
}

export interface Lane extends LaneParts {
  readonly title: string;
}

/** Rows of a lane; what overlaps more deeply shares the last. */
export const MAX_ROWS = 4;

/** Makes a lane of the allocations of one operator, which come in order of their begin. */
export function laneOf(source: LaneSource, name: number, allocations: Int32Array): LaneParts {
  const { startNs, endNs } = source;
  const rowOf = new Uint8Array(allocations.length);
  const counts = new Int32Array(MAX_ROWS);
  const free = new Float64Array(MAX_ROWS).fill(Number.NEGATIVE_INFINITY);
  let isDeep = false;
  let bytes = 0;
  for (let i = 0; i < allocations.length; i++) {
    const allocation = allocations[i];
    const start = startNs[allocation];
    bytes += source.bytes[allocation];
    let row = 0;
    while (row < MAX_ROWS && free[row] > start) row++;
    if (row === MAX_ROWS) {
      isDeep = true;
      row = MAX_ROWS - 1;
    } else free[row] = endNs[allocation];
    rowOf[i] = row;
    counts[row]++;
  }
  const members = [...counts].map((count) => new Int32Array(count));
  const filled = new Int32Array(MAX_ROWS);
  for (let i = 0; i < allocations.length; i++) {
    const row = rowOf[i];
    members[row][filled[row]++] = allocations[i];
  }
  const plain = members.slice(0, isDeep ? MAX_ROWS - 1 : MAX_ROWS);
  return {
    name,
    rows: plain.filter(({ length }) => length > 0).map((row) => laneRow(source, row)),
    deep: isDeep ? deepRow(source, members[MAX_ROWS - 1]) : undefined,
    count: allocations.length,
    bytes,
  };
}

function laneRow({ startNs, endNs }: LaneSource, index: Int32Array): LaneRow {
  const start = gathered(startNs, index);
  const end = gathered(endNs, index);
  const heldBefore = new Float64Array(index.length + 1);
  for (let i = 0; i < start.length; i++) heldBefore[i + 1] = heldBefore[i] + end[i] - start[i];
  return { index, start, end, heldBefore };
}

function deepRow({ startNs, endNs }: LaneSource, members: Int32Array): DeepRow {
  const starts = gathered(startNs, members);
  const ends = gathered(endNs, members).sort();
  const time = new Float64Array(members.length * 2 + 1);
  const depth = new Int32Array(members.length * 2);
  let count = 0;
  let since = starts[0];
  let there = 0;
  for (let s = 0, e = 0; e < ends.length; ) {
    const begins = s < starts.length && starts[s] <= ends[e];
    const now = begins ? starts[s] : ends[e];
    // A stretch of no length is kept where nothing else shows that something was there.
    const alone =
      !begins && there === 1 && (count === 0 || (depth[count - 1] === 0 && now === since));
    if (now > since || alone) {
      time[count] = since;
      depth[count++] = there;
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
  time[count] = since;
  const kept = time.slice(0, count + 1);
  return {
    start: kept.subarray(0, count),
    end: kept.subarray(1),
    depth: depth.slice(0, count),
    members,
  };
}

function gathered(values: Float64Array, rows: Int32Array): Float64Array {
  const some = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) some[i] = values[rows[i]];
  return some;
}
