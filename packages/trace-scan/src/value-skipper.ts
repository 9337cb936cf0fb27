import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './bytes.js';

/** Passes over one JSON value that comes in pieces, of any length, keeping nothing of it. */
export class ValueSkipper {
  #depth = 0;
  #begun = false;
  #inString = false;
  #escaped = false;

  begin(): void {
    this.#depth = 0;
    this.#begun = false;
    this.#inString = false;
    this.#escaped = false;
  }

  /** @returns the place after the value, or −1 when the piece is used up before its end. */
  feed(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (this.#inString) {
        if (byte === QUOTE && !this.#escaped) {
          this.#inString = false;
          if (this.#depth === 0) return at + 1;
        }
        this.#escaped = byte === BACKSLASH && !this.#escaped;
      } else if (byte === QUOTE) {
        this.#inString = true;
        this.#begun = true;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth++;
        this.#begun = true;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#depth === 0) return at;
        if (--this.#depth === 0) return at + 1;
      } else if (this.#depth === 0) {
        const ends = byte === COMMA || isSpace(byte);
        if (ends && this.#begun) return at;
        this.#begun ||= !ends;
      }
    }
    return -1;
  }
}
