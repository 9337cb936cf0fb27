import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  equals,
  isSpace,
  nestingEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  stringEnd,
} from './bytes.js';
import type { CompiledSelection, WantedKey } from './selection.js';

/** What a slot holds of the event that was read last. */
export const ABSENT = 0;
export const STRING = 1;
/** A number, or another bare word such as `true` or `NaN`. */
export const BARE = 2;
/** An object or an array. */
export const NESTED = 3;

/** {@link EventReader.read}: the event goes on beyond the bytes. */
export const INCOMPLETE = -1;
/** {@link EventReader.read}: the bytes are not JSON; {@link EventReader.errorAt} tells where. */
export const MALFORMED = -2;

const ARGS = new TextEncoder().encode('args');
const decoder = new TextDecoder();

/** Finds the wanted fields of one event whose bytes lie together. */
export class EventReader {
  /** By slot: what was found, and where in the bytes (without the quotes of a string). */
  readonly kinds: Uint8Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Whether the event that was read last is one that the selection keeps. */
  kept = false;
  errorAt = 0;
  readonly #selection: CompiledSelection;
  #keyStart = 0;
  #keyEnd = 0;

  constructor(selection: CompiledSelection) {
    this.#selection = selection;
    this.kinds = new Uint8Array(selection.slots);
    this.starts = new Float64Array(selection.slots);
    this.ends = new Float64Array(selection.slots);
  }

  /**
   * Reads the event that opens at `start`. An event is left as soon as its phase or category
   * shows that it is not wanted; the first `ph` and `cat` of an event count, and the last of any
   * other key, as in JavaScript.
   *
   * @returns the place after it, {@link INCOMPLETE} or {@link MALFORMED}.
   */
  read(bytes: Uint8Array, start: number, end: number): number {
    this.kinds.fill(ABSENT);
    this.kept = false;
    const refused = this.#refusedByPhase(bytes, start, end);
    if (refused !== undefined) return refused;
    let at = skipSpace(bytes, start + 1, end);
    if (at < end && bytes[at] === CLOSE_BRACE) {
      this.kept = this.#decide(bytes, true);
      return at + 1;
    }
    for (;;) {
      at = this.#readKey(bytes, at, end);
      if (at < 0) return at;
      if (bytes[at] === OPEN_BRACE && equals(bytes, this.#keyStart, this.#keyEnd, ARGS)) {
        at = this.#readArgs(bytes, at, end);
      } else {
        const slot = this.#slotOf(this.#selection.eventKeys, bytes);
        at = this.#readValue(bytes, at, end, slot);
        if (
          at > 0 &&
          (slot === this.#selection.phaseSlot || slot === this.#selection.categorySlot)
        ) {
          if (!this.#decide(bytes, false)) return nestingEnd(bytes, at, end, 1);
        }
      }
      if (at < 0) return at;
      at = skipSpace(bytes, at, end);
      if (at >= end) return INCOMPLETE;
      if (bytes[at] === CLOSE_BRACE) {
        this.kept = this.#decide(bytes, true);
        return at + 1;
      }
      if (bytes[at] !== COMMA) return this.#malformed(at);
      at = skipSpace(bytes, at + 1, end);
    }
  }

  /**
   * Most events of a trace are not wanted, and their phase stands first or last: then nothing
   * between is looked at. Gives the place after such an event; undefined when it has to be read.
   */
  #refusedByPhase(bytes: Uint8Array, start: number, end: number): number | undefined {
    const { lonePhase } = this.#selection;
    if (lonePhase < 0) return undefined;
    const head = phaseAfter(bytes, start + 1, end);
    if (head === lonePhase) return undefined;
    const after = nestingEnd(bytes, start + 1, end, 1);
    if (after < 0) return INCOMPLETE;
    if (head >= 0) return after;
    const last = phaseBefore(bytes, start, after - 1);
    return last >= 0 && last !== lonePhase ? after : undefined;
  }

  #readArgs(bytes: Uint8Array, open: number, end: number): number {
    const wanted = this.#selection.argKeys;
    for (const { slot } of wanted) this.kinds[slot] = ABSENT;
    if (wanted.length === 0) return nestingEnd(bytes, open + 1, end, 1);
    let at = skipSpace(bytes, open + 1, end);
    if (at < end && bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      at = this.#readKey(bytes, at, end);
      if (at < 0) return at;
      at = this.#readValue(bytes, at, end, this.#slotOf(wanted, bytes));
      if (at < 0) return at;
      at = skipSpace(bytes, at, end);
      if (at >= end) return INCOMPLETE;
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return this.#malformed(at);
      at = skipSpace(bytes, at + 1, end);
    }
  }

  /** Reads the key at `start`; gives the place of its value. */
  #readKey(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end) return INCOMPLETE;
    if (bytes[start] !== QUOTE) return this.#malformed(start);
    this.#keyStart = start + 1;
    this.#keyEnd = stringEnd(bytes, this.#keyStart, end);
    if (this.#keyEnd < 0) return INCOMPLETE;
    const colon = skipSpace(bytes, this.#keyEnd + 1, end);
    if (colon >= end) return INCOMPLETE;
    if (bytes[colon] !== COLON) return this.#malformed(colon);
    const value = skipSpace(bytes, colon + 1, end);
    return value >= end ? INCOMPLETE : value;
  }

  #slotOf(wanted: readonly WantedKey[], bytes: Uint8Array): number {
    return slotOf(wanted, bytes, this.#keyStart, this.#keyEnd);
  }

  /** Reads the value at `start` into `slot` (−1: nowhere). */
  #readValue(bytes: Uint8Array, start: number, end: number, slot: number): number {
    const byte = bytes[start];
    if (byte === QUOTE) {
      const close = stringEnd(bytes, start + 1, end);
      if (close < 0) return INCOMPLETE;
      this.#found(slot, STRING, start + 1, close);
      return close + 1;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const after = nestingEnd(bytes, start + 1, end, 1);
      this.#found(slot, NESTED, start, after);
      return after;
    }
    let at = start;
    while (at < end && !endsBare(bytes[at])) at++;
    if (at >= end) return INCOMPLETE;
    if (at === start || bytes[at] === QUOTE) return this.#malformed(at);
    if (slot >= 0 && !opensBare(byte)) return this.#malformed(start);
    this.#found(slot, BARE, start, at);
    return at;
  }

  #found(slot: number, kind: number, start: number, end: number): void {
    if (slot < 0) return;
    const { phaseSlot, categorySlot } = this.#selection;
    const first = slot === phaseSlot || slot === categorySlot;
    if (first && this.kinds[slot] !== ABSENT) return;
    this.kinds[slot] = kind;
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  /** Whether phase and category allow the event; what has not been seen yet is judged at its end. */
  #decide(bytes: Uint8Array, atEnd: boolean): boolean {
    const { phases, categories, phaseSlot, categorySlot } = this.#selection;
    return (
      this.#allows(bytes, phases, phaseSlot, atEnd) &&
      this.#allows(bytes, categories, categorySlot, atEnd)
    );
  }

