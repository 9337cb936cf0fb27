import type { LevelCurve } from '@rl-insight/memory-model';
import { clipCurve, levelAt } from '@rl-insight/memory-model';
import type { CaptureEntry, PackedLine } from '../../src/page-data/format.js';
import { column, unpackColumns } from './unpack.js';

/** A level that is known from the curve's first time to `endNs`. */
export interface Stretch {
  readonly capture: number;
  readonly curve: LevelCurve;
  readonly endNs: number;
}

/** Decodes a line; its parts are cut where there are gaps between captures. */
export async function unpackLine(
  { packed, breaks }: PackedLine,
  captures: readonly CaptureEntry[],
): Promise<Stretch[]> {
  const columns = await unpackColumns(packed);
  const time = column(columns, 'time');
  const value = column(columns, 'value');
  const starts = [0, ...breaks];
  return starts.flatMap((start, i) => {
    const end = starts[i + 1] ?? time.length;
    if (end <= start) return [];
    const curve = { timeNs: time.subarray(start, end), bytes: value.subarray(start, end) };
    return [{ capture: captureAt(captures, time[start]), curve, endNs: time[end - 1] }];
  });
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
  return stretches.flatMap(({ capture, curve, endNs }) => {
    if (curve.timeNs[0] > toNs || endNs < fromNs) return [];
    const clipped = clipCurve(curve, fromNs, toNs);
    if (clipped.timeNs.length === 0) return [];
    return [{ capture, curve: clipped, endNs: Math.min(endNs, toNs) }];
  });
}

/** Joins stretches of one capture that touch; each but the last of a capture holds until the next. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  let run: Stretch[] = [];
  const flush = () => {
    if (run.length > 0) joined.push(concatenated(run));
    run = [];
  };
  for (const stretch of stretches) {
    const last = run.at(-1);
    if (
      last !== undefined &&
      (last.capture !== stretch.capture || last.endNs < stretch.curve.timeNs[0])
    ) {
      flush();
    }
    run.push(stretch);
  }
  flush();
  return joined;
}

function concatenated(run: readonly Stretch[]): Stretch {
  if (run.length === 1) return run[0];
  const count = run.reduce((sum, { curve }) => sum + curve.timeNs.length, 0);
  const timeNs = new Float64Array(count);
  const bytes = new Float64Array(count);
  let end = 0;
  for (const { curve } of run) {
    timeNs.set(curve.timeNs, end);
    bytes.set(curve.bytes, end);
    end += curve.timeNs.length;
  }
  return { capture: run[0].capture, curve: { timeNs, bytes }, endNs: run[run.length - 1].endNs };
}

/** The level at a time; NaN where it is not known. */
export function stretchLevelAt(stretches: readonly Stretch[], ns: number): number {
  const stretch = stretches.findLast(({ curve, endNs }) => curve.timeNs[0] <= ns && ns <= endNs);
  return stretch === undefined ? Number.NaN : levelAt(stretch.curve, ns);
}
