import { NsysExportError } from '../errors.js';
import { quoted, type ReadOnlyDatabase } from './database.js';

/** A table of which versions have different columns: what is absent is read as NULL. */
export class Table {
  readonly name: string;
  readonly #columns: ReadonlySet<string>;

  private constructor(name: string, columns: ReadonlySet<string>) {
    this.name = name;
    this.#columns = columns;
  }

  /**
   * Undefined where the export has no such table: tables are made when the first row is written.
   *
   * @throws NsysExportError where columns are missing without which a row says nothing
   */
  static find(
    database: ReadOnlyDatabase,
    name: string,
    required: readonly string[],
  ): Table | undefined {
    const columns = database.columns(name);
    if (columns.size === 0) return undefined;
    const missing = required.filter((column) => !columns.has(column));
    if (missing.length === 0) return new Table(name, columns);
    throw new NsysExportError(
      'unknown-schema',
      database.path,
      `the table ${name} has no ${missing.join(', ')}; its columns are ${[...columns].join(', ')}`,
    );
  }

  has(column: string): boolean {
    return this.#columns.has(column);
  }

  /** A column as it is. */
  column(column: string): string {
    return this.has(column) ? quoted(column) : 'NULL';
  }

  /** A column of integers that a double holds; doubles are handed over much faster. */
  real(column: string): string {
    return this.has(column) ? `${quoted(column)} + 0.0` : 'NULL';
  }

  /** A list of columns, each with its own name. */
  columns(...columns: readonly string[]): string {
    return columns.map((column) => `${this.column(column)} AS ${quoted(column)}`).join(', ');
  }

  /** A list of columns as doubles, each with its own name. */
  reals(...columns: readonly string[]): string {
    return columns.map((column) => `${this.real(column)} AS ${quoted(column)}`).join(', ');
  }
}
