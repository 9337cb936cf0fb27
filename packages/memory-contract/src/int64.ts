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
  const values = new BigInt64Array(offsets.length);
  const { low, high } = halves(values);
  const originLow = Number(BigInt.asUintN(32, origin));
  const originHigh = Number(origin >> 32n);
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i];
    if (Number.isNaN(offset)) continue;
    const offsetHigh = Math.floor(offset / TWO_32);
    const sum = originLow + (offset - offsetHigh * TWO_32);
    const carry = sum >= TWO_32 ? 1 : 0;
    low[2 * i] = carry ? sum - TWO_32 : sum;
    high[2 * i + 1] = originHigh + offsetHigh + carry;
  }
  return values;
}
