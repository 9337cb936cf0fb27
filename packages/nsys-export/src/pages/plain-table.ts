import { quoted, type ReadOnlyDatabase } from '../database/database.js';
import { PageFile } from './page-file.js';
import { RecordCells } from './record.js';
import { TableRows } from './table-rows.js';

/** What makes the columns of a record others than those of the table, or the table something else. */
const NOT_PLAIN = /\b(without\s+rowid|generated|as\s*\(|default|virtual|strict)\b/i;

/** Some columns of a table whose rows can be read out of its pages. */
export class PlainTable {
  readonly #database: ReadOnlyDatabase;
  readonly #rootPage: number;
  /** Place of each column among those of the table; −1 for one that it has not got. */
  readonly #places: readonly number[];

  private constructor(database: ReadOnlyDatabase, rootPage: number, places: readonly number[]) {
    this.#database = database;
    this.#rootPage = rootPage;
    this.#places = places;
  }

  /**
   * Undefined where only SQLite can read it: a view, one of a file with a write-ahead log, or one with
   * negative ids.
   *
   * @param columns those that are wanted, by name; a version may lack some
   */
  static find(
    database: ReadOnlyDatabase,
    name: string,
    columns: readonly string[],
  ): PlainTable | undefined {
    if (database.header.usesWal || !database.header.isUtf8) return undefined;
    const query = 'SELECT type, rootpage, sql FROM sqlite_master WHERE name = ?';
    const row = database.row(query, [name]);
    const root = row?.rootpage;
    if (row?.type !== 'table' || typeof root !== 'number' || root < 2) return undefined;
    if (NOT_PLAIN.test(String(row.sql))) return undefined;
    const places = [...database.columns(name)];
    // A key of integers is the row's id, and not in its record.
    const keys = [...database.rows(`PRAGMA table_info(${quoted(name)})`)].filter(
      ({ pk }) => pk !== 0,
    );
    if (keys.some((key) => columns.includes(String(key.name)))) return undefined;
    if (!hasPlainIds(database, name)) return undefined;
    return new PlainTable(
      database,
      root,
      columns.map((column) => places.indexOf(column)),
    );
  }

  /**
   * All rows, in the order of their ids; each is valid until the next is asked for.
   *
   * @throws NsysExportError where the file is damaged, or was closed
   */
  *rows(): Generator<PlainRow, void> {
    const cells = new RecordCells(this.#places);
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

/** Negative ids, and those that no double holds, take all nine bytes. */
function hasPlainIds(database: ReadOnlyDatabase, name: string): boolean {
  // Two questions: each of them alone is answered without going through the table.
  const end = (of: 'min' | 'max') =>
    Number(database.row(`SELECT ${of}(rowid) AS id FROM ${quoted(name)}`)?.id ?? 0);
  return end('min') >= 0 && end('max') <= Number.MAX_SAFE_INTEGER;
}

/** A row of a {@link PlainTable}. */
export interface PlainRow {
  readonly cells: RecordCells;
  /** What texts are read from. */
  readonly file: PageFile;
  readonly rowId: number;
  /** Whether the cells are at hand; else SQLite has to be asked. */
  readonly isPlain: boolean;
}
