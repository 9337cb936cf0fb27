import { firstFrom } from '@rl-insight/memory-model';
import type { TimeScale } from '../view/time-scale.js';

/** Stretches of time that do not overlap, in order. */
export interface Stretches {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Narrower than this, stretches are drawn together with their neighbours. */
export const CELL_PX = 2;

export interface RowVisitor {
  /** A stretch of its own. */
  bar(place: number): void;
  /** Several, each narrower than a cell, that lie in the cell from `fromNs` to `toNs`. */
  dense(first: number, end: number, fromNs: number, toNs: number): void;
}

/**
 * Visits what is drawn of a row: each wide stretch, and narrow ones by cells of {@link CELL_PX}
 * whose edges stay where they are while the range moves. Takes time by the pixels of the range and
 * not by the number of stretches.
 */
export function visitRow(
  { start, end }: Stretches,
  scale: TimeScale,
  fromNs: number,
  toNs: number,
  visitor: RowVisitor,
): void {
  const cellNs = CELL_PX * scale.nsPerPx;
  for (let i = firstFrom(end, fromNs); i < start.length && start[i] <= toNs; ) {
    if (end[i] - start[i] >= cellNs) {
      visitor.bar(i++);
      continue;
    }
    const cell = Math.floor(start[i] / cellNs);
    const next = firstEndAfter(end, (cell + 1) * cellNs, i);
    if (next > i + 1) {
      visitor.dense(i, next, cell * cellNs, (cell + 1) * cellNs);
      i = next;
    } else visitor.bar(i++);
  }
}

/** The first place from `from` on whose end is after `ns`; near ones are found in a few steps. */
function firstEndAfter(end: Float64Array, ns: number, from: number): number {
  let step = 1;
  let low = from;
  while (low < end.length && end[low] <= ns) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low, end.length);
  low = Math.max(from, low - step / 2);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (end[middle] <= ns) low = middle + 1;
    else high = middle;
  }
  return high;
}
