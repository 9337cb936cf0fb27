/** Below this many, comparing is faster than counting. */
const FEW = 64;
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const TWO_32 = 2 ** 32;

/** Fresh memory costs more than all that is done with it, so it is kept for the next time. */
class Scratch {
  low = new Uint32Array(0);
  high = new Uint32Array(0);
  from = new Int32Array(0);
  to = new Int32Array(0);

  reserve(count: number): void {
    if (this.low.length >= count) return;
    this.low = new Uint32Array(count);
    this.high = new Uint32Array(count);
    this.from = new Int32Array(count);
    this.to = new Int32Array(count);
  }
}

const kept = new Scratch();
/** Rows whose scratch memory is kept, 16 bytes each. */
const MOST_KEPT = 1 << 22;

function isSorted(rows: Int32Array, key: Float64Array): boolean {
  for (let i = 1; i < rows.length; i++) if (key[rows[i]] < key[rows[i - 1]]) return false;
  return true;
}

/**
 * The rows in order of their keys, which are integers (ns); equal keys keep the order of `rows`. An
 * array that is in order is given back as it is. O(n): digits are counted, none is compared.
 */
export function sortRows(rows: Int32Array, key: Float64Array): Int32Array {
  if (isSorted(rows, key)) return rows;
  const count = rows.length;
  if (count < FEW) {
    const places = Int32Array.from(rows, (_, place) => place);
    places.sort((a, b) => key[rows[a]] - key[rows[b]] || a - b);
    return places.map((place) => rows[place]);
  }
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const value = key[rows[i]];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const scratch = count > MOST_KEPT ? new Scratch() : kept;
  scratch.reserve(count);
  const { low, high } = scratch;
  for (let i = 0; i < count; i++) {
    const value = key[rows[i]] - least;
    const upper = Math.floor(value / TWO_32);
    low[i] = value - upper * TWO_32;
    high[i] = upper;
  }
  const bits = Math.ceil(Math.log2(most - least + 1));
  let { from, to } = scratch;
  for (let i = 0; i < count; i++) from[i] = i;
  const starts = new Int32Array(DIGITS);
  for (let shift = 0; shift < bits; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[digitOf(low[i], high[i], shift)]++;
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const own = starts[digit];
      starts[digit] = sum;
      sum += own;
    }
    for (let i = 0; i < count; i++) {
      const place = from[i];
      to[starts[digitOf(low[place], high[place], shift)]++] = place;
    }
    [from, to] = [to, from];
  }
  const sorted = new Int32Array(count);
  for (let i = 0; i < count; i++) sorted[i] = rows[from[i]];
  return sorted;
}

function digitOf(low: number, high: number, shift: number): number {
  if (shift >= 32) return (high >>> (shift - 32)) & (DIGITS - 1);
  if (shift + DIGIT_BITS <= 32) return (low >>> shift) & (DIGITS - 1);
  return ((low >>> shift) | (high << (32 - shift))) & (DIGITS - 1);
}

/** 0 to `count` − 1. */
export function allRows(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** `values[rows[i]]`. */
export function take<A extends Float64Array | Int32Array | Uint8Array>(
  values: A,
  rows: Int32Array,
): A {
  const taken = new (values.constructor as new (length: number) => A)(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]];
  return taken;
}

/** The rows of `code`, in order. */
export function rowsOfCode(codes: Int32Array, code: number, among: Int32Array): Int32Array {
  const rows = new Int32Array(among.length);
  let end = 0;
  for (let i = 0; i < among.length; i++) if (codes[among[i]] === code) rows[end++] = among[i];
  return rows.subarray(0, end);
}
