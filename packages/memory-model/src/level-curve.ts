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
