import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  equals,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './bytes.js';
import type { CompiledSelection } from './selection.js';

const ARGS = new TextEncoder().encode('args');
/** Longer than any key that is looked for. */
const MAX_KEY_BYTES = 256;

type State = 'key' | 'in-key' | 'colon' | 'value' | 'in-string' | 'in-nested' | 'in-bare' | 'next';

/**
 * Reads an event that is longer than the buffer, piece by piece, and keeps of it a short event with
 * only the fields that are wanted. Memory is bounded by those fields, whatever the event's length.
 */
export class EventCondenser {
  /** Bytes of wanted values that were too long and were left out. */
  tooLong = 0;
  readonly #selection: CompiledSelection;
  readonly #maxValueBytes: number;
  #out = new Uint8Array(4096);
  #outEnd = 0;
  #state: State = 'key';
  #inArgs = false;
  #keyEnd = 0;
  #valueStart = 0;
  readonly #key = new Uint8Array(MAX_KEY_BYTES);
  #escaped = false;
  #depth = 0;
  #nestedString = false;
  #keep = false;
  #malformed = false;

  constructor(selection: CompiledSelection, maxValueBytes: number) {
    this.#selection = selection;
    this.#maxValueBytes = maxValueBytes;
    this.#write(OPEN_BRACE);
  }

  /** The short event; complete once {@link feed} has found its end. */
  get bytes(): Uint8Array {
    return this.#out.subarray(0, this.#outEnd);
  }

  /** Whether something was found that is not JSON. */
  get malformed(): boolean {
    return this.#malformed;
  }

  /**
   * Takes the next piece, which begins after the event's opening brace the first time.
   *
   * @returns the place after the event, or −1 when the piece is used up before its end. Of a
   * malformed event, the place of what is wrong.
   */
  feed(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      switch (this.#state) {
        case 'key':
          if (isSpace(byte)) break;
          if (byte === QUOTE) {
            this.#state = 'in-key';
            this.#keyEnd = 0;
            this.#escaped = false;
          } else if (byte === CLOSE_BRACE) {
            if (this.#close()) return at + 1;
          } else {
            return this.#fail(at);
          }
          break;
        case 'in-key':
          if (byte === QUOTE && !this.#escaped) {
            this.#state = 'colon';
            break;
          }
          this.#escaped = byte === BACKSLASH && !this.#escaped;
          if (this.#keyEnd < MAX_KEY_BYTES) this.#key[this.#keyEnd++] = byte;
          break;
        case 'colon':
          if (isSpace(byte)) break;
          if (byte !== COLON) return this.#fail(at);
          this.#state = 'value';
          break;
        case 'value':
          if (!isSpace(byte)) this.#openValue(byte);
          break;
        case 'in-string':
          this.#keepByte(byte);
          if (byte === QUOTE && !this.#escaped) this.#endValue();
          else this.#escaped = byte === BACKSLASH && !this.#escaped;
          break;
        case 'in-nested':
          this.#nested(byte);
          break;
        case 'in-bare':
          if (byte !== COMMA && byte !== CLOSE_BRACE && !isSpace(byte)) {
            this.#keepByte(byte);
            break;
          }
          this.#endValue();
          at--;
          break;
        case 'next':
          if (isSpace(byte)) break;
          if (byte === COMMA) this.#state = 'key';
          else if (byte !== CLOSE_BRACE) return this.#fail(at);
          else if (this.#close()) return at + 1;
      }
    }
    return -1;
  }

  #openValue(byte: number): void {
    const isArgs = !this.#inArgs && equals(this.#key, 0, this.#keyEnd, ARGS);
    if (isArgs && byte === OPEN_BRACE) {
      this.#inArgs = true;
      this.#writeKey();
      this.#write(OPEN_BRACE);
      this.#state = 'key';
      return;
    }
    const { eventKeys, argKeys } = this.#selection;
    const wanted = this.#inArgs ? argKeys : eventKeys;
    this.#keep = wanted.some(({ key }) => equals(this.#key, 0, this.#keyEnd, key));
    const before = this.#outEnd;
    if (this.#keep) this.#writeKey();
    this.#valueStart = this.#outEnd;
    this.#valueBefore = before;
    this.#keepByte(byte);
    if (byte === QUOTE) {
      this.#state = 'in-string';
      this.#escaped = false;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#state = 'in-nested';
      this.#depth = 1;
      this.#nestedString = false;
      // That it is nested is all that is told of such a value.
      this.#keepByte(byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET);
    } else {
      this.#state = 'in-bare';
    }
  }
  #valueBefore = 0;

  #nested(byte: number): void {
    if (this.#nestedString) {
      if (byte === QUOTE && !this.#escaped) this.#nestedString = false;
      else this.#escaped = byte === BACKSLASH && !this.#escaped;
    } else if (byte === QUOTE) {
      this.#nestedString = true;
      this.#escaped = false;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--this.#depth === 0) this.#endValue();
    }
  }

  /** Keeps a byte of a wanted value, or lets go of the value when it grows too long. */
  #keepByte(byte: number): void {
    if (!this.#keep) return;
    if (this.#outEnd - this.#valueStart > this.#maxValueBytes) {
      this.tooLong++;
      this.#keep = false;
      this.#outEnd = this.#valueBefore;
      return;
    }
    this.#write(byte);
  }

  #endValue(): void {
    this.#state = 'next';
  }

  /** Ends the arguments or the event; true for the event. */
  #close(): boolean {
    this.#write(CLOSE_BRACE);
    if (!this.#inArgs) return true;
    this.#inArgs = false;
    this.#state = 'next';
    return false;
  }

  #fail(at: number): number {
    this.#malformed = true;
    return at;
  }

  #writeKey(): void {
    const last = this.#out[this.#outEnd - 1];
    if (last !== OPEN_BRACE) this.#write(COMMA);
    this.#write(QUOTE);
    for (let i = 0; i < this.#keyEnd; i++) this.#write(this.#key[i]);
    this.#write(QUOTE);
    this.#write(COLON);
  }

  #write(byte: number): void {
    if (this.#outEnd === this.#out.length) {
      const larger = new Uint8Array(this.#out.length * 2);
      larger.set(this.#out);
      this.#out = larger;
    }
    this.#out[this.#outEnd++] = byte;
  }
}
