const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const TWO_32 = 2 ** 32;
/** Fewer rows are sorted faster by comparing. */
const LEAST_ROWS = 1 << 12;

/**
 * Puts rows into the order of their times; those of one time into that of `compare`. Files are nearly
 * in order, and large: the digits of the times are sorted by, and nothing is compared but what has
 * one time. O(n).
 *
 * @param times whole numbers, by row
 * @param compare of two rows of one time; never 0
 */
export function sortByTime(
  rows: Int32Array,
  times: Float64Array,
  compare: (a: number, b: number) => number,
): void {
  const both = (a: number, b: number) => times[a] - times[b] || compare(a, b);
  if (isSorted(rows, both)) return;
  if (rows.length < LEAST_ROWS) {
    rows.sort(both);
    return;
  }
  sortDigits(rows, times);
  for (let begin = 0; begin < rows.length; ) {
    let end = begin + 1;
    while (end < rows.length && times[rows[end]] === times[rows[begin]]) end++;
    if (end - begin > 1) rows.subarray(begin, end).sort(compare);
    begin = end;
  }
}

function isSorted(rows: Int32Array, compare: (a: number, b: number) => number): boolean {
  for (let i = 1; i < rows.length; i++) if (compare(rows[i - 1], rows[i]) > 0) return false;
  return true;
}

function sortDigits(rows: Int32Array, times: Float64Array): void {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows.length; i++) {
    const time = times[rows[i]];
    if (time < least) least = time;
    if (time > most) most = time;
  }
  // Halves of what is sorted by, in the order of the rows and then always with them.
  const halves = (unit: number) => {
    const digits = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      digits[i] = Math.floor((times[rows[i]] - least) / unit) % TWO_32;
    }
    return digits;
  };
  let order = new Uint32Array(rows.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let spare = new Uint32Array(rows.length);
  for (let unit = 1; unit <= most - least; unit *= TWO_32) {
    const digits = halves(unit);
    for (const shift of [0, DIGIT_BITS]) {
      if (unit * 2 ** shift > most - least) break;
      sortDigit(order, spare, digits, shift);
      [order, spare] = [spare, order];
    }
  }
  const sorted = new Int32Array(rows.length);
  for (let i = 0; i < order.length; i++) sorted[i] = rows[order[i]];
  rows.set(sorted);
}

function sortDigit(from: Uint32Array, to: Uint32Array, digits: Uint32Array, shift: number): void {
  const places = new Uint32Array(DIGITS);
  for (let i = 0; i < digits.length; i++) places[(digits[i] >>> shift) & (DIGITS - 1)]++;
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = places[digit];
    places[digit] = place;
    place += count;
  }
  for (let i = 0; i < from.length; i++) {
    to[places[(digits[from[i]] >>> shift) & (DIGITS - 1)]++] = from[i];
  }
}
