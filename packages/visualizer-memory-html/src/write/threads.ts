import type { NumberView } from '@rl-insight/memory-contract';

/** Rows that are read at a time. */
const ROWS_AT_ONCE = 4096;

/** Threads as codes from 1, 0 for an allocation whose thread is not known. */
export class Threads {
  readonly #ids: NumberView | undefined;
  readonly #codes = new Map<number, number>();

  constructor(ids: NumberView | undefined) {
    this.#ids = ids;
    const some = new Float64Array(ROWS_AT_ONCE);
    for (let row = 0; ids !== undefined && row < ids.length; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, ids.length);
      ids.copy(row, end, some);
      this.#encode(some, end - row);
    }
  }

  /** By code less one. */
  get texts(): string[] {
    return [...this.#codes.keys()].map(String);
  }

  /** Writes the codes of some rows. */
  codes(rows: Int32Array, into: Float64Array): void {
    if (this.#ids === undefined) {
      into.fill(0, 0, rows.length);
      return;
    }
    this.#ids.gather(rows, rows.length, into);
    this.#encode(into, rows.length);
  }

  /** Makes codes of the first `count` ids. Neighbours are mostly of one thread. */
  #encode(ids: Float64Array, count: number): void {
    let before = Number.NaN;
    let code = 0;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      if (Number.isNaN(id)) ids[i] = 0;
      else {
        if (id !== before) {
          code = this.#codes.get(id) ?? this.#codes.size + 1;
          this.#codes.set(id, code);
          before = id;
        }
        ids[i] = code;
      }
    }
  }
}
