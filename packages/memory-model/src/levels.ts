import { CurveBuilder, type LevelCurve } from './level-curve.js';

/** The most points that are read at a time: the loops over them are to be what takes time. */
export const POINTS_AT_ONCE = 4096;

/** A level over time that is read some points at a time, so that a long one needs no memory. */
export interface Levels {
  /** The points of the last {@link read}. */
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
  /** Reads the next points. Their number is 0 at the end. */
  read(): number;
}

/** The points of a curve. */
export class CurveLevels implements Levels {
  timeNs: Float64Array;
  bytes: Float64Array;
  readonly #curve: LevelCurve;
  #next = 0;

  constructor(curve: LevelCurve) {
    this.#curve = curve;
    this.timeNs = curve.timeNs;
    this.bytes = curve.bytes;
  }

  read(): number {
    const end = this.#next + POINTS_AT_ONCE;
    this.timeNs = this.#curve.timeNs.subarray(this.#next, end);
    this.bytes = this.#curve.bytes.subarray(this.#next, end);
    this.#next = end;
    return this.timeNs.length;
  }
}

/** One of the levels of a sum, and where it is. */
class Part {
  readonly levels: Levels;
  next = 0;
  count: number;
  /** The level after its points so far. */
  bytes: number;

  constructor(levels: Levels) {
    this.levels = levels;
    this.count = levels.read();
    this.bytes = this.count === 0 ? 0 : levels.bytes[0];
  }

  /** The time of its next point; infinite at the end. */
  get timeNs(): number {
    return this.next < this.count ? this.levels.timeNs[this.next] : Number.POSITIVE_INFINITY;
  }
}

/** The sum of levels; one that has not begun counts as its first. */
export class SumLevels implements Levels {
  readonly timeNs = new Float64Array(POINTS_AT_ONCE);
  readonly bytes = new Float64Array(POINTS_AT_ONCE);
  readonly #parts: readonly Part[];

  constructor(all: readonly Levels[]) {
    this.#parts = all.map((levels) => new Part(levels));
  }

  read(): number {
    let count = 0;
    while (count < POINTS_AT_ONCE) {
      const taken = this.#takeRun(count);
      if (taken === 0) break;
      count += taken;
    }
    return count;
  }

  /** Takes what comes next of one part, up to the next point of another. At one time, the first is first. */
  #takeRun(count: number): number {
    let sum = 0;
    let first: Part | undefined;
    let firstNs = Number.POSITIVE_INFINITY;
    /** Next points of the parts before and after the first. */
    let beforeNs = Number.POSITIVE_INFINITY;
    let afterNs = Number.POSITIVE_INFINITY;
    for (const part of this.#parts) {
      sum += part.bytes;
      const { timeNs } = part;
      if (timeNs < firstNs) {
        beforeNs = Math.min(beforeNs, firstNs);
        afterNs = Number.POSITIVE_INFINITY;
        first = part;
        firstNs = timeNs;
      } else afterNs = Math.min(afterNs, timeNs);
    }
    if (first === undefined) return 0;
    const taken = this.#copyRun(first, count, sum - first.bytes, beforeNs, afterNs);
    first.next += taken;
    first.bytes = first.levels.bytes[first.next - 1];
    if (first.next === first.count) {
      first.count = first.levels.read();
      first.next = 0;
    }
    return taken;
  }

  #copyRun(
    { levels, next, count }: Part,
    place: number,
    others: number,
    beforeNs: number,
    afterNs: number,
  ): number {
    const { timeNs, bytes } = levels;
    const most = Math.min(count - next, POINTS_AT_ONCE - place);
    let taken = 0;
    for (; taken < most; taken++) {
      const at = timeNs[next + taken];
      if (at >= beforeNs || at > afterNs) break;
      this.timeNs[place + taken] = at;
      this.bytes[place + taken] = others + bytes[next + taken];
    }
    return taken;
  }
}

/** All points of a level. `points` is about how many. */
export function curveOf(levels: Levels, points: number): LevelCurve {
  const builder = new CurveBuilder(points);
  for (let count = levels.read(); count > 0; count = levels.read()) {
    for (let i = 0; i < count; i++) builder.push(levels.timeNs[i], levels.bytes[i]);
  }
  return builder.curve();
}

/** The sum of curves; one that has not begun counts as its first level. O(n) for few curves. */
export function sumCurves(curves: readonly LevelCurve[]): LevelCurve {
  if (curves.length === 1) return curves[0];
  const points = curves.reduce((count, { timeNs }) => count + timeNs.length, 0);
  return curveOf(new SumLevels(curves.map((curve) => new CurveLevels(curve))), points);
}
