/** How many of a feed are at hand at a time: the loops over them are to be what takes time. */
export const FED_AT_ONCE = 4096;

/**
 * Moments with an amount of bytes, read some at a time, in memory that is used again. After the last
 * of all comes one at infinity.
 */
export abstract class Feed {
  readonly timeNs = new Float64Array(FED_AT_ONCE);
  readonly bytes = new Float64Array(FED_AT_ONCE);
  /** How many are at hand. */
  count = 0;
  /** Which of them is next. */
  next = 0;

  /** Reads more when those at hand are gone through. */
  refill(): void {
    if (this.next < this.count) return;
    this.next = 0;
    this.count = this.read();
    if (this.count > 0) return;
    this.timeNs[0] = Number.POSITIVE_INFINITY;
    this.count = 1;
  }

  /** Writes the next ones and tells how many; 0 at the end. */
  protected abstract read(): number;
}
