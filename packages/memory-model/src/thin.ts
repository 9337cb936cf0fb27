import { CurveBuilder, type LevelCurve } from './level-curve.js';
import { firstAfter } from './sorted.js';

/** What is to be known of a curve before it is thinned. */
export interface CurveExtent {
  readonly points: number;
  readonly beginNs: number;
  readonly endNs: number;
}

/**
 * Takes the points of a curve some at a time and keeps at most four for each of `buckets` equal
 * parts of its time: the first, the smallest, the largest and the last of the part. A curve that has
 * no more points than that is kept as it is.
 */
export class CurveThinner {
  readonly #thin: CurveBuilder;
  readonly #buckets: number;
  readonly #beginNs: number;
  readonly #width: number;
  readonly #keepsAll: boolean;
  #bucket = -1;
  /** Points before this are of the part at hand for sure, whatever is rounded. */
  #sameUntilNs = Number.NEGATIVE_INFINITY;
  /** Times and values of the points of the part at hand: see the places below. */
  readonly #timeNs = new Float64Array(3);
  readonly #bytes = new Float64Array(3);
  /** Which of the part's points those are. */
  readonly #which = new Int32Array(3);

  constructor({ points, beginNs, endNs }: CurveExtent, buckets: number) {
    this.#keepsAll = points <= buckets * 4;
    this.#thin = new CurveBuilder(Math.min(points, buckets * 4));
    this.#buckets = buckets;
    this.#beginNs = beginNs;
    this.#width = (endNs - beginNs) / buckets || 1;
  }

  /** Takes the points from one place of some lists to another. */
  add(timeNs: Float64Array, bytes: Float64Array, begin: number, end: number): void {
    if (this.#keepsAll) {
      for (let i = begin; i < end; i++) this.#thin.push(timeNs[i], bytes[i]);
      return;
    }
    const which = this.#which;
    const kept = this.#bytes;
    for (let i = begin; i < end; i++) {
      const at = timeNs[i];
      const value = bytes[i];
      if (at >= this.#sameUntilNs && this.#enterPart(at)) {
        this.#thin.push(at, value);
        kept.fill(value);
        continue;
      }
      const number = ++which[LAST];
      this.#timeNs[LAST] = at;
      kept[LAST] = value;
      if (value < kept[SMALLEST]) this.#keep(SMALLEST, number, at, value);
      if (value > kept[LARGEST]) this.#keep(LARGEST, number, at, value);
    }
  }

  curve(): LevelCurve {
    this.#finishPart();
    return this.#thin.curve();
  }

  /** Whether a time is of another part than the one at hand; that one is finished then. */
  #enterPart(at: number): boolean {
    const part = Math.floor((at - this.#beginNs) / this.#width);
    const bucket = part < this.#buckets ? part : this.#buckets - 1;
    if (bucket === this.#bucket) return false;
    this.#finishPart();
    this.#bucket = bucket;
    this.#sameUntilNs =
      at < this.#beginNs ? Number.NEGATIVE_INFINITY : this.#beginNs + (bucket + 0.99) * this.#width;
    return true;
  }

  #keep(place: number, number: number, timeNs: number, bytes: number): void {
    this.#which[place] = number;
    this.#timeNs[place] = timeNs;
    this.#bytes[place] = bytes;
  }

  /** The first point of a part is kept when it comes; the others follow in their order, each once. */
  #finishPart(): void {
    const which = this.#which;
    const earlier = which[SMALLEST] < which[LARGEST] ? SMALLEST : LARGEST;
    const later = SMALLEST + LARGEST - earlier;
    if (which[earlier] > 0) this.#take(earlier);
    if (which[later] > which[earlier]) this.#take(later);
    if (which[LAST] > which[later]) this.#take(LAST);
    which.fill(0);
  }

  #take(place: number): void {
    this.#thin.push(this.#timeNs[place], this.#bytes[place]);
  }
}

/** Places of the points that are kept of a part. */
const SMALLEST = 0;
const LARGEST = 1;
const LAST = 2;

/**
 * The curve with at most four points for each of `buckets` equal parts of its time: the first, the
 * smallest, the largest and the last of the part, so that no peak and no low is lost. O(n).
 */
export function thinCurve(curve: LevelCurve, buckets: number): LevelCurve {
  const { timeNs, bytes } = curve;
  const points = timeNs.length;
  if (points <= buckets * 4) return curve;
  const extent = { points, beginNs: timeNs[0], endNs: timeNs[points - 1] };
  const thinner = new CurveThinner(extent, buckets);
  thinner.add(timeNs, bytes, 0, points);
  return thinner.curve();
}

/**
 * The part of a curve from one time to another; it begins with the level that holds there. It is
 * the curve's own memory where the curve has a point at its begin.
 */
export function clipCurve(curve: LevelCurve, fromNs: number, toNs: number): LevelCurve {
  const first = firstAfter(curve.timeNs, fromNs);
  const end = firstAfter(curve.timeNs, toNs, first);
  const hasBegin = first === 0 || curve.timeNs[first - 1] === fromNs;
  const begin = first === 0 ? 0 : first - 1;
  if (hasBegin) {
    return { timeNs: curve.timeNs.subarray(begin, end), bytes: curve.bytes.subarray(begin, end) };
  }
  const clipped = { timeNs: new Float64Array(end - begin), bytes: new Float64Array(end - begin) };
  clipped.timeNs.set(curve.timeNs.subarray(begin, end));
  clipped.bytes.set(curve.bytes.subarray(begin, end));
  clipped.timeNs[0] = fromNs;
  return clipped;
}
