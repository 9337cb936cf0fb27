/** The bytes of a CSV file that matter. */
const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * One record: where its fields are in `bytes`. Valid only while the scanner's callback runs, since
 * the next record uses the same memory.
 */
export interface CsvRecord {
  readonly bytes: Uint8Array;
  readonly words: DataView;
  readonly count: number;
  /** By field: first byte and the byte after the last, without the quotes around it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By field: 1 when it holds doubled quotes, to be read as one each. */
  readonly doubled: Uint8Array;
  /** Line of the file that the record begins on, from 1. */
  readonly line: number;
  /** Byte of the file that the record begins at, from 0. */
  readonly byteOffset: number;
}

/** A cell was opened with a quote and never closed, so that the file's records cannot be told apart. */
export interface UnclosedQuote {
  readonly line: number;
  readonly byteOffset: number;
}

class GrowingRecord implements CsvRecord {
  bytes: Uint8Array = new Uint8Array(0);
  words: DataView = new DataView(new ArrayBuffer(0));
  count = 0;
  starts = new Int32Array(32);
  ends = new Int32Array(32);
  doubled = new Uint8Array(32);
  line = 0;
  byteOffset = 0;

  push(start: number, end: number, doubled: boolean): void {
    if (this.count === this.starts.length) {
      const grow = <A extends Int32Array | Uint8Array>(from: A, to: A): A => {
        to.set(from as never);
        return to;
      };
      this.starts = grow(this.starts, new Int32Array(this.count * 2));
      this.ends = grow(this.ends, new Int32Array(this.count * 2));
      this.doubled = grow(this.doubled, new Uint8Array(this.count * 2));
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.doubled[this.count++] = doubled ? 1 : 0;
  }
}

/**
 * Finds the records of a CSV file (RFC 4180; `\n`, `\r\n` or both) that comes in pieces, without
 * making an object or a string for any of them. Blank lines are passed over. A quote inside an
 * unquoted field is text, as Python's `csv` has it.
 */
export class CsvScanner {
  readonly #onRecord: (record: CsvRecord) => void;
  readonly #record = new GrowingRecord();
  #buffer: Uint8Array;
  #words: DataView;
  #filled = 0;
  #offset = 0;
  #line = 1;

  /** `bufferBytes` is what is begun with; a longer record makes it grow. */
  constructor(onRecord: (record: CsvRecord) => void, bufferBytes = 1 << 20) {
    this.#onRecord = onRecord;
    this.#buffer = new Uint8Array(bufferBytes);
    this.#words = new DataView(this.#buffer.buffer);
  }

  /** Takes the next piece of the file. */
  push(piece: Uint8Array): void {
    let from = 0;
    while (from < piece.length) {
      if (this.#filled === this.#buffer.length) this.#grow();
      const taken = Math.min(this.#buffer.length - this.#filled, piece.length - from);
      this.#buffer.set(piece.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      this.#drain(false);
    }
  }

  /** Ends the file: its last record needs no line end. */
  finish(): UnclosedQuote | undefined {
    this.#drain(true);
    return this.#filled > 0 ? { line: this.#line, byteOffset: this.#offset } : undefined;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#buffer.length * 2);
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#words = new DataView(larger.buffer);
  }

  #drain(atEnd: boolean): void {
    let at = 0;
    if (this.#offset === 0 && this.#line === 1) {
      if (this.#filled < BYTE_ORDER_MARK.length && !atEnd) return;
      if (BYTE_ORDER_MARK.every((byte, i) => this.#buffer[i] === byte)) at = BYTE_ORDER_MARK.length;
    }
    for (;;) {
      const after = this.#readRecord(at, atEnd);
      if (after < 0) break;
      at = after;
    }
    this.#buffer.copyWithin(0, at, this.#filled);
    this.#filled -= at;
    this.#offset += at;
  }

  /** Reads the record that begins at `start`; returns the place after it, or −1 for want of bytes. */
  #readRecord(start: number, atEnd: boolean): number {
    const bytes = this.#buffer;
    const end = this.#filled;
    const record = this.#record;
    record.count = 0;
    let lines = 0;
    let at = start;
    if (at >= end) return -1;
    for (;;) {
      let fieldStart = at;
      let fieldEnd: number;
      let doubled = false;
      if (bytes[at] === QUOTE && at < end) {
        fieldStart = ++at;
        for (;;) {
          while (at < end && bytes[at] !== QUOTE) {
            if (bytes[at] === NEWLINE) lines++;
            at++;
          }
          if (at >= end) return -1;
          if (at + 1 >= end && !atEnd) return -1;
          if (bytes[at + 1] !== QUOTE || at + 1 >= end) break;
          doubled = true;
          at += 2;
        }
        fieldEnd = at++;
        // What follows a closing quote up to the comma belongs to no cell; producers write none.
        while (at < end && bytes[at] !== COMMA && bytes[at] !== NEWLINE) at++;
      } else {
        while (at < end && bytes[at] !== COMMA && bytes[at] !== NEWLINE) at++;
        const endsLine = at >= end || bytes[at] === NEWLINE;
        fieldEnd = endsLine && at > fieldStart && bytes[at - 1] === RETURN ? at - 1 : at;
      }
      if (at >= end && !atEnd) return -1;
      record.push(fieldStart, fieldEnd, doubled);
      if (at >= end || bytes[at] === NEWLINE) break;
      at++;
    }
    const blank = record.count === 1 && record.starts[0] === record.ends[0];
    if (!blank) {
      record.bytes = bytes;
      record.words = this.#words;
      record.line = this.#line;
      record.byteOffset = this.#offset + start;
      this.#onRecord(record);
    }
    this.#line += lines + 1;
    return Math.min(at + 1, end);
  }
}
