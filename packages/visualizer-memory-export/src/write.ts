import type { OutputFolder, PlacedTableSet } from '@rl-insight/core';
import { CHROME_TRACE, SCOPES_CSV, SPEEDSCOPE, writeGroups } from './write-groups.js';
import type { WriteOptions } from './write-options.js';
import { writeTables } from './write-tables.js';

type Write = (
  sets: readonly PlacedTableSet[],
  output: OutputFolder,
  options: WriteOptions,
) => Promise<string>;

/** How each type of export is written; each gives the file to open first. */
export const WRITERS = {
  csv: (sets, output, options) => writeTables('csv', sets, output, options),
  parquet: (sets, output, options) => writeTables('parquet', sets, output, options),
  scopes_csv: (sets, output, options) => writeGroups(SCOPES_CSV, sets, output, options),
  speedscope: (sets, output, options) => writeGroups(SPEEDSCOPE, sets, output, options),
  chrome_trace: (sets, output, options) => writeGroups(CHROME_TRACE, sets, output, options),
} as const satisfies Record<string, Write>;
export type ExportType = keyof typeof WRITERS;
