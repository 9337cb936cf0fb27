/**
 * Events of a trace: finds the wanted fields of one after another and puts them into columns. What
 * is not plainly as profilers write it stops it, and the host reads that event itself; so both ways
 * must judge alike what is.
 */
import { endRow, NUMBER, putDecimal, putNone, putText, rows, SCALAR, TEXT, TIME, typeOf } from './batch';
import { at, BACKSLASHES, begin, block, goTo, next, QUOTES, skipOut, strayAt, word } from './json-maps';
import { byteAt, count, GUESSES, INPUT, isBlank, isSpace, PLAN, SLOTS, sameBytes } from './memory';

const QUOTE: u32 = 34;
const COMMA: u32 = 44;
const COLON: u32 = 58;
const BACKSLASH: u32 = 92;
const OPEN_BRACE: u32 = 123;
const CLOSE_BRACE: u32 = 125;

/** Kinds of what was found; the host has the same. */
const ABSENT: u32 = 0;
const STRING: u32 = 1;
const BARE: u32 = 2;
const NESTED: u32 = 3;

/** What {@link readEvents} ended with; the host has the same. */
export const NEEDS_MORE: i32 = 0;
export const FOR_HOST: i32 = 1;
export const BATCH_FULL: i32 = 2;

/** What {@link readObject} ended with. */
const INCOMPLETE: u32 = 0;
const DONE: u32 = 1;
const REFUSED: u32 = 2;
const UNUSUAL: u32 = 3;

/** The plan: lists of texts that the host wrote, each of records: address, length, slot, unused. */
let eventKeys: usize = 0;
let eventKeyCount: u32 = 0;
let argKeys: usize = 0;
let argKeyCount: u32 = 0;
let phases: usize = 0;
let phaseCount: i32 = -1;
let categories: usize = 0;
let categoryCount: i32 = -1;
let phaseSlot: u32 = 0;
let categorySlot: u32 = 0;
let slotCount: u32 = 0;
let fieldCount: u32 = 0;

/** Where the event ends that was done last, and how many were seen. */
export let done: u32 = 0;
export let events: u32 = 0;
/** Begin of the first event that was kept since {@link readEvents} began, and end of the last; −1. */
export let firstKept: i32 = -1;
export let lastKept: i32 = -1;

/** Takes the plan that the host has written at PLAN: twelve numbers in the order of the above. */
export function planEvents(): void {
  eventKeys = load<u32>(PLAN);
  eventKeyCount = load<u32>(PLAN, 4);
  argKeys = load<u32>(PLAN, 8);
  argKeyCount = load<u32>(PLAN, 12);
  phases = load<u32>(PLAN, 16);
  phaseCount = load<i32>(PLAN, 20);
  categories = load<u32>(PLAN, 24);
  categoryCount = load<i32>(PLAN, 28);
  phaseSlot = load<u32>(PLAN, 32);
  categorySlot = load<u32>(PLAN, 36);
  slotCount = load<u32>(PLAN, 40);
  fieldCount = load<u32>(PLAN, 44);
  memory.fill(GUESSES, 0, 64 * 16);
}

/** Slot of a key; −1: not wanted, −2: it has escapes, which are the host's. */
function slotOf(keys: usize, keyCount: u32, from: u32, length: u32): i32 {
  for (let k: u32 = 0; k < keyCount; k++) {
    const record = keys + (<usize>k << 4);
    if (load<u32>(record, 4) == length && sameBytes(load<u32>(record), INPUT + from, length)) {
      return load<i32>(record, 8);
    }
  }
  return length > 0 && count(BACKSLASHES, from, from + length) != 0 ? -2 : -1;
}

/**
 * The same, knowing that most events have the keys of the one before at the same places. What is
 * remembered tells keys of up to eight bytes apart; longer ones are looked up.
 */
// @ts-expect-error: decorator
@inline
function slotAt(place: u32, keys: usize, keyCount: u32, from: u32, length: u32): i32 {
  if (length - 1 >= 8) return slotOf(keys, keyCount, from, length);
  const bytes = load<u64>(INPUT + from) & (<u64>-1 >> (64 - (length << 3)));
  const guess = GUESSES + (<usize>(place & 63) << 4);
  if (load<u64>(guess) == bytes && load<u32>(guess, 8) == length) return load<i32>(guess, 12);
  const slot = slotOf(keys, keyCount, from, length);
  store<u64>(guess, bytes);
  store<u32>(guess, length, 8);
  store<i32>(guess, slot, 12);
  return slot;
}

// @ts-expect-error: decorator
@inline
function isDeciding(slot: i32): bool {
  return <u32>slot == phaseSlot || <u32>slot == categorySlot;
}

/** Notes what a slot holds: the first of a phase or category, the last of anything else. */
// @ts-expect-error: decorator
@inline
function found(slot: i32, kind: u32, from: u32, to: u32): void {
  if (slot < 0) return;
  const place = SLOTS + (<usize>slot << 4);
  if (isDeciding(slot) && load<u32>(place) != ABSENT) return;
  store<u32>(place, kind);
  store<u32>(place, from, 4);
  store<u32>(place, to, 8);
}

