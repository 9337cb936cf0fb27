import { readNumber, readTime, type Timespec, type TimeUnit, UNIT_DIGITS } from '../decimal.js';
import { FOR_HOST } from '../kernel/events.js';
import type { Kernel } from '../kernel/kernel.js';
import { NUMBER, SCALAR, TEXT, TIME } from '../kernel/rows.js';
import { KernelTable } from '../kernel/table.js';
import { PlainRows, type RowStore } from '../rows.js';
import type { FieldType } from '../selection.js';
import type { TextPool } from '../text-pool.js';
import { CellRange } from './cells.js';
import type { CsvRecord } from './record.js';

/** Which column of a table to read, and how. */
export interface CsvField {
  /** The cell of a row, from 0. */
  readonly place: number;
  readonly type: /** The whole cell, blanks included: a code. */
    | 'text'
    /** The cell without the blanks around it: a code; none where it is empty or `N/A`. */
    | 'label'
    /** A decimal number: a double. */
    | 'number'
    /** A decimal number of `unit`: exact seconds and nanoseconds. */
    | 'time';
  /** Of a time. Default `us`. */
  readonly unit?: TimeUnit;
}

/** What to read of a table, once its header is known. */
export interface CsvPlan {
  /** Cells that a row has at least; more must be empty. */
  readonly width: number;
  readonly fields: Readonly<Record<string, CsvField>>;
}

/** There is a value, but it is not of the type that was asked for. */
export const UNREADABLE = Number.NEGATIVE_INFINITY;

const ROW_TYPES: Readonly<Record<CsvField['type'], FieldType>> = {
  text: 'text',
  label: 'scalar',
  number: 'number',
  time: 'time',
};

function kernelType({ type, unit = 'us' }: CsvField): number {
  if (type === 'time') return TIME + UNIT_DIGITS[unit];
  return { text: TEXT, label: SCALAR, number: NUMBER }[type];
}

/** Puts the rows of a table into columns: by the kernel where it can, otherwise cell by cell. */
export class TableRows {
  readonly names: readonly string[];
  readonly store: RowStore;
  readonly #width: number;
  readonly #fields: readonly CsvField[];
  readonly #texts: TextPool;
  readonly #kernel: KernelTable | undefined;
  readonly #lines: Int32Array;
  readonly #cell = new CellRange();
  readonly #time: Timespec = { seconds: 0, nanos: 0 };

  constructor(plan: CsvPlan, texts: TextPool, capacity: number, kernel: Kernel | undefined) {
    this.names = Object.keys(plan.fields);
    this.#fields = Object.values(plan.fields);
    this.#width = plan.width;
    this.#texts = texts;
    const slots = new Array<number>(plan.width).fill(-1);
    this.#fields.forEach(({ place }, slot) => {
      slots[place] = slot;
    });
    this.#kernel =
      kernel && KernelTable.plan(kernel, slots, this.#fields.map(kernelType), capacity);
    this.store =
      this.#kernel?.rows ??
      new PlainRows(
        this.#fields.map(({ type }) => ROW_TYPES[type]),
        capacity,
      );
    this.#lines = new Int32Array(this.#kernel ? 0 : capacity);
  }

  /** Whether {@link readByKernel} can be used. */
  get hasKernel(): boolean {
    return this.#kernel !== undefined;
  }

  /** Lets the kernel read the rows of its input; tells where and on which line it stopped. */
  readByKernel(
    from: number,
    to: number,
    line: number,
  ): { readonly done: number; readonly line: number; readonly forHost: boolean } {
    const kernel = this.#kernel as KernelTable;
    const status = kernel.read(from, to, line);
    return { done: kernel.done, line: kernel.line, forHost: status === FOR_HOST };
  }

  /** Adds a record as a row; tells when it has not as many cells as the header. */
  add(record: CsvRecord): 'fewer' | 'more' | undefined {
    if (record.count < this.#width) return 'fewer';
    for (let cell = this.#width; cell < record.count; cell++) {
      if (record.starts[cell] !== record.ends[cell]) return 'more';
    }
    this.#fields.forEach((field, slot) => {
      this.#put(record, field, slot);
    });
    if (this.#kernel === undefined) this.#lines[this.store.count] = record.line;
    else this.#kernel.setLine(record.line);
    this.store.endRow();
    return undefined;
  }

  /** The lines that the rows so far begin on. */
  lines(): Int32Array {
    return this.#kernel?.lines().slice() ?? this.#lines.slice(0, this.store.count);
  }

  #put(record: CsvRecord, { place, type, unit = 'us' }: CsvField, slot: number): void {
    const { bytes, words } = record;
    const doubled = record.doubled[place] === 1;
    if (type === 'text') {
      const { starts, ends } = record;
      const code = this.#texts.code(bytes, words, starts[place], ends[place], doubled);
      this.store.setCode(slot, code);
      return;
    }
    const cell = this.#cell;
    const isThere = cell.select(record, place);
    if (type === 'label') {
      const code = isThere ? this.#texts.code(bytes, words, cell.start, cell.end, doubled) : -1;
      this.store.setCode(slot, code);
    } else if (type === 'number') {
      const value = isThere ? readNumber(bytes, cell.start, cell.end) : Number.NaN;
      this.store.setNumber(slot, isThere && Number.isNaN(value) ? UNREADABLE : value);
    } else if (!isThere) {
      this.store.setTime(slot, Number.NaN, Number.NaN);
    } else if (readTime(bytes, cell.start, cell.end, unit, this.#time)) {
      this.store.setTime(slot, this.#time.seconds, this.#time.nanos);
    } else {
      this.store.setTime(slot, UNREADABLE, UNREADABLE);
    }
  }
}
