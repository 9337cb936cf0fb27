import type { OutputFolder, PlacedTableSet } from '@rl-insight/core';
import type { Table } from 'apache-arrow';
import { type ExportColumn, exportColumns } from './columns.js';
import { csvPieces } from './csv.js';
import { parquetPieces } from './parquet.js';
import { reportDone, type WriteOptions } from './write-options.js';

type Encode = (
  columns: readonly ExportColumn[],
  table: Table,
  options: WriteOptions,
) => Iterable<Uint8Array>;

/** The formats that tables are written in, by the ending of their files. */
const FORMATS = {
  csv: (columns, { numRows }) => csvPieces(columns, numRows),
  parquet: (columns, { numRows, schema }, { producer }) =>
    parquetPieces(columns, numRows, { createdBy: producer, metadata: schema.metadata }),
} as const satisfies Record<string, Encode>;
export type TableFormat = keyof typeof FORMATS;

function* untilAborted<T>(pieces: Iterable<T>, signal: AbortSignal): Generator<T> {
  for (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

/**
 * Writes every table of every set as a file of its own, in the folder of the set.
 *
 * @returns the file of the first table.
 */
export async function writeTables(
  format: TableFormat,
  sets: readonly PlacedTableSet[],
  output: OutputFolder,
  options: WriteOptions,
): Promise<string> {
  const files: string[] = [];
  for (const [done, { set, folder }] of sets.entries()) {
    for (const contract of set.contracts) {
      options.signal.throwIfAborted();
      const table = await set.table(contract);
      const file = `${folder === '' ? '' : `${folder}/`}${contract}.${format}`;
      const pieces = FORMATS[format](exportColumns(table, contract), table, options);
      await output.write(file, untilAborted(pieces, options.signal));
      files.push(file);
    }
    reportDone(options, done + 1, sets.length);
  }
  return files[0];
}
