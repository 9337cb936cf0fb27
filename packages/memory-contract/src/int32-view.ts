import type { Validity } from './validity.js';

/** A column of small integers that is read where it lies; `missing` stands for null. */
export class Int32View {
  readonly length: number;
  readonly #values: Int32Array;
  readonly #validity: Validity | undefined;
  readonly #missing: number;

  constructor(values: Int32Array, validity: Validity | undefined, missing: number) {
    this.length = values.length;
    this.#values = values;
    this.#validity = validity;
    this.#missing = missing;
  }

  at(row: number): number {
    if (this.#validity !== undefined && !this.#validity.has(row)) return this.#missing;
    return this.#values[row];
  }

  /** The whole column. It may be the table's own memory: not to be written to. */
  toArray(): Int32Array {
    if (this.#validity === undefined) return this.#values;
    const values = this.#values.slice();
    this.#validity.blank(values, this.#missing);
    return values;
  }
}
