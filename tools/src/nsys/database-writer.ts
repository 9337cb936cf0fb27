import { rmSync } from 'node:fs';
import sqlite from 'node-sqlite3-wasm';
import { ENUMS } from './enums.js';
import { type Column, ENUM_COLUMNS, tableSql, tablesOf } from './tables.js';
import type { NsysFormat } from './versions.js';

type Value = number | bigint | string | null | undefined;
export type Values = Readonly<Record<string, Value>>;

/** Writes rows of an export. As there, a table is made for its first row. */
export class DatabaseWriter {
  readonly #database: sqlite.Database;
  readonly #format: NsysFormat;
  readonly #tables: Readonly<Record<string, readonly Column[]>>;
  readonly #made = new Set<string>();
  readonly #inserts = new Map<string, Insert>();
  readonly #stringIds = new Map<string, number>();
  #callchains = 0;

  /** Replaces what is at `path`. */
  constructor(path: string, format: NsysFormat) {
    rmSync(path, { force: true });
    this.#format = format;
    this.#tables = tablesOf(format);
    this.#database = new sqlite.Database(path);
    // What is written in vain can be made anew.
    this.#database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    for (const [table, rows] of Object.entries(ENUMS)) {
      this.#database.exec(tableSql(table, ENUM_COLUMNS, true));
      for (const row of rows) this.#database.run(`INSERT INTO ${table} VALUES (?, ?, ?)`, [...row]);
    }
  }

  /**
   * Writes a row, less what the version has no columns for. Rows of a table with other columns than
   * those of the row before are slower.
   */
  add(table: string, values: Values): void {
    const names = Object.keys(values);
    let insert = this.#inserts.get(table);
    if (insert === undefined || !isSame(insert.names, names)) {
      insert?.statement.finalize();
      insert = this.#prepare(table, names);
      this.#inserts.set(table, insert);
    }
    insert.statement.run(insert.bound.map((name) => values[name] ?? null));
  }

  /** Number of a text in StringIds. */
  stringId(value: string): number {
    let id = this.#stringIds.get(value);
    if (id === undefined) {
      id = this.#stringIds.size + 1;
      this.#stringIds.set(value, id);
      this.add('StringIds', { id, value });
    }
    return id;
  }

  /** A number that no call stack has yet. */
  newCallchainId(): number {
    return ++this.#callchains;
  }

  close(): void {
    for (const { statement } of this.#inserts.values()) statement.finalize();
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  #columns(table: string): readonly Column[] {
    const columns = this.#tables[table];
    if (columns === undefined) throw new RangeError(`exports have no table ${table}`);
    if (!this.#made.has(table)) {
      this.#database.exec(tableSql(table, columns, this.#format.nulls));
      this.#made.add(table);
    }
    return columns;
  }

  #prepare(table: string, names: readonly string[]): Insert {
    const columns = this.#columns(table);
    const bound = names.filter((name) => columns.some((column) => column.name === name));
    const cells = columns.map(({ name, type }) => {
      const parameter = bound.indexOf(name) + 1;
      const value = parameter === 0 ? 'NULL' : `?${parameter}`;
      if (this.#format.nulls) return value;
      return `coalesce(${value}, ${type === 'TEXT' ? "''" : '0'})`;
    });
    const statement = this.#database.prepare(`INSERT INTO ${table} VALUES (${cells.join(', ')})`);
    return { names, bound, statement };
  }
}

interface Insert {
  /** Of the values that it was made for. */
  readonly names: readonly string[];
  /** Those of them that the version has columns for. */
  readonly bound: readonly string[];
  readonly statement: sqlite.Statement;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, place) => name === b[place]);
}
