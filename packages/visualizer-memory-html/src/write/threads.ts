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
    const codes = new Int32Array(ROWS_AT_ONCE);
    for (let row = 0; ids !== undefined && row < ids.length; row += ROWS_AT_ONCE) {
      const end = Math.min(row + ROWS_AT_ONCE, ids.length);
      ids.copy(row, end, some);
      this.#encode(some, end - row, codes);
    }
  }

  /** By code less one. */
  get texts(): string[] {
    return [...this.#codes.keys()].map(String);
  }

  /** The codes of some rows, written to `into`. */
  codes(rows: Int32Array, scratch: Float64Array, into: Int32Array): Int32Array {
    if (this.#ids === undefined) return into.fill(0, 0, rows.length);
    this.#ids.gather(rows, rows.length, scratch);
    this.#encode(scratch, rows.length, into);
    return into;
  }

  /** Makes codes of the first `count` ids. Neighbours are mostly of one thread. */
  #encode(ids: Float64Array, count: number, into: Int32Array): void {
    let before = Number.NaN;
    let code = 0;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      if (id !== before) {
        before = id;
        code = Number.isNaN(id) ? 0 : this.#codeOf(id);
      }
      into[i] = code;
    }
  }

  #codeOf(id: number): number {
    const code = this.#codes.get(id) ?? this.#codes.size + 1;
    this.#codes.set(id, code);
    return code;
  }
}
