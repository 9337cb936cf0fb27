import { BACKSLASH } from './bytes.js';
import { readNumber, readTime, type Timespec } from './decimal.js';
import { ABSENT, BARE, type EventReader, STRING } from './event-reader.js';
import type { TextInterner } from './interner.js';
import type { CompiledSelection } from './selection.js';

/** Times of the events of a batch; both NaN where an event has none. See {@link Timespec}. */
export interface TimeColumn {
  readonly seconds: Float64Array;
  readonly nanos: Float64Array;
}

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

/** First byte of `null`, the one bare word that means that there is nothing. */
const NULL = 110;

type Column = Int32Array | Float64Array | TimeColumn;

/** Collects selected events until a batch is full. */
export class BatchBuilder {
  count = 0;
  readonly capacity: number;
  /** Fields that were there but not of the type that was asked for. */
  mismatches = 0;
  readonly #selection: CompiledSelection;
  readonly #interner: TextInterner;
  readonly #time: Timespec = { seconds: 0, nanos: 0 };
  #columns: Column[];

  constructor(selection: CompiledSelection, interner: TextInterner, capacity: number) {
    this.#selection = selection;
    this.#interner = interner;
    this.capacity = capacity;
    this.#columns = this.#newColumns();
  }

  /** Adds the event that `reader` has just read from `bytes`. */
  add(reader: EventReader, bytes: Uint8Array, words: DataView): void {
    const row = this.count++;
    const { types } = this.#selection;
    for (let slot = 0; slot < types.length; slot++) {
      const start = reader.starts[slot];
      const end = reader.ends[slot];
      const found = reader.kinds[slot];
      const kind = found === BARE && bytes[start] === NULL ? ABSENT : found;
      const column = this.#columns[slot];
      switch (types[slot]) {
        case 'text':
          (column as Int32Array)[row] =
            kind === STRING ? this.#interner.code(bytes, words, start, end, true) : -1;
          break;
        case 'scalar':
          (column as Int32Array)[row] =
            kind === STRING || kind === BARE
              ? this.#interner.code(bytes, words, start, end, hasEscape(bytes, start, end))
              : -1;
          break;
        case 'number':
          (column as Float64Array)[row] =
            kind === STRING || kind === BARE ? this.#number(bytes, start, end) : Number.NaN;
          break;
        case 'time':
          this.#readTime(column as TimeColumn, row, kind, bytes, start, end);
      }
    }
  }

  /** The events so far; the builder begins anew. */
  take(): EventBatch {
    const columns = this.#columns;
    const { names } = this.#selection;
    const count = this.count;
    this.#columns = this.#newColumns();
    this.count = 0;
    const column = (field: string): Column => {
      const at = names.indexOf(field);
      if (at < 0) throw new RangeError(`field ${field} was not selected`);
      return columns[at];
    };
    return {
      count,
      codes: (field) => (column(field) as Int32Array).subarray(0, count),
      numbers: (field) => (column(field) as Float64Array).subarray(0, count),
      times: (field) => {
        const { seconds, nanos } = column(field) as TimeColumn;
        return { seconds: seconds.subarray(0, count), nanos: nanos.subarray(0, count) };
      },
    };
  }

  #number(bytes: Uint8Array, start: number, end: number): number {
    const value = readNumber(bytes, start, end);
    if (Number.isNaN(value)) this.mismatches++;
    return value;
  }

  #readTime(
    column: TimeColumn,
    row: number,
    kind: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const time = this.#time;
    let known = false;
    if (kind === STRING || kind === BARE) {
      known = readTime(bytes, start, end, 'us', time) || timeOfDouble(bytes, start, end, time);
    }
    if (!known && kind !== ABSENT) this.mismatches++;
    column.seconds[row] = known ? time.seconds : Number.NaN;
    column.nanos[row] = known ? time.nanos : Number.NaN;
  }

  #newColumns(): Column[] {
    return this.#selection.types.map((type) => {
      if (type === 'text' || type === 'scalar') return new Int32Array(this.capacity);
      if (type === 'number') return new Float64Array(this.capacity);
      return { seconds: new Float64Array(this.capacity), nanos: new Float64Array(this.capacity) };
    });
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
