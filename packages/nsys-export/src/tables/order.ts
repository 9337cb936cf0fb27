import { type Cell, quoted, type ReadOnlyDatabase } from '../database/database.js';
import { NsysExportError } from '../errors.js';
import { PlainTable } from '../pages/plain-table.js';
import { CELL } from '../pages/record.js';

/** The columns of a table where it can be read out of its pages and lies in the order of its times. */
export function plainInTimeOrder(
  database: ReadOnlyDatabase,
  table: string,
  column: string,
  columns: readonly string[],
): PlainTable | undefined {
  const times = PlainTable.find(database, table, [column]);
  if (times === undefined) return undefined;
  let low = 0;
  let high = Number.NEGATIVE_INFINITY;
  for (const { cells, isPlain } of times.rows()) {
    if (!isPlain || cells.kind[0] !== CELL.integer) return undefined;
    if (cells.high[0] < high || (cells.high[0] === high && cells.low[0] < low)) return undefined;
    low = cells.low[0];
    high = cells.high[0];
  }
  return PlainTable.find(database, table, columns);
}

export interface TimeOrder {
  /** Whether the rows lie in the order of their times. */
  readonly isSorted: boolean;
  /** Whether a double holds each time. */
  readonly isSafe: boolean;
}

/**
 * Looks at the times of all rows: a fifth of what it takes to read them, and less than to sort.
 *
 * @throws NsysExportError for a time that is no whole number
 */
export function timeOrder(database: ReadOnlyDatabase, table: string, column: string): TimeOrder {
  let isSorted = true;
  let isSafe = true;
  let last: number | bigint | undefined;
  let rows = 0;
  const sql = `SELECT ${quoted(column)} AS time FROM ${quoted(table)} ORDER BY rowid`;
  for (const { time } of database.rows(sql)) {
    rows++;
    if (!isTime(time)) {
      const what = `row ${rows} of ${table} has ${time === null ? 'nothing' : `“${time}”`} as its ${column}`;
      throw new NsysExportError('damaged-export', database.path, what);
    }
    if (typeof time === 'bigint') isSafe = false;
    if (last !== undefined && time < last) isSorted = false;
    last = time;
  }
  return { isSorted, isSafe };
}

function isTime(cell: Cell): cell is number | bigint {
  return typeof cell === 'bigint' || Number.isInteger(cell);
}

/**
 * SQL for the rows of a table by (time, rowid), as `rows`. Only times and row numbers are sorted,
 * as that is done in memory, and whole rows would be too many.
 */
export function inTimeOrder(table: string, column: string, { isSorted }: TimeOrder): string {
  if (isSorted) return `${quoted(table)} AS rows ORDER BY rows.rowid`;
  const order = `SELECT rowid AS place FROM ${quoted(table)} ORDER BY ${quoted(column)}, rowid LIMIT -1`;
  return `(${order}) CROSS JOIN ${quoted(table)} AS rows ON rows.rowid = place`;
}
