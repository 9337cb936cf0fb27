import { instantiateKernel } from '../kernel/load.js';
import type { TraceSource } from '../scan.js';
import type { CsvPlan } from './table.js';
import { type CsvBatch, type CsvLimits, type CsvReport, CsvTableScanner } from './table-scanner.js';

export interface CsvOptions extends CsvLimits {
  /** Stops between two pieces; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told after each piece how many bytes have been read. */
  readonly onProgress?: (bytes: number) => void;
  /** Whether WebAssembly may be used where it can be. Default true; what comes out is the same. */
  readonly kernel?: boolean;
}

/** A reading under way: iterate over it for the rows. */
export interface CsvScan extends AsyncIterable<CsvBatch> {
  /** The text of a code of a `text` or `label` column; '' for −1. */
  text(code: number): string;
  /** What has been seen so far; complete when the iteration has ended. */
  report(): CsvReport;
}

const NOTHING_YET: CsvReport = {
  bytes: 0,
  header: undefined,
  rows: 0,
  fewerCells: undefined,
  moreCells: undefined,
  unclosedQuote: undefined,
};

/**
 * Reads the rows of a CSV file (RFC 4180; `\n`, `\r\n` or both) into columns, without an object or
 * a string a row. The first record is the header; `plan` says from it which columns to read, or
 * undefined for none. Blank lines are passed over; rows with too few or too many cells are counted
 * in the report.
 */
export function scanCsv(
  source: TraceSource,
  plan: (header: readonly string[]) => CsvPlan | undefined,
  options: CsvOptions = {},
): CsvScan {
  let scanner: CsvTableScanner | undefined;
  async function* batches(): AsyncGenerator<CsvBatch> {
    const exports = options.kernel === false ? undefined : await instantiateKernel();
    const own = new CsvTableScanner(plan, options, exports);
    scanner = own;
    for await (const piece of source instanceof Uint8Array ? [source] : source) {
      options.signal?.throwIfAborted();
      yield* own.push(piece);
      options.onProgress?.(own.report().bytes);
    }
    yield* own.finish();
  }
  return {
    [Symbol.asyncIterator]: batches,
    text: (code) => (code < 0 ? '' : (scanner?.texts.text(code) ?? '')),
    report: () => scanner?.report() ?? NOTHING_YET,
  };
}
