import type { LevelCurve } from '@rl-insight/memory-model';
import { clipCurve, levelAt } from '@rl-insight/memory-model';
import type { CaptureEntry } from '../../src/page-data/format.js';
import type { Points } from '../background/messages.js';

/** A level that is known from the curve's first time to `endNs`. */
export interface Stretch {
  readonly capture: number;
  readonly curve: LevelCurve;
  readonly endNs: number;
  /** Whether it goes on where the stretch before it ends. */
  readonly goesOn: boolean;
}

/** The parts of a line; it is cut where there are gaps between captures. */
export function stretchesOf(
  { time, value, breaks }: Points,
  captures: readonly CaptureEntry[],
): Stretch[] {
  const starts = [0, ...breaks];
  return starts.flatMap((start, i) => {
    const end = starts[i + 1] ?? time.length;
    if (end <= start) return [];
    const curve = { timeNs: time.subarray(start, end), bytes: value.subarray(start, end) };
    const capture = captureAt(captures, time[start]);
    return [{ capture, curve, endNs: time[end - 1], goesOn: false }];
  });
}

/** A level stays as it is until its capture ends. */
export function heldToCaptureEnd(stretch: Stretch, captures: readonly CaptureEntry[]): Stretch {
  const end = captures[stretch.capture]?.endNs ?? stretch.endNs;
  return { ...stretch, endNs: Math.max(end, stretch.endNs) };
}

/** The last capture that begins by a time; −1 where none does. */
function captureAt(captures: readonly CaptureEntry[], ns: number): number {
  return captures.findLastIndex(({ startNs }) => startNs <= ns);
}

/** The parts of stretches that lie between two times. */
export function clipStretches(
  stretches: readonly Stretch[],
  fromNs: number,
  toNs: number,
): Stretch[] {
  return stretches.flatMap(({ curve, endNs, ...stretch }) => {
    if (curve.timeNs[0] > toNs || endNs < fromNs) return [];
    const clipped = clipCurve(curve, fromNs, toNs);
    if (clipped.timeNs.length === 0) return [];
    return [{ ...stretch, curve: clipped, endNs: Math.min(endNs, toNs) }];
  });
}

/** Says of stretches which go on where the one before ends: those of one capture that touch. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  return stretches.map((stretch, i) => {
    const before = stretches[i - 1];
    const goesOn =
      before !== undefined &&
      before.capture === stretch.capture &&
      before.endNs >= stretch.curve.timeNs[0];
    return goesOn === stretch.goesOn ? stretch : { ...stretch, goesOn };
  });
}

/** The level at a time; NaN where it is not known. */
export function stretchLevelAt(stretches: readonly Stretch[], ns: number): number {
  const stretch = stretches.findLast(({ curve, endNs }) => curve.timeNs[0] <= ns && ns <= endNs);
  return stretch === undefined ? Number.NaN : levelAt(stretch.curve, ns);
}
