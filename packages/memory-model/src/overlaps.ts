import { firstAfter, firstFrom } from './sorted.js';

/**
 * For intervals of several kinds: how many others of the same kind each one overlaps: that begin
 * before it ends and end after it begins. `kind[row]` is any code; −1 is a kind of its own, too.
 *
 * O(n log n).
 */
export function overlapCounts(
  startNs: Float64Array,
  endNs: Float64Array,
  kind: Int32Array,
): Int32Array {
  const rowsOfKind = new Map<number, number[]>();
  for (let row = 0; row < startNs.length; row++) {
    const rows = rowsOfKind.get(kind[row]);
    if (rows === undefined) rowsOfKind.set(kind[row], [row]);
    else rows.push(row);
  }
  const counts = new Int32Array(startNs.length);
  for (const rows of rowsOfKind.values()) {
    const starts = Float64Array.from(rows, (row) => startNs[row]).sort();
    const ends = Float64Array.from(rows, (row) => endNs[row]).sort();
    const moments = Float64Array.from(
      rows.filter((row) => startNs[row] === endNs[row]),
      (row) => startNs[row],
    ).sort();
    for (const row of rows) {
      const start = startNs[row];
      const end = endNs[row];
      const begunBeforeEnd = firstFrom(starts, end);
      const endedByStart = firstAfter(ends, start);
      // Of those that ended by its start, an interval of no length must not count the ones of its
      // own moment, which have not begun before it either; any other has counted itself.
      const own = start < end ? -1 : firstAfter(moments, start) - firstFrom(moments, start);
      counts[row] = begunBeforeEnd - endedByStart + own;
    }
  }
  return counts;
}
