import { type LevelCurve, thinCurve } from '@rl-insight/memory-model';
import { clipStretches, type Stretch } from '../data/line.js';
import type { TimeRange } from '../data/windows.js';

/** Parts of what lies left and right of the range, which only the range slider shows. */
const OUTSIDE_BUCKETS = 160;

export interface DrawnLine {
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
}

/**
 * The points to draw of a line: in the range as many as its pixels can show, with every peak and
 * low; outside of it a few. Once the range holds few enough, they are the line's own, exactly.
 */
export function drawnLine(
  stretches: readonly Stretch[],
  range: TimeRange,
  plotWidth: number,
): DrawnLine {
  const x: number[] = [];
  const y: (number | null)[] = [];
  const inside = Math.ceil(plotWidth / 4);
  for (const stretch of stretches) {
    const from = stretch.curve.timeNs[0];
    const to = stretch.endNs;
    if (x.length > 0) {
      // A gap: nothing is known between captures.
      x.push(from);
      y.push(null);
    }
    const parts: readonly [number, number, number][] = [
      [from, Math.min(to, range.left), OUTSIDE_BUCKETS],
      [Math.max(from, range.left), Math.min(to, range.right), inside],
      [Math.max(from, range.right), to, OUTSIDE_BUCKETS],
    ];
    for (const [begin, end, buckets] of parts) {
      if (end < begin || (end === begin && buckets === OUTSIDE_BUCKETS)) continue;
      for (const { curve } of clipStretches([stretch], begin, end)) {
        append(thinCurve(curve, buckets), x, y);
      }
    }
    const last = y[y.length - 1];
    if (last !== undefined && last !== null && x[x.length - 1] < to) {
      x.push(to);
      y.push(last);
    }
  }
  return { x, y };
}

function append({ timeNs, bytes }: LevelCurve, x: number[], y: (number | null)[]): void {
  for (let i = 0; i < timeNs.length; i++) {
    x.push(timeNs[i]);
    y.push(bytes[i]);
  }
}

/** The lowest and highest level of a line in a range; undefined where it is not in it. */
export function levelsIn(
  stretches: readonly Stretch[],
  { left, right }: TimeRange,
): { readonly low: number; readonly high: number } | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { curve } of clipStretches(stretches, left, right)) {
    for (const bytes of curve.bytes) {
      if (bytes < low) low = bytes;
      if (bytes > high) high = bytes;
    }
  }
  return high === Number.NEGATIVE_INFINITY ? undefined : { low, high };
}
