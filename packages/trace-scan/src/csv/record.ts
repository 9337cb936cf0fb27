/** The bytes of a CSV file that matter. */
const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;

/**
 * One record: where its cells are in `bytes`. Valid only until the next one is read, which uses the
 * same memory.
 */
export interface CsvRecord {
  readonly bytes: Uint8Array;
  readonly words: DataView;
  readonly count: number;
  /** By cell: first byte and the byte after the last, without the quotes around it. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By cell: 1 when it holds doubled quotes, to be read as one each. */
  readonly doubled: Uint8Array;
  /** Line of the file that the record begins on, from 1. */
  readonly line: number;
  /** Byte of the file that the record begins at, from 0. */
  readonly byteOffset: number;
}

/** {@link RecordReader.read}: the record goes on beyond the bytes. */
export const INCOMPLETE = -1;

/** Reads one record after another (RFC 4180; `\n`, `\r\n` or both). */
export class RecordReader implements CsvRecord {
  bytes: Uint8Array = new Uint8Array(0);
  words: DataView = new DataView(new ArrayBuffer(0));
  count = 0;
  starts = new Int32Array(32);
  ends = new Int32Array(32);
  doubled = new Uint8Array(32);
  /** To be set by whoever counts them. */
  line = 0;
  byteOffset = 0;
  /** Line ends inside the record's cells. */
  innerLines = 0;

  /** A blank line, which is no record. */
  get isBlank(): boolean {
    return this.count === 1 && this.starts[0] === this.ends[0];
  }

  /**
   * Reads the record that begins at `start`. A quote inside a cell that does not begin with one is
   * text, as Python's `csv` has it.
   *
   * @returns the place after it, or {@link INCOMPLETE}.
   */
  read(bytes: Uint8Array, words: DataView, start: number, end: number, atEnd: boolean): number {
    this.bytes = bytes;
    this.words = words;
    this.count = 0;
    this.innerLines = 0;
    let at = start;
    if (at >= end) return INCOMPLETE;
    for (;;) {
      let cellStart = at;
      let cellEnd: number;
      let doubled = false;
      if (bytes[at] === QUOTE && at < end) {
        cellStart = ++at;
        for (;;) {
          while (at < end && bytes[at] !== QUOTE) {
            if (bytes[at] === NEWLINE) this.innerLines++;
            at++;
          }
          if (at >= end) return INCOMPLETE;
          if (at + 1 >= end && !atEnd) return INCOMPLETE;
          if (bytes[at + 1] !== QUOTE || at + 1 >= end) break;
          doubled = true;
          at += 2;
        }
        cellEnd = at++;
        // What follows a closing quote up to the comma belongs to no cell; producers write none.
        while (at < end && bytes[at] !== COMMA && bytes[at] !== NEWLINE) at++;
      } else {
        while (at < end && bytes[at] !== COMMA && bytes[at] !== NEWLINE) at++;
        const endsLine = at >= end || bytes[at] === NEWLINE;
        cellEnd = endsLine && at > cellStart && bytes[at - 1] === RETURN ? at - 1 : at;
      }
      if (at >= end && !atEnd) return INCOMPLETE;
      this.#push(cellStart, cellEnd, doubled);
      if (at >= end || bytes[at] === NEWLINE) return Math.min(at + 1, end);
      at++;
    }
  }

  #push(start: number, end: number, doubled: boolean): void {
    if (this.count === this.starts.length) {
      const larger = this.count * 2;
      const grow = <A extends Int32Array | Uint8Array>(from: A, to: A): A => {
        to.set(from as never);
        return to;
      };
      this.starts = grow(this.starts, new Int32Array(larger));
      this.ends = grow(this.ends, new Int32Array(larger));
      this.doubled = grow(this.doubled, new Uint8Array(larger));
    }
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.doubled[this.count++] = doubled ? 1 : 0;
  }
}
