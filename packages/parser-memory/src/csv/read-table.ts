import {
  type CsvBatch,
  type CsvPlan,
  type CsvReport,
  scanCsv,
  type UnclosedQuote,
} from '@rl-insight/trace-scan/csv';
import type { BadRowLog } from './bad-rows.js';

/** The texts of a table by their codes. */
export interface TableTexts {
  text(code: number): string;
}

/** Takes in the rows of a table, one file (slice) after another. */
export interface TableReader {
  readonly badRows: BadRowLog;
  /** Begins a file: says from its header what to read of it; undefined when it lacks something. */
  begin(header: readonly string[]): CsvPlan | undefined;
  /** Told about how many rows are still to come, so that room for them can be made at once. */
  reserve(rows: number): void;
  /** Takes rows; the batch may be used only until this returns. */
  add(batch: CsvBatch, texts: TableTexts): void;
}

export interface ReadTableOptions {
  readonly signal?: AbortSignal;
  /** Told after each piece how many bytes have been read. */
  readonly onProgress?: (bytes: number) => void;
  /** Size of the table, where it is known. */
  readonly totalBytes?: number;
}

/** Later rows may be shorter than those before. */
const MARGIN = 1.1;

/** What a table turned out to be, besides its rows. */
export interface TableEnd {
  /** Whether there was a header at all. */
  readonly hasHeader: boolean;
  readonly unclosedQuote: UnclosedQuote | undefined;
}

function noteMisfits(badRows: BadRowLog, report: CsvReport, width: number): void {
  const { fewerCells, moreCells } = report;
  const note = (which: string, misfits: typeof fewerCells) => {
    if (misfits === undefined) return;
    badRows.add(`${which} cells than the header’s ${width}`, misfits.line, misfits.count);
  };
  note('fewer', fewerCells);
  note('more', moreCells);
}

/**
 * Reads a table in a fixed amount of memory into a reader's columns.
 *
 * @throws the error of the file system, or the signal's reason.
 */
export async function readTable(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  reader: TableReader,
  options: ReadTableOptions = {},
): Promise<TableEnd> {
  let width = 0;
  const scan = scanCsv(
    source,
    (header) => {
      const plan = reader.begin(header);
      width = plan?.width ?? 0;
      return plan;
    },
    { ...options, lendBatches: true },
  );
  for await (const batch of scan) {
    const { bytes, rows } = scan.report();
    const left = Math.max(0, (options.totalBytes ?? 0) - bytes);
    reader.reserve(batch.count + Math.ceil((left / bytes) * rows * MARGIN));
    reader.add(batch, scan);
  }
  const report = scan.report();
  noteMisfits(reader.badRows, report, width);
  return { hasHeader: report.header !== undefined, unclosedQuote: report.unclosedQuote };
}
