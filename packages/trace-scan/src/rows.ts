import type { FieldType } from './selection.js';

/** Times of the events of a batch; both NaN where an event has none. */
export interface TimeColumn {
  /** Whole seconds. */
  readonly seconds: Float64Array;
  /** Nanoseconds to be added, 0 to 999,999,999. */
  readonly nanos: Float64Array;
}

export type Column = Int32Array | Float64Array | TimeColumn;

/** The rows of one batch, by slot of their fields. */
export interface RowStore {
  /** Rows so far. */
  readonly count: number;
  readonly capacity: number;
  setCode(slot: number, code: number): void;
  setNumber(slot: number, value: number): void;
  setTime(slot: number, seconds: number, nanos: number): void;
  /** Ends the row that was filled. */
  endRow(): void;
  /**
   * The columns of the rows so far; the store begins anew. With `lend` they may be used only until
   * the next row is begun, otherwise each has memory of its own.
   */
  take(lend: boolean): Column[];
}

/** Rows in JavaScript's own memory. */
export class PlainRows implements RowStore {
  count = 0;
  readonly capacity: number;
  readonly #types: readonly FieldType[];
  #columns: Column[];

  constructor(types: readonly FieldType[], capacity: number) {
    this.#types = types;
    this.capacity = capacity;
    this.#columns = this.#newColumns();
  }

  setCode(slot: number, code: number): void {
    (this.#columns[slot] as Int32Array)[this.count] = code;
  }

  setNumber(slot: number, value: number): void {
    (this.#columns[slot] as Float64Array)[this.count] = value;
  }

  setTime(slot: number, seconds: number, nanos: number): void {
    const column = this.#columns[slot] as TimeColumn;
    column.seconds[this.count] = seconds;
    column.nanos[this.count] = nanos;
  }

  endRow(): void {
    this.count++;
  }

  take(lend: boolean): Column[] {
    const columns = this.#columns;
    if (!lend) this.#columns = this.#newColumns();
    const { count } = this;
    this.count = 0;
    if (count === this.capacity) return columns;
    return columns.map((column) =>
      'seconds' in column
        ? { seconds: column.seconds.slice(0, count), nanos: column.nanos.slice(0, count) }
        : column.slice(0, count),
    );
  }

  #newColumns(): Column[] {
    const { capacity } = this;
    return this.#types.map((type) => {
      if (type === 'text' || type === 'scalar') return new Int32Array(capacity);
      if (type === 'number') return new Float64Array(capacity);
      return { seconds: new Float64Array(capacity), nanos: new Float64Array(capacity) };
    });
  }
}
