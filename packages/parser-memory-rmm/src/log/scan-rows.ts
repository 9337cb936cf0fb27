import { ALLOCATE, FAILURE, FREE, type LogRows } from './rows.js';

const NEWLINE = 10;
const RETURN = 13;
const COMMA = 44;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const LOWER_A = 97;
const LOWER_D = 100;
const LOWER_F = 102;
const LOWER_X = 120;
const OPENING = 40;

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const ALLOCATE_CELL = bytesOf('allocate');
const FAILURE_CELL = bytesOf(' failure');
const FREE_CELL = bytesOf('free');
const DEALLOCATE_CELL = bytesOf('deallocate');
const NIL_CELL = bytesOf('(nil)');

/** Digits of which a number cannot be too large for a double. */
const MOST_DIGITS = 15;
const MOST_HEX_DIGITS = 16;
const CLOCK_LENGTH = 9;
const FRACTION_UNITS = Float64Array.from({ length: 10 }, (_, digits) => 10 ** (9 - digits));

/** Where {@link scanRows} goes on. */
export interface ScanPlace {
  /** The first byte that was not read: of the line that it stopped at. */
  at: number;
  /** The number of that line. */
  line: number;
}

function isAt(bytes: Uint8Array, at: number, cell: Uint8Array): boolean {
  for (let i = 0; i < cell.length; i++) if (bytes[at + i] !== cell[i]) return false;
  return true;
}

/** The value of a hexadecimal digit as RMM writes it; −1 when it is none. */
function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= ZERO + 9) return byte - ZERO;
  return byte >= LOWER_A && byte <= LOWER_F ? byte - LOWER_A + 10 : -1;
}

/** Seconds of `HH:MM:SS`; −1 when it is no time of day. */
function clockSeconds(bytes: Uint8Array, at: number): number {
  const h1 = bytes[at] - ZERO;
  const h2 = bytes[at + 1] - ZERO;
  const m1 = bytes[at + 3] - ZERO;
  const m2 = bytes[at + 4] - ZERO;
  const s1 = bytes[at + 6] - ZERO;
  const s2 = bytes[at + 7] - ZERO;
  if (bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return -1;
  // What is below the digit 0 is a large number without its sign.
  if (h1 >>> 0 > 2 || h2 >>> 0 > 9 || m1 >>> 0 > 5 || m2 >>> 0 > 9) return -1;
  if (s1 >>> 0 > 5 || s2 >>> 0 > 9) return -1;
  const hours = h1 * 10 + h2;
  return hours > 23 ? -1 : (hours * 60 + m1 * 10 + m2) * 60 + s1 * 10 + s2;
}

/**
 * Reads rows that are just as RMM writes them, until `rows` is full, `to` is reached, or a line is
 * anything else: that one is for `cells.ts`, which says what is right. All in one loop over local
 * variables, since it is gone through for every byte of the log.
 *
 * @param to the byte after a line end: every cell ends before it
 */
export function scanRows(bytes: Uint8Array, to: number, rows: LogRows, place: ScanPlace): void {
  const { capacity, addressLow, addressHigh, streamLow, streamHigh } = rows;
  let { count } = rows;
  let start = place.at;
  let line = place.line;
  while (start < to && count < capacity) {
    let at = start;
    let digit = bytes[at] - ZERO;
    let threadId = Number.NaN;
    let timeNs = Number.NaN;
    if (digit >>> 0 <= 9) {
      if (bytes[at + 2] !== COLON) {
        threadId = digit;
        for (digit = bytes[++at] - ZERO; digit >>> 0 <= 9; digit = bytes[++at] - ZERO) {
          threadId = threadId * 10 + digit;
        }
        if (at - start > MOST_DIGITS || bytes[at] !== COMMA) break;
        at++;
      }
      const seconds = clockSeconds(bytes, at);
      const separator = bytes[at + CLOCK_LENGTH - 1];
      if (seconds < 0 || (separator !== POINT && separator !== COLON)) break;
      at += CLOCK_LENGTH;
      const fractionAt = at;
      let fraction = 0;
      for (digit = bytes[at] - ZERO; digit >>> 0 <= 9; digit = bytes[++at] - ZERO) {
        fraction = fraction * 10 + digit;
      }
      const digits = at - fractionAt;
      if (digits === 0 || digits > 9 || bytes[at] !== COMMA) break;
      timeNs = seconds * 1e9 + fraction * FRACTION_UNITS[digits];
      at++;
    }

    let action: number = ALLOCATE;
    const letter = bytes[at];
    if (letter === LOWER_F) {
      if (!isAt(bytes, at, FREE_CELL)) break;
      action = FREE;
      at += FREE_CELL.length;
    } else if (letter === LOWER_A) {
      if (!isAt(bytes, at, ALLOCATE_CELL)) break;
      at += ALLOCATE_CELL.length;
      if (bytes[at] !== COMMA) {
        if (!isAt(bytes, at, FAILURE_CELL)) break;
        action = FAILURE;
        at += FAILURE_CELL.length;
      }
    } else if (letter === LOWER_D) {
      if (!isAt(bytes, at, DEALLOCATE_CELL)) break;
      action = FREE;
      at += DEALLOCATE_CELL.length;
    } else break;
    if (bytes[at++] !== COMMA) break;

    let low = 0;
    let high = 0;
    if (bytes[at] === OPENING) {
      if (!isAt(bytes, at, NIL_CELL)) break;
      at += NIL_CELL.length;
    } else {
      if (bytes[at] === ZERO && bytes[at + 1] === LOWER_X) at += 2;
      const from = at;
      for (digit = hexDigit(bytes[at]); digit >= 0; digit = hexDigit(bytes[++at])) {
        high = (high << 4) | (low >>> 28);
        low = (low << 4) | digit;
      }
      if (at === from || at - from > MOST_HEX_DIGITS) break;
    }
    if (bytes[at++] !== COMMA) break;

    const sizeAt = at;
    let size = 0;
    for (digit = bytes[at] - ZERO; digit >>> 0 <= 9; digit = bytes[++at] - ZERO) {
      size = size * 10 + digit;
    }
    if (at === sizeAt || at - sizeAt > MOST_DIGITS || bytes[at++] !== COMMA) break;

    if (bytes[at] === ZERO && bytes[at + 1] === LOWER_X) at += 2;
    const streamAt = at;
    let handleLow = 0;
    let handleHigh = 0;
    for (digit = hexDigit(bytes[at]); digit >= 0; digit = hexDigit(bytes[++at])) {
      handleHigh = (handleHigh << 4) | (handleLow >>> 28);
      handleLow = (handleLow << 4) | digit;
    }
    if (at === streamAt || at - streamAt > MOST_HEX_DIGITS) break;
    if (bytes[at] === RETURN) at++;
    if (bytes[at++] !== NEWLINE) break;

    rows.line[count] = line++;
    rows.threadId[count] = threadId;
    rows.timeNs[count] = timeNs;
    rows.action[count] = action;
    addressLow[count] = low;
    addressHigh[count] = high;
    rows.bytes[count] = size;
    streamLow[count] = handleLow;
    streamHigh[count] = handleHigh;
    count++;
    start = at;
  }
  rows.count = count;
  place.at = start;
  place.line = line;
}
