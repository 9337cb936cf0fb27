import { ColumnBatch, type EventBatch } from '../batch.js';
import { InputBuffer } from '../input-buffer.js';
import { TextInterner } from '../interner.js';
import type { KernelExports } from '../kernel/exports.js';
import { Kernel } from '../kernel/kernel.js';
import type { TextPool } from '../text-pool.js';
import { byteOrderMark, grownBuffer } from './buffer.js';
import { cellTexts } from './cells.js';
import { INCOMPLETE, RecordReader } from './record.js';
import { type CsvPlan, TableRows } from './table.js';

export interface CsvLimits {
  /** Size of the buffer that rows are read in, bytes, at most 256 KiB; a longer row makes it grow. */
  readonly bufferBytes?: number;
  /** Rows in a batch, at most 8192, which is the default. */
  readonly batchRows?: number;
  /** A batch may be used only until the next is asked for, which saves copying. Default false. */
  readonly lendBatches?: boolean;
}

/** Rows of a table as columns, in the order of the file. See {@link CsvField} and {@link UNREADABLE}. */
export interface CsvBatch extends EventBatch {
  /** By row: the line of the file that it begins on, from 1. */
  readonly lines: Int32Array;
}

/** A cell was opened with a quote and never closed, so that the rows from there on cannot be told apart. */
export interface UnclosedQuote {
  readonly line: number;
  readonly byteOffset: number;
}

/** Rows that have not as many cells as the header: how many, and the line of the first. */
export interface Misfits {
  readonly count: number;
  readonly line: number;
}

/** What a reading has seen so far. */
export interface CsvReport {
  readonly bytes: number;
  /** Cells of the first record; undefined when there is none. */
  readonly header: readonly string[] | undefined;
  readonly rows: number;
  readonly fewerCells: Misfits | undefined;
  readonly moreCells: Misfits | undefined;
  /** The rows from there on are lost. */
  readonly unclosedQuote: UnclosedQuote | undefined;
}

const MOST_BUFFER_BYTES = 1 << 18;
const MOST_ROWS = 8192;
/** Most records that are read in TypeScript before the kernel is tried again. */
const MOST_FOR_HOST = 1024;

function singleQuotes(text: string): string {
  return text.replaceAll('""', '"');
}

/** Reads the rows of a CSV file that comes in pieces into columns. */
export class CsvTableScanner {
  readonly texts: TextPool;
  readonly #plan: (header: readonly string[]) => CsvPlan | undefined;
  readonly #limits: CsvLimits;
  readonly #kernel: Kernel | undefined;
  readonly #record = new RecordReader();
  #buffer: InputBuffer;
  /** Whether the buffer is the kernel's own input. */
  #inKernel: boolean;
  #table: TableRows | undefined;
  #header: readonly string[] | undefined;
  #line = 1;
  #rows = 0;
  #fewer: Misfits | undefined;
  #more: Misfits | undefined;
  #unclosedQuote: UnclosedQuote | undefined;
  #forHost = 0;
  #lastForHost = 0;

