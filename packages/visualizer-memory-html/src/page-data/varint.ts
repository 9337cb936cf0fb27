/**
 * Integers as bytes, small ones short: seven bits a byte, lowest first, the eighth bit set on all
 * but the last. Exact up to 2^53. Used by whoever writes the pages and by the pages.
 */

/** The most bytes that an integer up to 2^53 takes. */
const MAX_BYTES = 8;
/** Up to here the operators on 32-bit integers can be used, which are many times faster. */
const TWO_31 = 2147483648;

/** How the integers of a column become varints. */
export type ColumnCoding =
  /** Each from 0 up. */
  | 'unsigned'
  /** Each less the one before; for times in order. */
  | 'delta';

/** Writes columns of integers one after another, into memory that is used again. */
export class VarintWriter {
  #bytes = new Uint8Array(4096);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  /** What was written; valid until more is. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Forgets what was written and keeps its memory. */
  clear(): void {
    this.#end = 0;
  }

  /** Adds the first `count` of some integers: from 0 to 2^53, or differences from −2^52 to 2^52. */
  add(values: Float64Array | Int32Array, count: number, coding: ColumnCoding): void {
    const isDelta = coding === 'delta';
    if (values instanceof Int32Array) this.#addSmall(values, count, isDelta);
    else this.#addLarge(values, count, isDelta);
  }

  #addSmall(values: Int32Array, count: number, isDelta: boolean): void {
    let bytes = this.#bytes;
    let end = this.#end;
    let before = 0;
    for (let i = 0; i < count; i++) {
      if (end + MAX_BYTES > bytes.length) bytes = this.#grow(end);
      let rest = values[i];
      if (isDelta) {
        // Those near zero are short: 0, −1, 1, −2, … become 0, 1, 2, 3, …
        const difference = rest - before;
        before = rest;
        rest = (difference << 1) ^ (difference >> 31);
      }
      for (; rest >>> 0 >= 0x80; rest >>>= 7) bytes[end++] = rest | 0x80;
      bytes[end++] = rest;
    }
    this.#end = end;
  }

  #addLarge(values: Float64Array, count: number, isDelta: boolean): void {
    let bytes = this.#bytes;
    let end = this.#end;
    let before = 0;
    for (let i = 0; i < count; i++) {
      if (end + MAX_BYTES > bytes.length) bytes = this.#grow(end);
      let rest = values[i];
      if (isDelta) {
        const difference = rest - before;
        before = rest;
        const whole = difference | 0;
        // Mostly it is small, and there is no telling whether it is negative: better not to ask.
        if (whole === difference) rest = ((whole << 1) ^ (whole >> 31)) >>> 0;
        else rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
      }
      while (rest >= TWO_31) {
        bytes[end++] = (rest % 0x80) | 0x80;
        rest = Math.floor(rest / 0x80);
      }
      let small = rest | 0;
      for (; small >= 0x80; small >>>= 7) bytes[end++] = small | 0x80;
      bytes[end++] = small;
    }
    this.#end = end;
  }

  #grow(end: number): Uint8Array<ArrayBuffer> {
    const larger = new Uint8Array(this.#bytes.length * 4);
    larger.set(this.#bytes.subarray(0, end));
    this.#bytes = larger;
    return larger;
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
