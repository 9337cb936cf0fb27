import { firstAfter } from './sorted.js';

/**
 * A level over time: `bytes[i]` from `timeNs[i]` to `timeNs[i + 1]`. Times never fall; points of one
 * time are in the order of what happened.
 */
export interface LevelCurve {
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
}

/** Collects the points of a curve. */
export class CurveBuilder {
  #timeNs: Float64Array;
  #bytes: Float64Array;
  #count = 0;

  constructor(capacity: number) {
    this.#timeNs = new Float64Array(Math.max(16, capacity));
    this.#bytes = new Float64Array(Math.max(16, capacity));
  }

  push(timeNs: number, bytes: number): void {
    if (this.#count === this.#timeNs.length) {
      const grow = (from: Float64Array) => {
        const larger = new Float64Array(from.length * 2);
        larger.set(from);
        return larger;
      };
      this.#timeNs = grow(this.#timeNs);
      this.#bytes = grow(this.#bytes);
    }
    this.#timeNs[this.#count] = timeNs;
    this.#bytes[this.#count++] = bytes;
  }

  curve(): LevelCurve {
    return {
      timeNs: this.#timeNs.subarray(0, this.#count),
      bytes: this.#bytes.subarray(0, this.#count),
    };
  }
}

export interface Peak {
  readonly timeNs: number;
  readonly bytes: number;
}

/** The highest point, the first of several; undefined for an empty curve. O(n). */
export function peakOf({ timeNs, bytes }: LevelCurve): Peak | undefined {
  let at = -1;
  for (let i = 0; i < bytes.length; i++) if (at < 0 || bytes[i] > bytes[at]) at = i;
  return at < 0 ? undefined : { timeNs: timeNs[at], bytes: bytes[at] };
}

/** The level at a time, after all that happened at it; NaN before the curve begins. O(log n). */
export function levelAt({ timeNs, bytes }: LevelCurve, time: number): number {
  const reached = firstAfter(timeNs, time);
  return reached === 0 ? Number.NaN : bytes[reached - 1];
}

/** The sum of curves; one that has not begun counts as its first level. O(n) for few curves. */
export function sumCurves(curves: readonly LevelCurve[]): LevelCurve {
  if (curves.length === 1) return curves[0];
  const next = curves.map(() => 0);
  const level = curves.map(({ bytes }) => bytes[0] ?? 0);
  let sum = level.reduce((total, bytes) => total + bytes, 0);
  const total = curves.reduce((count, { timeNs }) => count + timeNs.length, 0);
  const builder = new CurveBuilder(total);
  for (let i = 0; i < total; i++) {
    let first = -1;
    for (let c = 0; c < curves.length; c++) {
      const { timeNs } = curves[c];
      if (next[c] >= timeNs.length) continue;
      if (first < 0 || timeNs[next[c]] < curves[first].timeNs[next[first]]) first = c;
    }
    const { timeNs, bytes } = curves[first];
    const at = next[first]++;
    sum += bytes[at] - level[first];
    level[first] = bytes[at];
    builder.push(timeNs[at], sum);
  }
  return builder.curve();
}
