import { firstAfter, firstFrom, type LevelCurve } from '@rl-insight/memory-model';

/** Points that one entry stands for, and entries that one of the level above stands for. */
const SHARE = 64;
/** Shorter curves are gone through as they are. */
const LEAST_POINTS = SHARE * 4;

export interface LevelExtent {
  readonly low: number;
  readonly high: number;
}

interface Level {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The lowest and highest level of a curve between two places, in a few steps whatever its length. */
export class LinePyramid {
  readonly #bytes: Float64Array;
  readonly #levels: Level[] = [];

  constructor(bytes: Float64Array) {
    this.#bytes = bytes;
    let below: Level = { low: bytes, high: bytes };
    while (below.low.length >= LEAST_POINTS) {
      below = summedUp(below);
      this.#levels.push(below);
    }
  }

  /** Of the points from one place to before another; there is at least one. */
  between(first: number, end: number): LevelExtent {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const take = (level: Level, from: number, to: number) => {
      for (let i = from; i < to; i++) {
        if (level.low[i] < low) low = level.low[i];
        if (level.high[i] > high) high = level.high[i];
      }
    };
    let level: Level = { low: this.#bytes, high: this.#bytes };
    let from = first;
    let to = end;
    for (const above of this.#levels) {
      const aboveFrom = Math.ceil(from / SHARE);
      const aboveTo = Math.floor(to / SHARE);
      if (aboveFrom >= aboveTo) break;
      take(level, from, aboveFrom * SHARE);
      take(level, aboveTo * SHARE, to);
      level = above;
      from = aboveFrom;
      to = aboveTo;
    }
    take(level, from, to);
    return { low, high };
  }
}

function summedUp({ low, high }: Level): Level {
  const count = Math.ceil(low.length / SHARE);
  const lows = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < low.length; i++) {
    const at = Math.floor(i / SHARE);
    if (low[i] < lows[at]) lows[at] = low[i];
    if (high[i] > highs[at]) highs[at] = high[i];
  }
  return { low: lows, high: highs };
}

const pyramids = new WeakMap<LevelCurve, LinePyramid>();

/** The pyramid of a curve, made when it is first asked for. */
export function pyramidOf(curve: LevelCurve): LinePyramid {
  const known = pyramids.get(curve);
  if (known !== undefined) return known;
  const pyramid = new LinePyramid(curve.bytes);
  pyramids.set(curve, pyramid);
  return pyramid;
}

/**
 * The lowest and highest level of a curve in a time, the level that holds at its begin included: the
 * one before, or all that there are within the nanosecond that it begins at.
 */
export function levelsBetween(
  curve: LevelCurve,
  fromNs: number,
  toNs: number,
): LevelExtent | undefined {
  const end = firstAfter(curve.timeNs, toNs);
  const from = firstFrom(curve.timeNs, fromNs);
  const first = curve.timeNs[from] === fromNs ? from : Math.max(0, from - 1);
  return end > first ? pyramidOf(curve).between(first, end) : undefined;
}
