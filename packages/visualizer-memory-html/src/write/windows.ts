import type { WindowEntry } from '../page-data/format.js';

/** How a group's time is split into windows. */
export interface WindowLimits {
  /** Allocations that a window holds about. */
  readonly rows: number;
  /** The most windows that a group is split into; what a window holds grows beyond that. */
  readonly windows: number;
}

export const WINDOW_LIMITS: WindowLimits = { rows: 5000, windows: 20 };

/**
 * Splits a group's time so that about the same number of allocations begins in each window. Windows
 * touch: each ends where the next begins.
 *
 * @param rows how many allocations there are
 * @param startOf when a row begins; rows are in order of time
 */
export function splitWindows(
  rows: number,
  startOf: (row: number) => number,
  { fromNs, toNs }: { readonly fromNs: number; readonly toNs: number },
  limits: WindowLimits,
): WindowEntry[] {
  const count = Math.min(limits.windows, Math.max(1, Math.ceil(rows / limits.rows)));
  const firsts = Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
  return firsts.map((first, i) => {
    const next = firsts[i + 1] ?? rows;
    return {
      startNs: i === 0 ? Math.min(fromNs, rows > 0 ? startOf(0) : fromNs) : startOf(first),
      endNs: i === count - 1 ? Math.max(toNs, fromNs) : startOf(next),
      first,
      count: next - first,
    };
  });
}
