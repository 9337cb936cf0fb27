/**
 * Int64 columns read and written as numbers. A BigInt for every value would cost more than all the
 * arithmetic done with it, so the two 32-bit halves are used where the values are known to fit.
 */

const TWO_32 = 4294967296;

/** Halves of little-endian 64-bit integers: low at 2i, high at 2i + 1. */
function halves(values: BigInt64Array): { low: Uint32Array; high: Int32Array } {
  const { buffer, byteOffset, length } = values;
  return {
    low: new Uint32Array(buffer, byteOffset, length * 2),
    high: new Int32Array(buffer, byteOffset, length * 2),
  };
}

/**
 * `values[i] - origin` as numbers, exact.
 *
 * @throws RangeError when a difference does not fit 2^53 (104 days of ns).
 */
export function int64ToNumbers(values: BigInt64Array, origin = 0n): Float64Array {
  const { low, high } = halves(values);
  const originLow = Number(BigInt.asUintN(32, origin));
  const originHigh = Number(origin >> 32n);
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const difference = (high[2 * i + 1] - originHigh) * TWO_32 + (low[2 * i] - originLow);
    if (!(Math.abs(difference) <= Number.MAX_SAFE_INTEGER)) {
      throw new RangeError(
        `${values[i]} is more than 2^53 away from ${origin}: it cannot be held exactly`,
      );
    }
    numbers[i] = difference;
  }
  return numbers;
}

/**
 * `origin + offsets[i]` as int64, exact; the offsets must be integers. A NaN becomes 0: mark it
 * null beside.
 */
export function numbersToInt64(offsets: Float64Array, origin = 0n): BigInt64Array {
  const column = new Int64Offsets(offsets.length, origin);
  for (let row = 0; row < offsets.length; row++) {
    if (!Number.isNaN(offsets[row])) column.set(row, offsets[row]);
  }
  return column.values;
}

/** A nullable int64 column that is filled with numbers, which have to be integers; NaN is null. */
export class Int64Values {
  readonly values: BigInt64Array;
  /** 1 where there is a value. */
  readonly valid: Uint8Array;
  readonly #low: Uint32Array;
  readonly #high: Int32Array;

  constructor(rows: number) {
    this.values = new BigInt64Array(rows);
    this.valid = new Uint8Array(rows);
    const { low, high } = halves(this.values);
    this.#low = low;
    this.#high = high;
  }

  set(row: number, number: number): void {
    if (Number.isNaN(number)) return;
    this.valid[row] = 1;
    const upper = Math.floor(number / TWO_32);
    this.#low[2 * row] = number - upper * TWO_32;
    this.#high[2 * row + 1] = upper;
  }
}

/** An int64 column that is filled with what is added to one origin: integers, exact. */
export class Int64Offsets {
  readonly values: BigInt64Array;
  readonly #low: Uint32Array;
  readonly #high: Int32Array;
  readonly #originLow: number;
  readonly #originHigh: number;

  constructor(rows: number, origin: bigint) {
    this.values = new BigInt64Array(rows);
    const { low, high } = halves(this.values);
    this.#low = low;
    this.#high = high;
    this.#originLow = Number(BigInt.asUintN(32, origin));
    this.#originHigh = Number(origin >> 32n);
  }

  set(row: number, offset: number): void {
    const upper = Math.floor(offset / TWO_32);
    const sum = this.#originLow + (offset - upper * TWO_32);
    const carry = sum >= TWO_32 ? 1 : 0;
    this.#low[2 * row] = carry ? sum - TWO_32 : sum;
    this.#high[2 * row + 1] = this.#originHigh + upper + carry;
  }
}

/** The numbers as a nullable int64 column: a NaN is null, and the others must be integers. */
export function nullableInt64(numbers: Float64Array): Int64Values {
  const column = new Int64Values(numbers.length);
  for (let row = 0; row < numbers.length; row++) column.set(row, numbers[row]);
  return column;
}
