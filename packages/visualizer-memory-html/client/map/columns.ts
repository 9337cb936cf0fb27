import { firstAfter } from '@rl-insight/memory-model';
import type { Stretch } from '../data/line.js';
import { highestPlace } from '../data/line-pyramid.js';
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
  for (const { curve, endNs } of stretches) {
    const begin = curve.timeNs[0];
    if (begin > scale.right || endNs < scale.left) continue;
    const firstColumn = Math.max(0, Math.floor((begin - scale.left) / columnNs));
    const lastColumn = Math.min(columns - 1, Math.floor((endNs - scale.left) / columnNs));
    let at = Math.max(0, firstAfter(curve.timeNs, scale.left + firstColumn * columnNs) - 1);
    for (let column = firstColumn; column <= lastColumn; column++) {
      const fromNs = scale.left + column * columnNs;
      const end = firstAfter(curve.timeNs, fromNs + columnNs, at);
      const place = highestPlace(curve, at, Math.max(end, at + 1));
      const level = curve.bytes[place];
      if (Number.isNaN(timeNs[column]) || level > bytes[column]) {
        // What held already when the column began is seen at its begin.
        timeNs[column] = Math.max(curve.timeNs[place], fromNs, begin);
        bytes[column] = level;
      }
      at = Math.max(at, end - 1);
    }
  }
  return { timeNs, bytes };
}
