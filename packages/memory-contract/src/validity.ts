import type { Vector } from 'apache-arrow';

/** A list of numbers that can be written to, of any kind. */
type Numbers = Float64Array | Int32Array | Uint8Array;

/** Which rows of a column have a value: Arrow's bitmap, the lowest bit first. */
export class Validity {
  readonly #bits: Uint8Array;
  /** Place of the first row in the bitmap. */
  readonly #first: number;

  constructor(bits: Uint8Array, first: number) {
    this.#bits = bits;
    this.#first = first;
  }

  has(row: number): boolean {
    const place = row + this.#first;
    return (this.#bits[place >> 3] & (1 << (place & 7))) !== 0;
  }

  /** Writes NaN for those of the first `count` of some rows that have no value. */
  blankRows(rows: Int32Array, count: number, into: Float64Array): void {
    const bits = this.#bits;
    const first = this.#first;
    for (let i = 0; i < count; i++) {
      const place = rows[i] + first;
      if ((bits[place >> 3] & (1 << (place & 7))) === 0) into[i] = Number.NaN;
    }
  }

  /**
   * Writes `missing` where there is no value. Most bytes of a bitmap are full and passed over.
   *
   * @param row what the first of the values is of
   */
  blank(values: Numbers, missing: number, row = 0): void {
    const bits = this.#bits;
    for (let i = 0; i < values.length; ) {
      const place = i + row + this.#first;
      const byte = bits[place >> 3];
      if (byte === 0xff && (place & 7) === 0) {
        i += 8;
        continue;
      }
      if ((byte & (1 << (place & 7))) === 0) values[i] = missing;
      i++;
    }
  }
}

/** Undefined where all rows of the column have a value. */
export function validityOf(vector: Vector): Validity | undefined {
  if (vector.nullCount === 0) return undefined;
  const [only] = vector.data;
  if (vector.data.length === 1 && only.nullBitmap.length > 0) {
    return new Validity(only.nullBitmap, only.offset);
  }
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  let row = 0;
  for (const data of vector.data) {
    const own = data.nullCount === 0 ? undefined : new Validity(data.nullBitmap, data.offset);
    for (let i = 0; i < data.length; i++, row++) {
      if (own === undefined || own.has(i)) bits[row >> 3] |= 1 << (row & 7);
    }
  }
  return new Validity(bits, 0);
}
