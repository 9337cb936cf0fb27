import sqlite from 'node-sqlite3-wasm';
import { NsysExportError } from '../errors.js';
import { type DatabaseHeader, readHeader } from './header.js';
import { linkPrivately, type PrivateLink } from './private-link.js';

/** An integer beyond ±(2^53 − 1) is a bigint. */
export type Cell = number | bigint | string | Uint8Array | null;
export type Row = Readonly<Record<string, Cell>>;

/** A SQLite file that is only read. */
export class ReadOnlyDatabase {
  /** As the user named it. */
  readonly path: string;
  readonly header: DatabaseHeader;
  readonly #database: sqlite.Database;
  readonly #link: PrivateLink;
  readonly #columns = new Map<string, ReadonlySet<string>>();
  #tables: readonly string[] | undefined;

  /** @throws NsysExportError for what cannot be read as a database */
  static open(path: string): ReadOnlyDatabase {
    const header = readHeader(path);
    const link = linkPrivately(path, header.usesWal);
    try {
      const database = new sqlite.Database(link.path, { readOnly: true });
      return new ReadOnlyDatabase(path, database, link, header);
    } catch (error) {
      link.remove();
      throw typedError(path, error);
    }
  }

  private constructor(
    path: string,
    database: sqlite.Database,
    link: PrivateLink,
    header: DatabaseHeader,
  ) {
    this.path = path;
    this.header = header;
    this.#database = database;
    this.#link = link;
    try {
      // Without shared memory, which this SQLite has not got, only so a write-ahead log is read.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE');
      // Held until the end: no lock is taken after this, so the folder can go at once, and even a
      // process that is killed leaves nothing behind.
      this.#database.exec('BEGIN');
      this.#database.get('SELECT count(*) FROM sqlite_master');
      link.remove();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Names of the tables and views, in the order in which they were made. */
  get tables(): readonly string[] {
    this.#tables ??= [
      ...this.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid"),
    ].map(({ name }) => String(name));
    return this.#tables;
  }

  /** Names of a table's columns; empty where there is no such table. */
  columns(table: string): ReadonlySet<string> {
    const known = this.#columns.get(table);
    if (known !== undefined) return known;
    const rows = this.rows(`PRAGMA table_info(${quoted(table)})`);
    const names = new Set([...rows].map(({ name }) => String(name)));
    this.#columns.set(table, names);
    return names;
  }

  /**
   * The rows of a query, one by one.
   *
   * @throws NsysExportError where the file is damaged
   */
  *rows(sql: string, values: readonly Cell[] = []): Generator<Row, void> {
    if (!this.#database.isOpen) throw this.#closed();
    let statement: sqlite.Statement | undefined;
    try {
      statement = this.#database.prepare(sql);
      // One loop by hand: what a caller throws is not an error of the database.
      const rows = statement.iterate([...values]) as Iterator<Row>;
      for (let next = rows.next(); next.done !== true; next = rows.next()) {
        yield next.value;
        if (!this.#database.isOpen) throw this.#closed();
      }
    } catch (error) {
      throw typedError(this.path, error);
    } finally {
      if (this.#database.isOpen) finalize(statement);
    }
  }

  /** The first row of a query. */
  row(sql: string, values: readonly Cell[] = []): Row | undefined {
    for (const row of this.rows(sql, values)) return row;
    return undefined;
  }

  /**
   * A row that the pages of the file have.
   *
   * @param sql asks for it by its id
   * @throws NsysExportError where SQLite does not find it: then the file is damaged
   */
  rowOfId(sql: string, rowId: number): Row {
    const row = this.row(sql, [rowId]);
    if (row !== undefined) return row;
    const message = `the database cannot be read: SQLite does not find row ${rowId}`;
    throw new NsysExportError('damaged-export', this.path, message);
  }

  /** @throws NsysExportError after {@link close} */
  requireOpen(): void {
    if (!this.#database.isOpen) throw this.#closed();
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
    this.#link.remove();
  }

  #closed(): NsysExportError {
    return new NsysExportError('closed', this.path, 'the export is closed');
  }
}

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A statement that failed tells its failure again when it is finalised. */
function finalize(statement: sqlite.Statement | undefined): void {
  try {
    statement?.finalize();
  } catch (error) {
    if (!(error instanceof sqlite.SQLite3Error)) throw error;
  }
}

function typedError(path: string, error: unknown): unknown {
  if (!(error instanceof sqlite.SQLite3Error)) return error;
  if (error.message === 'file is not a database') {
    return new NsysExportError('not-sqlite', path, `SQLite says: ${error.message}`, error);
  }
  return new NsysExportError(
    'damaged-export',
    path,
    `the database cannot be read; SQLite says: ${error.message}`,
    error,
  );
}
