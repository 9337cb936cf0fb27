import {
  copyFileSync,
  linkSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NsysExportError } from '../errors.js';

/** Another name for a database file, in a folder of our own. */
export interface PrivateLink {
  readonly path: string;
  /** Removes the folder. What is open stays open; may be called again. */
  remove(): void;
}

/**
 * The SQLite of node-sqlite3-wasm makes a `.lock` folder beside whatever it opens, cannot open what
 * lies in a folder that is read-only, and knows no `immutable=1`. It keeps to the name that it is
 * given, though: with a link in a temporary folder all that it makes is made there.
 *
 * @throws NsysExportError for an export that is being written
 */
export function linkPrivately(path: string, usesWal: boolean): PrivateLink {
  const target = realpathSync(path);
  refuseJournal(target, path);
  const folder = mkdtempSync(join(tmpdir(), 'nsys-export-'));
  const remove = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 1 });
    } catch {
      // Windows keeps what is open; it is removed when the database is closed.
    }
  };
  try {
    const link = join(folder, 'export.sqlite');
    makeLink(target, link);
    if (usesWal && sizeOf(`${target}-wal`) > 0) copyFileSync(`${target}-wal`, `${link}-wal`);
    return { path: link, remove };
  } catch (error) {
    remove();
    const { message } = error as Error;
    throw new NsysExportError(
      'unreadable-file',
      path,
      `no link to the file can be made in ${tmpdir()}: ${message}`,
      error,
    );
  }
}

/** Windows lets few make symbolic links, but everyone hard ones, on the same drive. */
function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link, 'file');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    linkSync(target, link);
  }
}

/** A journal has what the file had before: as it stands, the file is half-written. */
function refuseJournal(target: string, path: string): void {
  if (sizeOf(`${target}-journal`) === 0) return;
  throw new NsysExportError(
    'unfinished-export',
    path,
    'a journal lies beside the file: the export is still being written, or was interrupted; export the report again',
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
