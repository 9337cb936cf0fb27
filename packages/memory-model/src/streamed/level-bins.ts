const BINS = 4096;
const FIRST_WIDTH_NS = 1;

/** The highest level in equal parts of a time whose end is not known yet: they widen as it goes on. */
export class LevelBins {
  readonly #highest = new Float64Array(BINS);
  #widthNs = FIRST_WIDTH_NS;
  #originNs = Number.NaN;
  #last = 0;
  #level = 0;

  /** Times never fall. */
  add(timeNs: number, level: number): void {
    if (Number.isNaN(this.#originNs)) {
      this.#originNs = timeNs;
      this.#highest[0] = Math.max(0, level);
    }
    this.#moveTo(timeNs);
    if (level > this.#highest[this.#last]) this.#highest[this.#last] = level;
    this.#level = level;
  }

  /**
   * The highest level in equal parts of the time so far, each beginning with what the one before it
   * ended with. A part may be off by the width of a bin, of which there are thousands.
   */
  bars(count: number): number[] {
    const bins = this.#last + 1;
    return Array.from({ length: count }, (_, bar) => {
      const from = Math.min(this.#last, Math.floor((bar * bins) / count));
      const to = Math.max(from + 1, Math.floor(((bar + 1) * bins) / count));
      return this.#highest.subarray(from, to).reduce((a, b) => Math.max(a, b));
    });
  }

  #moveTo(timeNs: number): void {
    let bin = Math.floor((timeNs - this.#originNs) / this.#widthNs);
    while (bin >= BINS) {
      this.#widen();
      bin = Math.floor((timeNs - this.#originNs) / this.#widthNs);
    }
    if (bin > this.#last) this.#highest.fill(this.#level, this.#last + 1, bin + 1);
    this.#last = Math.max(this.#last, bin);
  }

  #widen(): void {
    const all = this.#highest;
    for (let bin = 0; bin < BINS / 2; bin++) all[bin] = Math.max(all[2 * bin], all[2 * bin + 1]);
    all.fill(0, BINS / 2);
    this.#last = Math.floor(this.#last / 2);
    this.#widthNs *= 2;
    // Half of a bin may have been in the future.
    all.fill(0, this.#last + 1);
  }
}