  #allows(
    bytes: Uint8Array,
    allowed: readonly Uint8Array[] | undefined,
    slot: number,
    atEnd: boolean,
  ): boolean {
    if (allowed === undefined) return true;
    const kind = this.kinds[slot];
    if (kind === ABSENT) return !atEnd || allowed.some((text) => text.length === 0);
    if (kind !== STRING) return false;
    for (const text of allowed) {
      if (equals(bytes, this.starts[slot], this.ends[slot], text)) return true;
    }
    return false;
  }

  #malformed(at: number): number {
    this.errorAt = at;
    return MALFORMED;
  }
}

/** `"ph":"` and what may stand in it. */
const PHASE_KEYS = ['"ph": "', '"ph":"'].map((text) => new TextEncoder().encode(text));
/** Bytes of an event that has a phase and anything else. */
const LEAST_BYTES = 12;

/** The phase of one letter whose quote closes at `close`, or −1. */
function letterBefore(bytes: Uint8Array, close: number): number {
  const letter = bytes[close - 1];
  return bytes[close] === QUOTE && letter !== BACKSLASH ? letter : -1;
}

/** The letter of the phase that stands first in an event, −1 if it does not stand there. */
function phaseAfter(bytes: Uint8Array, start: number, end: number): number {
  if (start - 1 + LEAST_BYTES > end) return -1;
  for (const key of PHASE_KEYS) {
    const letter = start + key.length;
    if (equals(bytes, start, letter, key)) return letterBefore(bytes, letter + 1);
  }
  return -1;
}

/** The letter of the phase that stands last in the event from `open` to its brace at `close`. */
function phaseBefore(bytes: Uint8Array, open: number, close: number): number {
  if (close - open < LEAST_BYTES) return -1;
  for (const key of PHASE_KEYS) {
    const letter = close - 2;
    if (equals(bytes, letter - key.length, letter, key)) return letterBefore(bytes, close - 1);
  }
  return -1;
}

function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

/** Numbers, `true`, `false`, `null`, and what Python adds to JSON: `NaN`, `Infinity`. */
function opensBare(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 45 || '+.tfnNI'.includes(String.fromCharCode(byte));
}

function endsBare(byte: number): boolean {
  return (
    byte === COMMA ||
    byte === CLOSE_BRACE ||
    byte === CLOSE_BRACKET ||
    byte === OPEN_BRACE ||
    byte === OPEN_BRACKET ||
    byte === QUOTE ||
    byte === COLON ||
    isSpace(byte)
  );
}

function slotOf(
  wanted: readonly WantedKey[],
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  for (const { key, slot } of wanted) {
    if (bytes[start] === key[0] && equals(bytes, start, end, key)) return slot;
  }
  for (let i = start; i < end; i++) {
    if (bytes[i] === BACKSLASH) return slotOfEscaped(wanted, bytes, start, end);
  }
  return -1;
}

/** A key with escapes in it: no profiler writes one, but it is the same key. */
function slotOfEscaped(
  wanted: readonly WantedKey[],
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  try {
    const text: unknown = JSON.parse(`"${decoder.decode(bytes.subarray(start, end))}"`);
    return wanted.find((candidate) => candidate.text === text)?.slot ?? -1;
  } catch {
    return -1;
  }
}
