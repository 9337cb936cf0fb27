import { isByTime, rowsByTime } from './order.js';

/**
 * For intervals of several kinds: how many others of the same kind each one overlaps: that begin
 * before it ends and end after it begins. `kind[row]` is any code; −1 is a kind of its own, too.
 *
 * O(n log n) at worst, O(n) for intervals that are in order of their begin.
 */
export function overlapCounts(
  startNs: Float64Array,
  endNs: Float64Array,
  kind: Int32Array,
): Int32Array {
  const sweep = new OverlapSweep(startNs, endNs, kind);
  sweep.addBegunBeforeEnd();
  sweep.subtractEndedByStart();
  return sweep.counts;
}

/** Goes through begins and ends in order of time, counting them by kind. */
class OverlapSweep {
  readonly counts: Int32Array;
  readonly #startNs: Float64Array;
  readonly #endNs: Float64Array;
  /** Kinds as numbers from 0. */
  readonly #kind: Int32Array;
  readonly #kinds: number;
  /** Undefined where they are in that order. */
  readonly #byStart: Int32Array | undefined;
  readonly #byEnd: Int32Array;

  constructor(startNs: Float64Array, endNs: Float64Array, kind: Int32Array) {
    const rows = startNs.length;
    this.counts = new Int32Array(rows);
    this.#startNs = startNs;
    this.#endNs = endNs;
    const { numbers, count } = kindNumbers(kind);
    this.#kind = numbers;
    this.#kinds = count;
    this.#byStart = isByTime(undefined, startNs, undefined)
      ? undefined
      : rowsByTime(undefined, startNs, undefined, new Int32Array(rows));
    this.#byEnd = rowsByTime(undefined, endNs, undefined, new Int32Array(rows));
  }

  addBegunBeforeEnd(): void {
    const begun = new Int32Array(this.#kinds);
    const { counts } = this;
    const startNs = this.#startNs;
    const endNs = this.#endNs;
    const kind = this.#kind;
    const byStart = this.#byStart;
    const starts = byStart?.length ?? startNs.length;
    let next = 0;
    const byEnd = this.#byEnd;
    for (let i = 0; i < byEnd.length; i++) {
      const row = byEnd[i];
      const end = endNs[row];
      for (; next < starts; next++) {
        const other = byStart === undefined ? next : byStart[next];
        if (startNs[other] >= end) break;
        begun[kind[other]]++;
      }
      counts[row] += begun[kind[row]];
    }
    // What never ends sees all of its kind begin.
    for (; next < starts; next++) begun[kind[byStart === undefined ? next : byStart[next]]]++;
    for (let row = 0; row < counts.length; row++) {
      if (!Number.isFinite(endNs[row])) counts[row] += begun[kind[row]];
    }
  }

  subtractEndedByStart(): void {
    const { counts } = this;
    const startNs = this.#startNs;
    const endNs = this.#endNs;
    const kind = this.#kind;
    const byStart = this.#byStart;
    const byEnd = this.#byEnd;
    const starts = byStart?.length ?? startNs.length;
    const ended = new Int32Array(this.#kinds);
    /** Of the moment at hand: intervals of no length, which begin and end at it. */
    const moments = new Int32Array(this.#kinds);
    let firstEnd = 0;
    let next = 0;
    let now = Number.NaN;
    for (let i = 0; i < starts; i++) {
      const row = byStart === undefined ? i : byStart[i];
      const start = startNs[row];
      if (start !== now) {
        // The moments of the time before have ended now.
        for (; firstEnd < next; firstEnd++) {
          const other = byEnd[firstEnd];
          if (startNs[other] !== now) continue;
          moments[kind[other]]--;
          ended[kind[other]]++;
        }
        now = start;
        for (; next < byEnd.length && endNs[byEnd[next]] < now; next++) ended[kind[byEnd[next]]]++;
        firstEnd = next;
        for (; next < byEnd.length && endNs[byEnd[next]] === now; next++) {
          const other = byEnd[next];
          if (startNs[other] === now) moments[kind[other]]++;
          else ended[kind[other]]++;
        }
      }
      counts[row] -= ended[kind[row]];
      // An interval of no length overlaps none of its own moment, and has not counted itself.
      if (now < endNs[row]) counts[row] -= moments[kind[row]] + 1;
    }
  }
}

/** Kinds as numbers from 0, the codes themselves where those are dense. */
function kindNumbers(kind: Int32Array): { numbers: Int32Array; count: number } {
  let smallest = 0;
  let largest = -1;
  for (let row = 0; row < kind.length; row++) {
    if (kind[row] < smallest) smallest = kind[row];
    if (kind[row] > largest) largest = kind[row];
  }
  if (smallest === 0 && largest <= kind.length) return { numbers: kind, count: largest + 1 };
  const known = new Map<number, number>();
  const numbers = kind.map((code) => {
    const number = known.get(code) ?? known.size;
    known.set(code, number);
    return number;
  });
  return { numbers, count: known.size };
}
