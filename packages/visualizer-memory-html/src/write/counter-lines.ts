import type { Counters } from '@rl-insight/memory-contract';
import { clipCurve, type LevelCurve, thinCurve } from '@rl-insight/memory-model';
import type { CounterLine, WindowEntry } from '../page-data/format.js';

/** Points of a line in one window up to which it is written exactly. */
const MAX_EXACT_POINTS = 16_384;
/** Parts of a line that has more; each keeps up to four points. */
const THIN_BUCKETS = MAX_EXACT_POINTS / 4;

/** What an allocator or the process reports, a curve for each capture that has samples of it. */
export interface CounterCurves {
  readonly component: string;
  readonly total: CounterLine['total'];
  readonly captures: readonly LevelCurve[];
}

/** The part of a counter that a window shows. */
export interface CounterPart {
  readonly curves: readonly LevelCurve[];
  readonly exact: boolean;
}

/** The counters of a group as curves; the modules of the device are not drawn. */
export function counterCurves(counters: Counters): CounterCurves[] {
  const totals = [
    ['allocated', counters.allocatedBytes],
    ['reserved', counters.reservedBytes],
    ['active', counters.activeBytes],
  ] as const;
  return counters.component.values.flatMap((component, code) => {
    if (component.includes(':')) return [];
    return totals.flatMap(([total, values]) => {
      const captures = samplesByCapture(counters, code, values);
      return captures.length === 0 ? [] : [{ component, total, captures }];
    });
  });
}

export function counterPart(
  captures: readonly LevelCurve[],
  { startNs, endNs }: Pick<WindowEntry, 'startNs' | 'endNs'>,
): CounterPart {
  let exact = true;
  const curves = captures.flatMap((whole) => {
    const { timeNs } = whole;
    if (timeNs[0] > endNs || timeNs[timeNs.length - 1] < startNs) return [];
    const part = clipCurve(whole, startNs, endNs);
    if (part.timeNs.length <= MAX_EXACT_POINTS) return [part];
    exact = false;
    return [thinCurve(part, THIN_BUCKETS)];
  });
  return { curves, exact };
}

/** A counter stands where it is until it is reported otherwise: reports of the same are left out. */
function samplesByCapture(counters: Counters, code: number, values: Float64Array): LevelCurve[] {
  const captures = new Map<number, { timeNs: number[]; bytes: number[]; lastNs: number }>();
  for (let row = 0; row < counters.rows; row++) {
    if (counters.component.codes[row] !== code || Number.isNaN(values[row])) continue;
    const capture = counters.captureId[row];
    let samples = captures.get(capture);
    if (samples === undefined) {
      samples = { timeNs: [], bytes: [], lastNs: 0 };
      captures.set(capture, samples);
    }
    samples.lastNs = counters.timeNs[row];
    if (samples.bytes.at(-1) === values[row]) continue;
    samples.timeNs.push(counters.timeNs[row]);
    samples.bytes.push(values[row]);
  }
  return [...captures.values()].map(({ timeNs, bytes, lastNs }) => {
    if (timeNs[timeNs.length - 1] < lastNs) {
      timeNs.push(lastNs);
      bytes.push(bytes[bytes.length - 1]);
    }
    return { timeNs: Float64Array.from(timeNs), bytes: Float64Array.from(bytes) };
  });
}
