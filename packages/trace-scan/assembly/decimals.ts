/** Exact numbers out of decimal text. What is unusual is left to the host, which knows all forms. */
import { byteAt } from './memory';

/** What {@link readTime} found. */
export let seconds: f64 = 0;
export let nanos: f64 = 0;

/** A plain decimal number of a unit with `below` digits more than a second; false for the host. */
export function readTime(start: u32, end: u32, below: u32): bool {
  let point = start;
  while (point < end && byteAt(point) - 48 < 10) point++;
  const whole = point - start;
  if (whole == 0 || whole > 18 || (point < end && byteAt(point) != 46)) return false;
  const secondsEnd = whole > below ? point - below : start;
  if (secondsEnd - start > 15) return false;
  let sec: u64 = 0;
  for (let at = start; at < secondsEnd; at++) sec = sec * 10 + (byteAt(at) - 48);
  let ns: u64 = 0;
  for (let at = secondsEnd; at < point; at++) ns = ns * 10 + (byteAt(at) - 48);
  let wanted = 9 - below;
  let at = point + 1;
  for (; at < end && wanted > 0; at++, wanted--) {
    const digit = byteAt(at) - 48;
    if (digit > 9) return false;
    ns = ns * 10 + digit;
  }
  for (; wanted > 0; wanted--) ns *= 10;
  // Digits below a nanosecond have to be rounded.
  if (at < end) return false;
  seconds = <f64>sec;
  nanos = <f64>ns;
  return true;
}

/** What {@link readNumber} found. */
export let number: f64 = 0;

/** 10^n, exact; by repeated products, since n is small and most often 0 to 3. */
// @ts-expect-error: decorator
@inline
function powerOfTen(n: u32): f64 {
  let power: f64 = 1;
  for (let i: u32 = 0; i < n; i++) power *= 10;
  return power;
}

/** A plain decimal number of at most 15 digits, the nearest double; false for the host. */
export function readNumber(start: u32, end: u32): bool {
  const negative = byteAt(start) == 45;
  let mantissa: u64 = 0;
  let digits: u32 = 0;
  let decimals: u32 = 0;
  let pointed = false;
  for (let at = negative ? start + 1 : start; at < end; at++) {
    const byte = byteAt(at);
    if (byte - 48 < 10) {
      mantissa = mantissa * 10 + (byte - 48);
      digits++;
      if (pointed) decimals++;
    } else if (byte == 46 && !pointed) pointed = true;
    else return false;
  }
  if (digits == 0 || digits > 15) return false;
  // Both operands are exact, so the one division rounds as the text asks.
  number = decimals > 0 ? <f64>mantissa / powerOfTen(decimals) : <f64>mantissa;
  if (negative) number = -number;
  return true;
}
