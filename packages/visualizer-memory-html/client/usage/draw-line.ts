import { type LevelCurve, thinCurve } from '@rl-insight/memory-model';
import { clipStretches, type Stretch } from '../data/line.js';
import { type LevelExtent, levelsBetween } from '../data/line-pyramid.js';
import type { TimeRange } from '../data/windows.js';

/** Parts of the whole that what lies left and right of the range is drawn with, in the slider. */
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
  const inside = (begin: number, end: number) =>
    Math.ceil(((plotWidth / 4) * (end - begin)) / (range.right - range.left));
  const known = (stretches.at(-1)?.endNs ?? 0) - (stretches[0]?.curve.timeNs[0] ?? 0);
  const outside = (begin: number, end: number) =>
    Math.ceil((OUTSIDE_BUCKETS * (end - begin)) / Math.max(1, known));
  for (const stretch of stretches) {
    const from = stretch.curve.timeNs[0];
    const to = stretch.endNs;
    if (x.length > 0 && !stretch.goesOn) {
      // A gap: nothing is known between captures.
      x.push(from);
      y.push(null);
    }
    const parts: readonly [number, number, typeof inside][] = [
      [from, Math.min(to, range.left), outside],
      [Math.max(from, range.left), Math.min(to, range.right), inside],
      [Math.max(from, range.right), to, outside],
    ];
    for (const [begin, end, buckets] of parts) {
      if (end < begin || (end === begin && buckets === outside)) continue;
      for (const { curve } of clipStretches([stretch], begin, end)) {
        append(thinCurve(curve, Math.max(1, buckets(begin, end))), x, y);
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

/**
 * A line whose area is filled down to zero, for Plotly, which fills from the end of one part
 * straight to the begin of the next: two points at zero, which are too few to be a line, lead the
 * area down and up again, so that gaps are empty.
 */
export function withEmptyGaps({ x, y }: DrawnLine): DrawnLine {
  const toX: number[] = [];
  const toY: (number | null)[] = [];
  const add = (time: number, level: number | null) => {
    toX.push(time);
    toY.push(level);
  };
  x.forEach((time, i) => {
    if (y[i] !== null || i === 0) {
      add(time, y[i]);
      return;
    }
    const end = x[i - 1];
    add(end, null);
    add(end, 0);
    add(end, null);
    add(time, 0);
    add(time, null);
  });
  return { x: toX, y: toY };
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
): LevelExtent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { curve, endNs } of stretches) {
    if (curve.timeNs[0] > right || endNs < left) continue;
    const levels = levelsBetween(curve, left, right);
    if (levels === undefined) continue;
    low = Math.min(low, levels.low);
    high = Math.max(high, levels.high);
  }
  return high === Number.NEGATIVE_INFINITY ? undefined : { low, high };
}