function allows(list: usize, texts: i32, slot: u32, atEnd: bool): bool {
  if (texts < 0) return true;
  const place = SLOTS + (<usize>slot << 4);
  const kind = load<u32>(place);
  if (kind != ABSENT && kind != STRING) return false;
  if (kind == ABSENT && !atEnd) return true;
  const from: u32 = kind == ABSENT ? 0 : load<u32>(place, 4);
  const length: u32 = kind == ABSENT ? 0 : load<u32>(place, 8) - from;
  for (let i: i32 = 0; i < texts; i++) {
    const record = list + (<usize>i << 4);
    if (load<u32>(record, 4) == length && sameBytes(load<u32>(record), INPUT + from, length)) return true;
  }
  return false;
}

function isWanted(atEnd: bool): bool {
  return allows(phases, phaseCount, phaseSlot, atEnd) && allows(categories, categoryCount, categorySlot, atEnd);
}

/** First bytes of numbers, `true`, `false`, `null`, `NaN` and `Infinity`. */
function opensBare(byte: u32): bool {
  return (
    byte - 48 < 10 || byte == 45 || byte == 43 || byte == 46 ||
    byte == 116 || byte == 102 || byte == 110 || byte == 78 || byte == 73
  );
}

/** Reads the value between a colon and the structural byte that follows it. */
// @ts-expect-error: decorator
@inline
function readScalar(slot: i32, colon: u32, after: u32): bool {
  let from = colon + 1;
  let to = after;
  if (byteAt(from) == 32) from++;
  while (from < to && isSpace(byteAt(from))) from++;
  while (to > from && isSpace(byteAt(to - 1))) to--;
  if (from == to) return false;
  if (byteAt(from) == QUOTE) {
    if (to - from < 2 || byteAt(to - 1) != QUOTE || count(QUOTES, from, to) != 2) return false;
    found(slot, STRING, from + 1, to - 1);
    return true;
  }
  for (let i = from; i < to; i++) if (isSpace(byteAt(i)) || byteAt(i) == QUOTE) return false;
  if (slot < 0) return true;
  if (!opensBare(byteAt(from))) return false;
  found(slot, BARE, from, to);
  return true;
}

/** Reads keys and values of the object whose brace was read last. */
function readObject(keys: usize, keyCount: u32, inArgs: bool): u32 {
  let first = true;
  let place: u32 = inArgs ? 32 : 0;
  for (;;) {
    const before = at;
    if (!next()) return INCOMPLETE;
    if (byteAt(at) == CLOSE_BRACE && first) return isBlank(before + 1, at) ? DONE : UNUSUAL;
    if (byteAt(at) != COLON) return UNUSUAL;
    first = false;
    const colon = at;
    let from = before + 1;
    let to = colon;
    if (byteAt(from) == 32) from++;
    if (byteAt(from) != QUOTE) while (from < to && isSpace(byteAt(from))) from++;
    if (byteAt(to - 1) != QUOTE) while (to > from && isSpace(byteAt(to - 1))) to--;
    if (to - from < 2 || to <= from || byteAt(from) != QUOTE || byteAt(to - 1) != QUOTE) return UNUSUAL;
    if (count(QUOTES, from, to) != 2) return UNUSUAL;
    from++;
    const length = to - 1 - from;
    const slot = slotAt(place++, keys, keyCount, from, length);
    if (slot == -2) return UNUSUAL;
    if (!next()) return INCOMPLETE;
    let byte = byteAt(at);
    if ((byte | 0x20) == OPEN_BRACE) {
      if (!isBlank(colon + 1, at)) return UNUSUAL;
      const isArgs =
        !inArgs && byte == OPEN_BRACE && length == 4 && load<u32>(INPUT + from) == 0x73677261;
      if (isArgs && argKeyCount > 0) {
        for (let k: u32 = 0; k < argKeyCount; k++) {
          store<u32>(SLOTS + (<usize>load<u32>(argKeys + (<usize>k << 4), 8) << 4), ABSENT);
        }
        const result = readObject(argKeys, argKeyCount, true);
        if (result != DONE) return result;
      } else {
        const opened = at;
        if (!skipOut(1)) return INCOMPLETE;
        if (!isArgs) found(slot, NESTED, opened, at + 1);
        if (!isArgs && !inArgs && slot >= 0 && isDeciding(slot) && !isWanted(false)) {
          return skipOut(1) ? REFUSED : INCOMPLETE;
        }
      }
      const end = at + 1;
      if (!next()) return INCOMPLETE;
      byte = byteAt(at);
      if (!isBlank(end, at)) return UNUSUAL;
    } else {
      if (!readScalar(slot, colon, at)) return UNUSUAL;
      if (!inArgs && slot >= 0 && isDeciding(slot) && !isWanted(false)) {
        if (byte == CLOSE_BRACE) return REFUSED;
        if (byte != COMMA) return UNUSUAL;
        return skipOut(1) ? REFUSED : INCOMPLETE;
      }
    }
    if (byte == CLOSE_BRACE) return DONE;
    if (byte != COMMA) return UNUSUAL;
  }
  return UNUSUAL;
}

