import type { Validity } from './validity.js';

const TWO_32 = 4294967296;
/** Integers whose upper halves differ by less than this differ by less than 2^53. */
const FAR = 2 ** 21 - 1;
const NOTHING = { low: new Uint32Array(0), high: new Int32Array(0) };

/**
 * A column of numbers that is read where it lies: nothing is decoded of what nobody asks for, and
 * what is asked for once needs no memory of its own. NaN is null.
 */
export class NumberView {
  readonly length: number;
  readonly #validity: Validity | undefined;
  readonly #plain: Float64Array | undefined;
  /** Halves of 64-bit integers: the low one at 2 × row, the high one after it. */
  readonly #low: Uint32Array;
  readonly #high: Int32Array;
  readonly #originLow: number;
  readonly #originHigh: number;

  private constructor(
    length: number,
    validity: Validity | undefined,
    plain: Float64Array | undefined,
    halves: { low: Uint32Array; high: Int32Array },
    origin: bigint,
  ) {
    this.length = length;
    this.#validity = validity;
    this.#plain = plain;
    this.#low = halves.low;
    this.#high = halves.high;
    this.#originLow = Number(BigInt.asUintN(32, origin));
    this.#originHigh = Number(origin >> 32n);
  }

  static ofNumbers(values: Float64Array, validity?: Validity): NumberView {
    return new NumberView(values.length, validity, values, NOTHING, 0n);
  }

  /**
   * Integers less `origin`. A difference that does not fit 2^53 (104 days of ns) is a RangeError of
   * whoever reads it.
   */
  static ofInt64(
    values: BigInt64Array,
    validity: Validity | undefined,
    origin: bigint,
  ): NumberView {
    const { buffer, byteOffset, length } = values;
    const low = new Uint32Array(buffer, byteOffset, length * 2);
    const high = new Int32Array(buffer, byteOffset, length * 2);
    return new NumberView(length, validity, undefined, { low, high }, origin);
  }

  /** @throws RangeError when the value cannot be held exactly. */
  at(row: number): number {
    if (this.#validity !== undefined && !this.#validity.has(row)) return Number.NaN;
    return this.#plain === undefined ? this.#integerAt(row) : this.#plain[row];
  }

  /**
   * Copies the values of the first `count` of some rows. Reading many rows by {@link at} takes
   * several times as long.
   *
   * @throws RangeError when a value cannot be held exactly.
   */
  gather(rows: Int32Array, count: number, into: Float64Array): void {
    const plain = this.#plain;
    if (plain === undefined) this.#gatherIntegers(rows, count, into);
    else for (let i = 0; i < count; i++) into[i] = plain[rows[i]];
    this.#validity?.blankRows(rows, count, into);
  }

  /**
   * The whole column. It may be the table's own memory: not to be written to.
   *
   * @throws RangeError when a value cannot be held exactly.
   */
  toArray(): Float64Array {
    const plain = this.#plain;
    if (plain !== undefined && this.#validity === undefined) return plain;
    const values = new Float64Array(this.length);
    this.copy(0, this.length, values);
    return values;
  }

  /**
   * Copies the values from one row to another.
   *
   * @throws RangeError when a value cannot be held exactly.
   */
  copy(begin: number, end: number, into: Float64Array): void {
    const plain = this.#plain;
    if (plain === undefined) this.#copyIntegers(begin, end, into);
    else into.set(plain.subarray(begin, end));
    this.#validity?.blank(into.subarray(0, end - begin), Number.NaN, begin);
  }

  #gatherIntegers(rows: Int32Array, count: number, into: Float64Array): void {
    const low = this.#low;
    const high = this.#high;
    const originLow = this.#originLow;
    const originHigh = this.#originHigh;
    for (let i = 0; i < count; i++) {
      const place = 2 * rows[i];
      const upper = high[place + 1] - originHigh;
      if (upper >= FAR || upper <= -FAR) into[i] = this.#farAt(rows[i]);
      else into[i] = upper * TWO_32 + (low[place] - originLow);
    }
  }

  #copyIntegers(begin: number, end: number, into: Float64Array): void {
    const low = this.#low;
    const high = this.#high;
    const originLow = this.#originLow;
    const originHigh = this.#originHigh;
    for (let row = begin; row < end; row++) {
      const upper = high[2 * row + 1] - originHigh;
      if (upper >= FAR || upper <= -FAR) into[row - begin] = this.#farAt(row);
      else into[row - begin] = upper * TWO_32 + (low[2 * row] - originLow);
    }
  }

  #integerAt(row: number): number {
    const upper = this.#high[2 * row + 1] - this.#originHigh;
    if (upper >= FAR || upper <= -FAR) return this.#farAt(row);
    return upper * TWO_32 + (this.#low[2 * row] - this.#originLow);
  }

  /** A value that is so far from the origin that it may not be held exactly. */
  #farAt(row: number): number {
    // What lies under a null may be anything.
    if (this.#validity?.has(row) === false) return Number.NaN;
    const value = (BigInt(this.#high[2 * row + 1]) << 32n) + BigInt(this.#low[2 * row]);
    const origin = (BigInt(this.#originHigh) << 32n) + BigInt(this.#originLow);
    const difference = Number(value - origin);
    if (Math.abs(difference) <= Number.MAX_SAFE_INTEGER) return difference;
    throw new RangeError(
      `${value} is more than 2^53 away from ${origin}: it cannot be held exactly`,
    );
  }
}
