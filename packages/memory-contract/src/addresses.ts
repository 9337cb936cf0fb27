import type { Table } from 'apache-arrow';
import { type Validity, validityOf } from './validity.js';

/**
 * A column of addresses, read where it lies. They have 64 bits, which no double holds: they come as
 * two halves, or one by one as a bigint.
 */
export class AddressView {
  readonly length: number;
  readonly #validity: Validity | undefined;
  /** The low half of a row at 2 × row, the high one after it. */
  readonly #halves: Uint32Array;

  constructor(halves: Uint32Array, validity: Validity | undefined) {
    this.length = halves.length / 2;
    this.#halves = halves;
    this.#validity = validity;
  }

  /** Whether a row has an address. */
  has(row: number): boolean {
    return this.#validity?.has(row) ?? true;
  }

  low(row: number): number {
    return this.#halves[2 * row];
  }

  high(row: number): number {
    return this.#halves[2 * row + 1];
  }

  at(row: number): bigint {
    return (BigInt(this.high(row)) << 32n) | BigInt(this.low(row));
  }
}

/** The addresses of a table; undefined where it has no such column of 64-bit integers. */
export function addressView(table: Table, name = 'address'): AddressView | undefined {
  const vector = table.getChild(name);
  if (vector === null) return undefined;
  const chunks = vector.data.map(({ values, length }) => ({ values, length }));
  const halves = new Uint32Array(vector.length * 2);
  let end = 0;
  for (const { values, length } of chunks) {
    if (!(values instanceof BigUint64Array || values instanceof BigInt64Array)) return undefined;
    const own = new Uint32Array(values.buffer, values.byteOffset, length * 2);
    if (chunks.length === 1) return new AddressView(own, validityOf(vector));
    halves.set(own, end);
    end += own.length;
  }
  return new AddressView(halves, validityOf(vector));
}
