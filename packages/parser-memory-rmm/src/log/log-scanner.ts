import { rowOfCells, splitCells } from './cells.js';
import { type LineCount, LineCounter } from './line-counts.js';
import { LogRows } from './rows.js';
import { scanRows } from './scan-rows.js';

/** What was met in a log on the way. */
export interface ScanFindings {
  /** Rows so far. */
  readonly rows: number;
  readonly hasHeader: boolean;
  readonly badRows: LineCount | undefined;
  /** Lines of others, as in the log of a Spark executor. */
  readonly otherLines: LineCount | undefined;
  /** The last line where it has no end and is no row: the log is still being written, or was cut. */
  readonly cutLine: string | undefined;
}

export interface ScanLimits {
  /** Default {@link BATCH_ROWS}. */
  readonly batchRows?: number;
  /** Gives memory for the next rows, instead of the same one again. */
  readonly nextRows?: () => LogRows;
}

const NEWLINE = 10;
/** Rows that are handed over at a time: their columns stay in the cache. */
export const BATCH_ROWS = 4096;
const LEAST_BUFFER = 1 << 16;

/** Reads the rows of a log that comes in pieces. */
export class LogScanner {
  /** Rows so far. */
  rows = 0;
  hasHeader = false;
  readonly badRows = new LineCounter();
  readonly otherLines = new LineCounter();
  cutLine: string | undefined;
  #batch: LogRows;
  readonly #nextRows: () => LogRows;
  readonly #place = { at: 0, line: 1 };
  readonly #decoder = new TextDecoder();
  #buffer = new Uint8Array(LEAST_BUFFER);
  #filled = 0;

  constructor({ batchRows = BATCH_ROWS, nextRows }: ScanLimits = {}) {
    this.#batch = nextRows?.() ?? new LogRows(batchRows);
    this.#nextRows = nextRows ?? (() => this.#batch);
  }

  get findings(): ScanFindings {
    const { rows, hasHeader, cutLine } = this;
    const [badRows, otherLines] = [this.badRows.found, this.otherLines.found];
    return { rows, hasHeader, badRows, otherLines, cutLine };
  }

  /** Takes the next piece. What is yielded is valid until the next is asked for. */
  *push(piece: Uint8Array): Generator<LogRows> {
    this.#append(piece);
    const end = this.#buffer.subarray(0, this.#filled).lastIndexOf(NEWLINE) + 1;
    while (this.#place.at < end) {
      scanRows(this.#buffer, end, this.#batch, this.#place);
      if (this.#batch.count === this.#batch.capacity) yield* this.#take();
      else if (this.#place.at < end) this.#readLine(end);
    }
    this.#buffer.copyWithin(0, this.#place.at, this.#filled);
    this.#filled -= this.#place.at;
    this.#place.at = 0;
  }

  /** Hands over the rows that are there already, where nobody wants to wait for more. */
  *flush(): Generator<LogRows> {
    yield* this.#take();
  }

  /** Ends the log: its last line may have no end. */
  *finish(): Generator<LogRows> {
    const text = this.#decoder.decode(this.#buffer.subarray(0, this.#filled));
    const found = text === '' ? undefined : rowOfCells(splitCells(text));
    if (found !== undefined) {
      if (!('kind' in found)) this.#batch.add(found, this.#place.line);
      else if (found.kind === 'header') this.hasHeader = true;
      else this.cutLine = text;
    }
    yield* this.#take();
  }

  *#take(): Generator<LogRows> {
    if (this.#batch.count === 0) return;
    this.rows += this.#batch.count;
    yield this.#batch;
    this.#batch = this.#nextRows();
    this.#batch.count = 0;
  }

  #append(piece: Uint8Array): void {
    const needed = this.#filled + piece.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, this.#filled));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#filled);
    this.#filled = needed;
  }

  /** Reads a line that is not just as RMM writes its rows. */
  #readLine(end: number): void {
    const { at, line } = this.#place;
    const lineEnd = this.#buffer.indexOf(NEWLINE, at);
    const text = this.#decoder.decode(this.#buffer.subarray(at, Math.min(lineEnd, end)));
    this.#place.at = lineEnd + 1;
    this.#place.line = line + 1;
    if (text.trim() === '') return;
    const found = rowOfCells(splitCells(text));
    if (!('kind' in found)) this.#batch.add(found, line);
    else if (found.kind === 'header') this.hasHeader = true;
    else if (found.kind === 'bad') this.badRows.add(line, text, found.reason);
    else this.otherLines.add(line, text);
  }
}
