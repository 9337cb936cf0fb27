/**
 * Exact numbers out of decimal text, byte by byte: no string is made and no digit is lost.
 * Profilers write times such as `1779785515596661.420` µs, which no double holds.
 */

/** The digits after the decimal point that a unit of time has more than a second. */
export const UNIT_DIGITS = { s: 0, ms: 3, us: 6, ns: 9 } as const;
export type TimeUnit = keyof typeof UNIT_DIGITS;

const ZERO = 48;
const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const NANOS = 9;
/** Whole seconds beyond this many digits are no time of any clock and would not stay exact. */
const MAX_SECOND_DIGITS = 15;

/**
 * A moment or a duration: `seconds` is an integer, `nanos` an integer from 0 to 999,999,999 that
 * is added to it; both are doubles and exact.
 */
export interface Timespec {
  seconds: number;
  nanos: number;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

/**
 * Reads `bytes[start, end)` as a decimal number of `unit` into `into`. Digits below one nanosecond
 * are rounded, half away from zero.
 *
 * @returns false, with `into` untouched, when the text is not a plain decimal number (empty, an
 * exponent, NaN, other characters) or is too large.
 */
export function readTime(
  bytes: Uint8Array,
  start: number,
  end: number,
  unit: TimeUnit,
  into: Timespec,
): boolean {
  let at = start;
  const negative = bytes[at] === MINUS;
  if (at < end && (negative || bytes[at] === PLUS)) at++;
  let point = at;
  while (point < end && isDigit(bytes[point])) point++;
  const wholeDigits = point - at;
  if (point < end && bytes[point] !== POINT) return false;
  for (let i = point + 1; i < end; i++) if (!isDigit(bytes[i])) return false;
  if (wholeDigits === 0 && end - point < 2) return false;

  const below = UNIT_DIGITS[unit];
  const secondsEnd = point - below;
  if (secondsEnd - at > MAX_SECOND_DIGITS) return false;
  let seconds = 0;
  for (let i = at; i < secondsEnd; i++) seconds = seconds * 10 + (bytes[i] - ZERO);

  // The nanoseconds are the nine digits that follow, over the decimal point and beyond the end.
  let nanos = 0;
  let taken = Math.max(0, below - wholeDigits);
  let i = Math.max(at, secondsEnd);
  for (; taken < NANOS && i < end; i++) {
    if (i === point) continue;
    nanos = nanos * 10 + (bytes[i] - ZERO);
    taken++;
  }
  for (; taken < NANOS; taken++) nanos *= 10;
  if (i === point) i++;
  if (i < end && bytes[i] >= ZERO + 5) nanos++;
  if (nanos === 1e9) {
    nanos = 0;
    seconds++;
  }
  if (negative && (seconds !== 0 || nanos !== 0)) {
    seconds = nanos === 0 ? -seconds : -seconds - 1;
    nanos = nanos === 0 ? 0 : 1e9 - nanos;
  }
  into.seconds = seconds;
  into.nanos = nanos;
  return true;
}

/** The time as integer nanoseconds. */
export function timeToNs(time: Timespec): bigint {
  return BigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanos);
}

/** 10^0 to 10^22: the powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, power) => 10 ** power);
const MAX_FAST_DIGITS = 15;

/**
 * Reads `bytes[start, end)` as a JSON-like number, the double nearest to the text; NaN when it is
 * not one. An empty range, blanks, and words are NaN.
 */
export function readNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === MINUS;
  if (at < end && (negative || bytes[at] === PLUS)) at++;
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  for (let i = at; i < end; i++) {
    const byte = bytes[i];
    if (isDigit(byte)) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits++;
      if (decimals >= 0) decimals++;
    } else if (byte === POINT && decimals < 0) {
      decimals = 0;
    } else {
      return slowNumber(bytes, start, end);
    }
  }
  if (digits === 0) return Number.NaN;
  // Both operands are exact, so the one division rounds as the text asks (Clinger's fast path).
  if (digits > MAX_FAST_DIGITS) return slowNumber(bytes, start, end);
  const value = decimals > 0 ? mantissa / POWERS[decimals] : mantissa;
  return negative ? -value : value;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function slowNumber(bytes: Uint8Array, start: number, end: number): number {
  let text = '';
  // Longer than any number that is written out; what is longer is something else.
  if (end - start > 400) return Number.NaN;
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}
