const LEAST_THREADS = 64;

/** What threads hold, by small numbers of them; NaN, which is not known, has one too. */
export class StreamedThreads {
  /** By number. */
  readonly ids: number[] = [];
  outstanding = new Float64Array(LEAST_THREADS);
  count = new Float64Array(LEAST_THREADS);
  /** Blocks that are live. */
  live = new Int32Array(LEAST_THREADS);
  peak = new Float64Array(LEAST_THREADS);
  peakNs = new Float64Array(LEAST_THREADS);
  /** The block that the thread allocated last while it is live, and what it was once it is not. */
  lastBlock = new Int32Array(LEAST_THREADS).fill(-1);
  lastBytes = new Float64Array(LEAST_THREADS);
  readonly #numbers = new Map<number, number>();
  #lastId = Number.NaN;
  #lastNumber = -1;

  /** The number of a thread. */
  of(threadId: number): number {
    if (threadId === this.#lastId) return this.#lastNumber;
    let number = this.#numbers.get(threadId);
    if (number === undefined) {
      number = this.ids.push(threadId) - 1;
      this.#numbers.set(threadId, number);
      if (number === this.outstanding.length) this.#grow();
    }
    this.#lastId = threadId;
    this.#lastNumber = number;
    return number;
  }

  #grow(): void {
    const size = this.outstanding.length * 2;
    const doubles = (from: Float64Array) => {
      const larger = new Float64Array(size);
      larger.set(from);
      return larger;
    };
    const integers = (from: Int32Array, filler: number) => {
      const larger = new Int32Array(size).fill(filler);
      larger.set(from);
      return larger;
    };
    this.outstanding = doubles(this.outstanding);
    this.count = doubles(this.count);
    this.live = integers(this.live, 0);
    this.peak = doubles(this.peak);
    this.peakNs = doubles(this.peakNs);
    this.lastBlock = integers(this.lastBlock, -1);
    this.lastBytes = doubles(this.lastBytes);
  }
}
