/** The bytes of JSON that a scanner has to know. */
export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

export function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

export function equals(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  const length = end - start;
  if (length !== other.length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== other[i]) return false;
  return true;
}

/** Looking byte by byte is cheaper than a call for as long as most strings of a trace are. */
const SHORT_STRING = 24;

/**
 * The place of the quote that closes the string whose text begins at `start`, or −1 when it is not
 * before `end`.
 */
export function stringEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const near = Math.min(end, start + SHORT_STRING);
  while (at < near) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  for (;;) {
    if (at >= end) return -1;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return -1;
    let backslash = quote - 1;
    while (backslash >= at && bytes[backslash] === BACKSLASH) backslash--;
    if ((quote - backslash) % 2 === 1) return quote;
    at = quote + 1;
  }
}

/**
 * The place after the object or array that is `depth` levels deep at `start`, or −1 when it does
 * not end before `end`. Strings are skipped; the kinds of bracket are not told apart.
 */
export function nestingEnd(bytes: Uint8Array, start: number, end: number, depth: number): number {
  let at = start;
  let open = depth;
  while (at < end) {
    const byte = bytes[at++];
    if (byte === QUOTE) {
      const close = stringEnd(bytes, at, end);
      if (close < 0) return -1;
      at = close + 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      open++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--open === 0) return at;
    }
  }
  return -1;
}

/** A byte as it is named in messages. */
export function describeByte(byte: number): string {
  return byte > 32 && byte < 127
    ? `“${String.fromCharCode(byte)}”`
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
