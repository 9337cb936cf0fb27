import { firstAfter } from '@rl-insight/memory-model';
import { curvePart } from '../data/coarse-curve.js';
import type { Stretch } from '../data/line.js';
import type { TimeScale } from '../view/time-scale.js';

/** The moments that the columns of a memory map show: each the one of its time with most live bytes. */
export interface Moments {
  /** NaN where nothing was recorded. */
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
}

export function momentsOf(
  stretches: readonly Stretch[],
  scale: TimeScale,
  columns: number,
): Moments {
  const timeNs = new Float64Array(columns).fill(Number.NaN);
  const bytes = new Float64Array(columns);
  const columnNs = (scale.right - scale.left) / columns;
  const take = (column: number, ns: number, level: number) => {
    if (!Number.isNaN(timeNs[column]) && level <= bytes[column]) return;
    timeNs[column] = ns;
    bytes[column] = level;
  };
  for (const stretch of stretches) {
    const begin = stretch.curve.timeNs[0];
    const { endNs } = stretch;
    if (begin > scale.right || endNs < scale.left) continue;
    const firstColumn = Math.max(0, Math.floor((begin - scale.left) / columnNs));
    const lastColumn = Math.min(columns - 1, Math.floor((endNs - scale.left) / columnNs));
    const part = curvePart(stretch.curve, scale.left, scale.right, lastColumn - firstColumn + 1);
    const { curve, end } = part;
    // What lies between two points of a coarser curve is not known, but where it has none, the level is.
    const isExact = curve === stretch.curve;
    let level = curve.bytes[part.first];
    let i = part.first;
    while (i < end && curve.timeNs[i] < scale.left) level = curve.bytes[i++];
    for (let column = firstColumn; column <= lastColumn; column++) {
      const fromNs = scale.left + column * columnNs;
      const isEmpty = !(i < end && curve.timeNs[i] < fromNs + columnNs);
      // What held already when the column began is seen at its begin.
      if (fromNs >= begin && (isExact || isEmpty)) take(column, fromNs, level);
      for (; i < end && curve.timeNs[i] < fromNs + columnNs; i++) {
        level = curve.bytes[i];
        take(column, curve.timeNs[i], level);
      }
    }
    if (isExact) continue;
    // A part of a coarser curve that lies across an edge may have its peak beyond it.
    for (const column of new Set([firstColumn, lastColumn])) {
      const fromNs = Math.max(begin, scale.left + column * columnNs);
      const toNs = Math.min(scale.right, scale.left + (column + 1) * columnNs);
      const { timeNs: times, bytes: levels } = stretch.curve;
      let point = firstAfter(times, fromNs) - 1;
      take(column, fromNs, levels[point]);
      while (++point < times.length && times[point] < toNs)
        take(column, times[point], levels[point]);
    }
  }
  return { timeNs, bytes };
}
