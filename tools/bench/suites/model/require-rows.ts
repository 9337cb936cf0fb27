import type { Measured } from '../../measure/contenders.js';

/**
 * Who is measured must have read the whole table.
 *
 * @throws an error that names the one which has not.
 */
export function requireRows(measured: readonly Measured[], rows: number): void {
  for (const { name, facts } of measured) {
    if (facts.rows !== rows) throw new Error(`${name} read ${facts.rows} of ${rows} rows`);
  }
}
