import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PROGRAM = 'sqlite3';

/** The shell of SQLite; undefined where it is not installed. */
export async function findSqlite(): Promise<string | undefined> {
  try {
    await promisify(execFile)(PROGRAM, ['-version']);
    return PROGRAM;
  } catch {
    return undefined;
  }
}
