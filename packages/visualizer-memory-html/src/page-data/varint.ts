/**
 * Integers as bytes, small ones short: seven bits a byte, lowest first, the eighth bit set on all
 * but the last. Exact up to 2^53. Used by whoever writes the pages and by the pages.
 */

/** The most bytes that an integer up to 2^53 takes. */
const MAX_BYTES = 8;

/** Writes integers one after another. */
export class VarintWriter {
  #bytes = new Uint8Array(1024);
  #end = 0;

  /** Adds an integer from 0 to 2^53. */
  unsigned(value: number): void {
    if (this.#end + MAX_BYTES > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#end++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#end++] = rest;
  }

  /** Adds an integer from −2^52 to 2^52, those near zero short. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what {@link VarintWriter} wrote. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let byte = this.#bytes[this.#at++];
    let value = byte & 0x7f;
    let scale = 0x80;
    while (byte & 0x80) {
      byte = this.#bytes[this.#at++];
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
    return value;
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** How the integers of a column become varints. */
export type ColumnCoding =
  /** Each from 0 up. */
  | 'unsigned'
  /** Each less the one before; for times in order. */
  | 'delta';

export function encodeColumn(values: ArrayLike<number>, coding: ColumnCoding): Uint8Array {
  const writer = new VarintWriter();
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    if (coding === 'unsigned') writer.unsigned(values[i]);
    else {
      writer.signed(values[i] - before);
      before = values[i];
    }
  }
  return writer.bytes();
}

export function decodeColumn(bytes: Uint8Array, count: number, coding: ColumnCoding): Float64Array {
  const reader = new VarintReader(bytes);
  const values = new Float64Array(count);
  let before = 0;
  for (let i = 0; i < count; i++) {
    if (coding === 'unsigned') values[i] = reader.unsigned();
    else {
      before += reader.signed();
      values[i] = before;
    }
  }
  return values;
}
