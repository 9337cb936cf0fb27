import type { Column, RowStore } from '../rows.js';
import type { KernelExports } from './exports.js';

/** What the kernel makes of a cell or a field; `assembly/batch.ts` has the same numbers. */
export const TEXT = 0;
/** In a table: the text without the blanks around it. */
export const SCALAR = 1;
export const NUMBER = 2;
/** And a time: this and the digits that its unit has more than a second. */
export const TIME = 4;

/** Rows in the kernel's memory, which it fills itself where it can. */
export class KernelRows implements RowStore {
  readonly capacity: number;
  readonly #exports: KernelExports;
  readonly #types: readonly number[];
  readonly #addresses: readonly number[];
  /** Bytes from the seconds of a slot's times to their nanoseconds. */
  readonly #toNanos: number;
  #view: DataView;

  /**
   * @throws RangeError when the columns do not fit the memory.
   */
  constructor(exports: KernelExports, types: readonly number[], capacity: number) {
    this.#exports = exports;
    this.#types = types;
    this.#toNanos = exports.batchRows.value * Float64Array.BYTES_PER_ELEMENT;
    this.capacity = Math.min(capacity, exports.batchRows.value);
    this.#addresses = types.map((type, slot) => exports.setColumn(slot, type));
    if (this.#addresses.includes(0)) throw new RangeError('the columns do not fit the memory');
    exports.setRows(0, this.capacity);
    this.#view = new DataView(exports.memory.buffer);
  }

  get count(): number {
    return this.#exports.rows.value;
  }

  setCode(slot: number, code: number): void {
    this.#memory().setInt32(this.#addresses[slot] + this.count * 4, code, true);
  }

  setNumber(slot: number, value: number): void {
    this.#memory().setFloat64(this.#addresses[slot] + this.count * 8, value, true);
  }

  setTime(slot: number, seconds: number, nanos: number): void {
    const place = this.#addresses[slot] + this.count * 8;
    this.#memory().setFloat64(place, seconds, true);
    this.#memory().setFloat64(place + this.#toNanos, nanos, true);
  }

  endRow(): void {
    this.#exports.setRows(this.count + 1, this.capacity);
  }

  take(lend: boolean): Column[] {
    const { count } = this;
    const { buffer } = this.#exports.memory;
    const codes = (address: number) => {
      const view = new Int32Array(buffer, address, count);
      return lend ? view : view.slice();
    };
    const doubles = (address: number) => {
      const view = new Float64Array(buffer, address, count);
      return lend ? view : view.slice();
    };
    const columns = this.#types.map((type, slot): Column => {
      const address = this.#addresses[slot];
      if (type <= SCALAR) return codes(address);
      if (type === NUMBER) return doubles(address);
      return { seconds: doubles(address), nanos: doubles(address + this.#toNanos) };
    });
    this.#exports.setRows(0, this.capacity);
    return columns;
  }

  /** The memory as it is now: growing replaces the buffer. */
  #memory(): DataView {
    const { buffer } = this.#exports.memory;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }
}