  /** `plan` says from the header what to read; undefined: nothing, and the rows are passed over. */
  constructor(
    plan: (header: readonly string[]) => CsvPlan | undefined,
    limits: CsvLimits = {},
    exports?: KernelExports,
  ) {
    this.#plan = plan;
    this.#limits = limits;
    this.#kernel = exports && new Kernel(exports, singleQuotes);
    this.texts = this.#kernel?.texts ?? new TextInterner(singleQuotes);
    const bufferBytes = Math.min(MOST_BUFFER_BYTES, Math.max(16, limits.bufferBytes ?? Infinity));
    this.#inKernel = exports !== undefined;
    this.#buffer = new InputBuffer(
      () =>
        exports
          ? new Uint8Array(exports.memory.buffer, exports.input.value, bufferBytes)
          : new Uint8Array(bufferBytes),
      0,
    );
  }

  /** Takes the next piece of the file. It is read while the result is iterated over. */
  *push(piece: Uint8Array): Generator<CsvBatch> {
    for (let from = 0; from < piece.length; ) {
      from += this.#buffer.fill(piece, from);
      yield* this.#drain(false);
    }
  }

  /** Ends the file: its last record needs no line end. */
  *finish(): Generator<CsvBatch> {
    yield* this.#drain(true);
    const { filled, offset } = this.#buffer;
    if (filled > 0) this.#unclosedQuote = { line: this.#line, byteOffset: offset };
    yield* this.#take();
  }

  report(): CsvReport {
    return {
      bytes: this.#buffer.end,
      header: this.#header,
      rows: this.#rows + (this.#table?.store.count ?? 0),
      fewerCells: this.#fewer,
      moreCells: this.#more,
      unclosedQuote: this.#unclosedQuote,
    };
  }

  *#take(): Generator<CsvBatch> {
    const table = this.#table;
    const count = table?.store.count ?? 0;
    if (table === undefined || count === 0) return;
    this.#rows += count;
    const lines = table.lines();
    const columns = table.store.take(this.#limits.lendBatches ?? false);
    yield Object.assign(new ColumnBatch(table.names, columns, count), { lines });
  }

  *#drain(atEnd: boolean): Generator<CsvBatch> {
    if (this.#buffer.position === 0 && this.#line === 1) {
      const mark = byteOrderMark(this.#buffer, atEnd);
      if (mark < 0) return;
      this.#buffer.at = mark;
    }
    while (this.#step(atEnd)) {
      const store = this.#table?.store;
      if (store !== undefined && store.count === store.capacity) yield* this.#take();
    }
    if (this.#buffer.compact() || !this.#buffer.isFull) return;
    // The kernel's input is of a fixed size, so a row that fills it is read elsewhere.
    this.#buffer = grownBuffer(this.#buffer);
    this.#inKernel = false;
  }

  /** One step of reading; false when more bytes are needed. */
  #step(atEnd: boolean): boolean {
    const buffer = this.#buffer;
    if (this.#inKernel && this.#forHost === 0 && this.#table?.hasKernel) {
      const from = buffer.at;
      const { done, line, forHost } = this.#table.readByKernel(from, buffer.filled, this.#line);
      buffer.at = done;
      this.#line = line;
      if (done > from) this.#lastForHost = 0;
      if (forHost || (atEnd && done === from)) {
        this.#lastForHost = Math.min(this.#lastForHost * 2 + 1, MOST_FOR_HOST);
        this.#forHost = this.#lastForHost;
        return true;
      }
      return done > from;
    }
    return this.#readRecord(atEnd);
  }

  #readRecord(atEnd: boolean): boolean {
    const buffer = this.#buffer;
    const record = this.#record;
    const after = record.read(buffer.bytes, buffer.words, buffer.at, buffer.filled, atEnd);
    if (after === INCOMPLETE) return false;
    if (this.#inKernel) {
      // The kernel's memory may move while texts are added to it, so the row is read from a copy.
      const copy = buffer.bytes.slice(buffer.at, after);
      record.read(copy, new DataView(copy.buffer), 0, copy.length, true);
    }
    record.line = this.#line;
    record.byteOffset = buffer.position;
    if (!record.isBlank) this.#add(record);
    this.#line += record.innerLines + 1;
    if (this.#forHost > 0) this.#forHost--;
    buffer.at = after;
    return true;
  }

  #add(record: RecordReader): void {
    if (this.#header === undefined) {
      this.#header = cellTexts(record);
      const plan = this.#plan(this.#header);
      const capacity = Math.min(MOST_ROWS, Math.max(1, this.#limits.batchRows ?? Infinity));
      this.#table = plan && new TableRows(plan, this.texts, capacity, this.#kernel);
      return;
    }
    const misfit = this.#table?.add(record);
    if (misfit === undefined) return;
    const known = misfit === 'fewer' ? this.#fewer : this.#more;
    const misfits = { count: (known?.count ?? 0) + 1, line: known?.line ?? record.line };
    if (misfit === 'fewer') this.#fewer = misfits;
    else this.#more = misfits;
  }
}
