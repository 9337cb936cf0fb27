import { BACKSLASH } from './bytes.js';
import { readNumber, readTime, type Timespec } from './decimal.js';
import { ABSENT, BARE, type EventReader, STRING } from './event-reader.js';
import type { Column, RowStore, TimeColumn } from './rows.js';
import type { CompiledSelection } from './selection.js';
import type { TextPool } from './text-pool.js';

/** Selected events as columns, in the order of the file. */
export interface EventBatch {
  readonly count: number;
  /** Codes of a `text` or `scalar` field, see `TraceScan.text`; −1 where it is absent. */
  codes(field: string): Int32Array;
  /** A `number` field; NaN where it is absent. */
  numbers(field: string): Float64Array;
  /** A `time` field. */
  times(field: string): TimeColumn;
}

/** The columns of a batch by the names of their fields. */
export class ColumnBatch implements EventBatch {
  readonly count: number;
  readonly columns: readonly Column[];
  readonly #names: readonly string[];

  constructor(names: readonly string[], columns: readonly Column[], count: number) {
    this.#names = names;
    this.columns = columns;
    this.count = count;
  }

  codes(field: string): Int32Array {
    return this.#column(field) as Int32Array;
  }

  numbers(field: string): Float64Array {
    return this.#column(field) as Float64Array;
  }

  times(field: string): TimeColumn {
    return this.#column(field) as TimeColumn;
  }

  #column(field: string): Column {
    const at = this.#names.indexOf(field);
    if (at < 0) throw new RangeError(`field ${field} was not selected`);
    return this.columns[at];
  }
}

/** First byte of `null`, the one bare word that means that there is nothing. */
const NULL = 110;

/** Puts the fields of selected events into the rows of a batch. */
export class BatchBuilder {
  readonly rows: RowStore;
  /** Fields that were there but not of the type that was asked for. */
  mismatches = 0;
  readonly #selection: CompiledSelection;
  readonly #texts: TextPool;
  readonly #time: Timespec = { seconds: 0, nanos: 0 };

  constructor(selection: CompiledSelection, texts: TextPool, rows: RowStore) {
    this.#selection = selection;
    this.#texts = texts;
    this.rows = rows;
  }

  get isFull(): boolean {
    return this.rows.count === this.rows.capacity;
  }

  /** Adds the event that `reader` has just read from `bytes`. */
  add(reader: EventReader, bytes: Uint8Array, words: DataView): void {
    const { rows } = this;
    const { types } = this.#selection;
    for (let slot = 0; slot < types.length; slot++) {
      const start = reader.starts[slot];
      const end = reader.ends[slot];
      const found = reader.kinds[slot];
      const kind = found === BARE && bytes[start] === NULL ? ABSENT : found;
      const isPlain = kind === STRING || kind === BARE;
      switch (types[slot]) {
        case 'text':
          rows.setCode(
            slot,
            kind === STRING ? this.#texts.code(bytes, words, start, end, true) : -1,
          );
          break;
        case 'scalar':
          rows.setCode(
            slot,
            isPlain ? this.#texts.code(bytes, words, start, end, hasEscape(bytes, start, end)) : -1,
          );
          break;
        case 'number':
          rows.setNumber(slot, isPlain ? this.#number(bytes, start, end) : Number.NaN);
          break;
        case 'time':
          this.#readTime(slot, kind, bytes, start, end);
      }
    }
    rows.endRow();
  }

  /** The events so far; the builder begins anew. See {@link RowStore.take}. */
  take(lend: boolean): EventBatch {
    const { count } = this.rows;
    return new ColumnBatch(this.#selection.names, this.rows.take(lend), count);
  }

  #number(bytes: Uint8Array, start: number, end: number): number {
    const value = readNumber(bytes, start, end);
    if (Number.isNaN(value)) this.mismatches++;
    return value;
  }

  #readTime(slot: number, kind: number, bytes: Uint8Array, start: number, end: number): void {
    const time = this.#time;
    let known = false;
    if (kind === STRING || kind === BARE) {
      known = readTime(bytes, start, end, 'us', time) || timeOfDouble(bytes, start, end, time);
    }
    if (known) {
      this.rows.setTime(slot, time.seconds, time.nanos);
      return;
    }
    if (kind !== ABSENT) this.mismatches++;
    this.rows.setTime(slot, Number.NaN, Number.NaN);
  }
}

/** `"7"` and `7` are one thread: only escapes make a string differ from its bytes. */
function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}

/** A time with an exponent, such as `1.5e3`: a double is all that its writer had. */
function timeOfDouble(bytes: Uint8Array, start: number, end: number, into: Timespec): boolean {
  const microseconds = readNumber(bytes, start, end);
  if (!(Math.abs(microseconds) < 2 ** 53)) return false;
  const seconds = Math.floor(microseconds / 1e6);
  const nanos = Math.round((microseconds - seconds * 1e6) * 1e3);
  into.seconds = nanos === 1e9 ? seconds + 1 : seconds;
  into.nanos = nanos === 1e9 ? 0 : nanos;
  return true;
}
