import type { RangeTable } from './range-table.js';

/**
 * Numbers what happens in an export, begins and ends of ranges among it. A thread is inside its call
 * from the call's begin on: what its ranges do at the very time of an event was before the event only
 * where the call began then as well.
 */
export class EventOrder {
  /** Numbers of the begins and ends of ranges; NaN for an end that is not known. */
  readonly startSeq: Float64Array;
  readonly endSeq: Float64Array;
  readonly #ranges: RangeTable;
  readonly #byEnd: Int32Array;
  #nextStart = 0;
  #nextEnd = 0;
  /** No range begins or ends before. */
  #nextNs = Number.POSITIVE_INFINITY;
  #seq = 0;

  constructor(ranges: RangeTable) {
    this.#ranges = ranges;
    const { rows, endNs, byStart } = ranges;
    this.startSeq = new Float64Array(rows).fill(Number.NaN);
    this.endSeq = new Float64Array(rows).fill(Number.NaN);
    // From the last begun, as those that end together end from within.
    this.#byEnd = byStart.filter((row) => endNs[row] < Number.POSITIVE_INFINITY).reverse();
    this.#byEnd.sort((a, b) => endNs[a] - endNs[b]);
    this.#findNext();
  }

  /**
   * The number of an event.
   *
   * @param callNs when its call began; NaN where that is not known
   */
  event(timeNs: number, callNs: number): number {
    if (this.#nextNs <= timeNs) this.#passRanges(timeNs, !(callNs < timeNs));
    return this.#seq++;
  }

  /** Numbers what ranges are left. */
  finish(): void {
    this.#passRanges(Number.POSITIVE_INFINITY, true);
  }

  #passRanges(timeNs: number, isInclusive: boolean): void {
    while (this.#nextNs < timeNs || (isInclusive && this.#nextNs === timeNs)) {
      if (this.#nextNs === Number.POSITIVE_INFINITY) return;
      this.#passTime(this.#nextNs);
      this.#findNext();
    }
  }

  /** At one time: ends of what began before, then begins, then ends of what lasts no time. */
  #passTime(timeNs: number): void {
    const { byStart, startNs, endNs } = this.#ranges;
    const ends = this.#byEnd;
    const firstEnd = this.#nextEnd;
    while (endNs[ends[this.#nextEnd]] === timeNs) {
      const row = ends[this.#nextEnd++];
      if (startNs[row] < timeNs) this.endSeq[row] = this.#seq++;
    }
    while (startNs[byStart[this.#nextStart]] === timeNs) {
      this.startSeq[byStart[this.#nextStart++]] = this.#seq++;
    }
    for (let place = firstEnd; place < this.#nextEnd; place++) {
      const row = ends[place];
      if (startNs[row] === timeNs) this.endSeq[row] = this.#seq++;
    }
  }

  #findNext(): void {
    const { byStart, startNs, endNs } = this.#ranges;
    this.#nextNs = Math.min(
      startNs[byStart[this.#nextStart]] ?? Number.POSITIVE_INFINITY,
      endNs[this.#byEnd[this.#nextEnd]] ?? Number.POSITIVE_INFINITY,
    );
  }
}
