import { type LaneParts, type LaneSource, laneOf } from './lane.js';

/** The lanes of all allocations that are loaded: one for each operator, in no order. */
export function buildLanes(source: LaneSource): LaneParts[] {
  return rowsByName(source).map(([name, rows]) => laneOf(source, name, inOrder(source, rows)));
}

function rowsByName({ name, isLoaded }: LaneSource): [number, Int32Array][] {
  const counts = new Map<number, number>();
  for (let row = 0; row < name.length; row++) {
    if (isLoaded[row] === 1) counts.set(name[row], (counts.get(name[row]) ?? 0) + 1);
  }
  const lists = new Map<number, { readonly rows: Int32Array; count: number }>();
  for (const [code, count] of counts) lists.set(code, { rows: new Int32Array(count), count: 0 });
  for (let row = 0; row < name.length; row++) {
    const list = isLoaded[row] === 1 ? lists.get(name[row]) : undefined;
    if (list !== undefined) list.rows[list.count++] = row;
  }
  return [...lists].map(([code, { rows }]) => [code, rows]);
}

/** By begin; blocks from before a capture are not in the order of their numbers. */
function inOrder({ startNs }: LaneSource, rows: Int32Array): Int32Array {
  for (let i = 1; i < rows.length; i++) {
    if (startNs[rows[i]] < startNs[rows[i - 1]]) {
      return rows.sort((a, b) => startNs[a] - startNs[b] || a - b);
    }
  }
  return rows;
}
