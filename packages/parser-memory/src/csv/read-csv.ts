import { fileBytes } from '@rl-insight/trace-scan/node';
import { type CsvRecord, CsvScanner, type UnclosedQuote } from './csv-scanner.js';

export interface ReadCsvOptions {
  readonly signal?: AbortSignal;
  /** Told after each piece how many bytes have been read. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Reads a CSV file in a fixed amount of memory and calls `onRecord` for each record.
 *
 * @returns the quote that was never closed, if there is one: the records after it are lost.
 * @throws the error of the file system, or the signal's reason.
 */
export async function readCsv(
  path: string,
  onRecord: (record: CsvRecord) => void,
  options: ReadCsvOptions = {},
): Promise<UnclosedQuote | undefined> {
  const scanner = new CsvScanner(onRecord);
  let bytes = 0;
  for await (const piece of fileBytes(path)) {
    options.signal?.throwIfAborted();
    scanner.push(piece);
    bytes += piece.length;
    options.onProgress?.(bytes);
  }
  return scanner.finish();
}
