import { textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';

/** A table of names and values, where a name may have several. */
export class Metadata {
  readonly values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.values = values;
  }

  /** Empty where there is no such table. */
  static read(database: ReadOnlyDatabase, name: string): Metadata {
    const values = new Map<string, string[]>();
    const table = Table.find(database, name, ['name', 'value']);
    if (table === undefined) return new Metadata(values);
    for (const row of database.rows(`SELECT name, value FROM ${name}`)) {
      const key = textOrNull(row.name) ?? '';
      const known = values.get(key);
      const value = textOrNull(row.value) ?? '';
      if (known === undefined) values.set(key, [value]);
      else known.push(value);
    }
    return new Metadata(values);
  }

  /** The first value; null where there is none. */
  text(name: string): string | null {
    return this.values.get(name)?.[0] ?? null;
  }

  /** The first value; null where it is no whole number. */
  integer(name: string): bigint | null {
    const text = this.text(name);
    return text !== null && /^-?\d+$/.test(text) ? BigInt(text) : null;
  }

  /** The values of an option of the session and of each of its processes (`PROCESS_0:…`). */
  option(name: string): string[] {
    return [...this.values]
      .filter(([key]) => key === name || key.endsWith(`:${name}`))
      .flatMap(([, values]) => values);
  }
}