/** Puts the fields of the event into the next row; false when the host has to read one of them. */
function keep(): bool {
  for (let slot: u32 = 0; slot < fieldCount; slot++) {
    const place = SLOTS + (<usize>slot << 4);
    const from = load<u32>(place, 4);
    const to = load<u32>(place, 8);
    const type = typeOf(slot);
    let kind = load<u32>(place);
    // `null` is nothing.
    if (kind == BARE && byteAt(from) == 110) kind = ABSENT;
    if (type <= SCALAR) {
      if (kind == STRING || (kind == BARE && type == SCALAR)) {
        const mayHold = type == TEXT || (to > from && count(BACKSLASHES, from, to) != 0);
        if (!putText(slot, from, to, mayHold ? 1 : 0)) return false;
      } else putNone(slot, type);
    } else if (kind == ABSENT) putNone(slot, type);
    else if (kind == NESTED || !putDecimal(slot, type, from, to)) return false;
  }
  return true;
}

const NO_PHASE: u32 = 0;
const PHASE_WANTED: u32 = 1;
const PHASE_REFUSED: u32 = 2;
/** `"ph":"` and `"ph": "`, lowest byte first, and their lengths in bits. */
const TIGHT: u64 = 0x223a22687022;
const TIGHT_BITS: u64 = 0xffffffffffff;
const SPACED: u64 = 0x22203a22687022;
const SPACED_BITS: u64 = 0xffffffffffffff;

/** What a phase of one letter at a place says, where one phase of one letter is wanted. */
// @ts-expect-error: decorator
@inline
function phaseAt(place: u32): u32 {
  const letter = byteAt(place);
  if (letter == BACKSLASH || byteAt(place + 1) != QUOTE) return NO_PHASE;
  return letter == load<u8>(load<u32>(phases)) ? PHASE_WANTED : PHASE_REFUSED;
}

/** What the first key of the event says, if it is the phase. */
// @ts-expect-error: decorator
@inline
function headPhase(open: u32, end: u32): u32 {
  if (open + 12 > end) return NO_PHASE;
  const head = load<u64>(INPUT + open, 1);
  if ((head & SPACED_BITS) == SPACED) return phaseAt(open + 8);
  return (head & TIGHT_BITS) == TIGHT ? phaseAt(open + 7) : NO_PHASE;
}

/** What the last key of the event says, if it is the phase; `close` is the brace. */
// @ts-expect-error: decorator
@inline
function tailPhase(open: u32, close: u32): u32 {
  if (close - open < 12 || byteAt(close - 1) != QUOTE) return NO_PHASE;
  if ((load<u64>(INPUT + close - 9) & SPACED_BITS) == SPACED) return phaseAt(close - 2);
  return (load<u64>(INPUT + close - 8) & TIGHT_BITS) == TIGHT ? phaseAt(close - 2) : NO_PHASE;
}

/**
 * Reads one event, whose brace was read last. Most events of a trace are not wanted, and their
 * phase stands first or last: then nothing between is looked at.
 */
// @ts-expect-error: decorator
@inline
function readEvent(end: u32): u32 {
  if (phaseCount == 1 && load<u32>(phases, 4) == 1) {
    const open = at;
    const phase = headPhase(open, end);
    if (phase == PHASE_REFUSED) return skipOut(1) ? REFUSED : INCOMPLETE;
    if (phase == NO_PHASE) {
      const toBlock = block;
      const toWord = word;
      if (!skipOut(1)) return INCOMPLETE;
      if (tailPhase(open, at) == PHASE_REFUSED) return REFUSED;
      goTo(toBlock, toWord, open);
    }
  }
  for (let slot: u32 = 0; slot < slotCount; slot++) store<u32>(SLOTS + (<usize>slot << 4), ABSENT);
  return readObject(eventKeys, eventKeyCount, false);
}

/** Reads events, the first of which opens at `from`, until one of the reasons above to stop. */
export function readEvents(from: u32, to: u32): i32 {
  done = from;
  firstKept = -1;
  lastKept = -1;
  begin(from, to);
  if (!next()) return NEEDS_MORE;
  for (;;) {
    const open = at;
    const result = readEvent(to);
    if (result == INCOMPLETE) return strayAt == u32.MAX_VALUE ? NEEDS_MORE : FOR_HOST;
    if (result == UNUSUAL || at > strayAt) return FOR_HOST;
    const end = at + 1;
    let full = false;
    if (result == DONE && isWanted(true)) {
      if (!keep()) return FOR_HOST;
      if (firstKept < 0) firstKept = open;
      lastKept = end;
      full = endRow();
    }
    events++;
    done = end;
    if (full) return BATCH_FULL;
    if (!next()) return NEEDS_MORE;
    if (byteAt(at) != COMMA || !isBlank(end, at)) return FOR_HOST;
    const comma = at;
    if (!next()) return NEEDS_MORE;
    if (byteAt(at) != OPEN_BRACE || !isBlank(comma + 1, at)) return FOR_HOST;
  }
  return FOR_HOST;
}
