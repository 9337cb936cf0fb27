import { readSync } from 'node:fs';
import {
  CLOSE_BRACE,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  stringEnd,
} from '../bytes.js';

const WINDOW_BYTES = 1 << 16;

const TRACE_EVENTS = '"traceEvents"';

/**
 * What an event begins with, up to the end of its first key, as the first event of `head` has it;
 * undefined when there is none to be seen.
 */
export function eventHead(head: Uint8Array): Uint8Array | undefined {
  const named = Buffer.from(head).indexOf(TRACE_EVENTS);
  const array = head.indexOf(OPEN_BRACKET, Math.max(named, 0));
  const event = array < 0 ? -1 : head.indexOf(OPEN_BRACE, array);
  if (event < 0) return undefined;
  let quote = event + 1;
  while (quote < head.length && isSpace(head[quote])) quote++;
  const close = head[quote] === QUOTE ? stringEnd(head, quote + 1, head.length) : -1;
  return close < 0 ? undefined : head.slice(event, close + 1);
}

/** Whether a brace that closes and a comma stand before, with nothing but blanks around them. */
function followsAnEvent(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isSpace(bytes[before])) before--;
  if (before < 0 || bytes[before] !== COMMA) return false;
  before--;
  while (before >= 0 && isSpace(bytes[before])) before--;
  return before >= 0 && bytes[before] === CLOSE_BRACE;
}

/**
 * The first place at or after `from` where an event seems to begin; `end` when there is none. It is
 * a guess: the same bytes may stand in a string or deeper down, so whoever reads up to it has to see
 * that an event ends there.
 */
export function eventAfter(file: number, from: number, end: number, head: Uint8Array): number {
  const key = Buffer.from(head);
  const window = Buffer.alloc(WINDOW_BYTES);
  // What stands before an event has to be seen as well.
  const overlap = head.length + 64;
  for (let start = from; start < end; start += WINDOW_BYTES - overlap) {
    const length = readSync(file, window, 0, Math.min(WINDOW_BYTES, end - start), start);
    const bytes = window.subarray(0, length);
    for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
      if (followsAnEvent(bytes, at)) return start + at;
    }
    if (length < WINDOW_BYTES) return end;
  }
  return end;
}
