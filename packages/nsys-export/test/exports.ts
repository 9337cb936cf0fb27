import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

export async function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'nsys-test-'));
}

/** Makes a database of some SQL, and tells its path. */
export async function databaseOf(sql: string): Promise<string> {
  const path = join(await emptyFolder(), 'report.sqlite');
  const database = new sqlite.Database(path);
  database.exec(sql);
  database.close();
  return path;
}

/** Joins the batches of a reader, column by column. */
export function joined<T extends { readonly count: number }>(batches: Iterable<T>) {
  const columns: Partial<Record<keyof T, unknown[]>> = {};
  let count = 0;
  for (const batch of batches) {
    count += batch.count;
    for (const name of Object.keys(batch) as (keyof T)[]) {
      if (name === 'count') continue;
      columns[name] ??= [];
      columns[name].push(...(batch[name] as Iterable<unknown>));
    }
  }
  return { count, ...(columns as { [K in Exclude<keyof T, 'count'>]: ElementOf<T[K]>[] }) };
}

type ElementOf<T> = T extends Iterable<infer U> ? U : never;
