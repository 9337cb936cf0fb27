import type { ReadOnlyDatabase } from '../database/database.js';
import { PageFile } from './page-file.js';
import { RecordCells } from './record.js';
import { TableRows } from './table-rows.js';

/** What makes the columns of a record others than those of the table, or the table something else. */
const NOT_PLAIN = /\b(without\s+rowid|generated|as\s*\(|primary\s+key|default|virtual|strict)\b/i;

/** A table whose rows can be read out of its pages. */
export class PlainTable {
  readonly #database: ReadOnlyDatabase;
  readonly #name: string;
  readonly #rootPage: number;

  private constructor(database: ReadOnlyDatabase, name: string, rootPage: number) {
    this.#database = database;
    this.#name = name;
    this.#rootPage = rootPage;
  }

  /** Undefined where only SQLite can read it: a view, or one of a file with a write-ahead log. */
  static find(database: ReadOnlyDatabase, name: string): PlainTable | undefined {
    if (database.usesWal) return undefined;
    const sql = 'SELECT type, rootpage, sql FROM sqlite_master WHERE name = ?';
    const row = database.row(sql, [name]);
    if (row?.type !== 'table' || typeof row.rootpage !== 'number' || row.rootpage < 2)
      return undefined;
    if (NOT_PLAIN.test(String(row.sql))) return undefined;
    return new PlainTable(database, name, row.rootpage);
  }

  /**
   * All rows, in the order of their ids; each is valid until the next is asked for.
   *
   * @param columns those that are wanted, by name; a version may lack some
   * @throws NsysExportError where the file is damaged, or was closed
   */
  *rows(columns: readonly string[]): Generator<PlainRow, void> {
    const places = [...this.#database.columns(this.#name)];
    const cells = new RecordCells(columns.map((column) => places.indexOf(column)));
    const file = new PageFile(this.#database.path);
    try {
      const rows = new TableRows(file, this.#rootPage, cells);
      const row = { cells, file, rowId: 0, isPlain: true };
      for (let next = rows.next(); next !== 'end'; next = rows.next()) {
        row.rowId = rows.rowId;
        row.isPlain = next === 'plain';
        yield row;
        this.#database.requireOpen();
      }
    } finally {
      file.close();
    }
  }
}

/** A row of a {@link PlainTable}. */
export interface PlainRow {
  readonly cells: RecordCells;
  readonly file: PageFile;
  readonly rowId: number;
  /** Whether the cells are at hand; else SQLite has to be asked. */
  readonly isPlain: boolean;
}
