/**
 * - `missing-file`: there is no file at that path.
 * - `unreadable-file`: it cannot be opened (rights, a folder, an error of the disk).
 * - `not-sqlite`: it is not a SQLite database.
 * - `not-nsys-export`: a database, but not one that Nsight Systems exported.
 * - `unfinished-export`: the exporter is still at work, or was stopped half-way.
 * - `damaged-export`: cut off, or damaged inside.
 * - `unknown-schema`: a table lacks columns without which its rows mean nothing.
 * - `unordered`: events are not in the order of time, and were expected to be (`expectOrder`).
 * - `closed`: it was read after `close()`.
 */
export type NsysExportErrorCode =
  | 'missing-file'
  | 'unreadable-file'
  | 'not-sqlite'
  | 'not-nsys-export'
  | 'unfinished-export'
  | 'damaged-export'
  | 'unknown-schema'
  | 'unordered'
  | 'closed';

/** What is wrong with an export, in a sentence that a user can read. */
export class NsysExportError extends Error {
  readonly code: NsysExportErrorCode;
  readonly path: string;

  constructor(code: NsysExportErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'NsysExportError';
    this.code = code;
    this.path = path;
  }
}
