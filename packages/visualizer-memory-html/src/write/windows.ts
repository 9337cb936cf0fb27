import type { WindowEntry } from '../page-data/format.js';

/** Allocations that a window holds about, and the most windows that a group is split into. */
const ROWS_PER_WINDOW = 5000;
const MAX_WINDOWS = 20;

/**
 * Splits a group's time so that about the same number of allocations begins in each window. Windows
 * touch: each ends where the next begins.
 *
 * @param startNs begins of the allocations, in order of time
 */
export function splitWindows(
  startNs: Float64Array,
  groupStartNs: number,
  groupEndNs: number,
): WindowEntry[] {
  const rows = startNs.length;
  const count = Math.min(MAX_WINDOWS, Math.max(1, Math.ceil(rows / ROWS_PER_WINDOW)));
  const firsts = Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
  return firsts.map((first, i) => {
    const next = firsts[i + 1] ?? rows;
    return {
      startNs: i === 0 ? Math.min(groupStartNs, startNs[0] ?? groupStartNs) : startNs[first],
      endNs: i === count - 1 ? Math.max(groupEndNs, groupStartNs) : startNs[next],
      first,
      count: next - first,
    };
  });
}
