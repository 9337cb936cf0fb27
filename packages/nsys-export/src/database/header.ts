import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { NsysExportError } from '../errors.js';

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const PAGES_VALID_FOR_AT = 92;
const WRITE_VERSION_AT = 18;
const WAL_VERSION = 2;
const TEXT_ENCODING_AT = 56;
const UTF8 = 1;

export interface DatabaseHeader {
  /** Whether rows may lie in a write-ahead log beside the file. */
  readonly usesWal: boolean;
  /** Whether texts are UTF-8. */
  readonly isUtf8: boolean;
}

/**
 * Looks at the head of a database file, before SQLite does: it tells less of what is wrong.
 *
 * @throws NsysExportError for what is no file, no database, or shorter than it says
 */
export function readHeader(path: string): DatabaseHeader {
  const { head, sizeBytes } = readHead(path);
  if (head.length === 0) throw new NsysExportError('not-sqlite', path, 'the file is empty');
  const magic = Buffer.from(MAGIC, 'latin1');
  if (!head.subarray(0, magic.length).equals(magic.subarray(0, head.length))) {
    throw new NsysExportError(
      'not-sqlite',
      path,
      'this is not a SQLite database: a report (.nsys-rep) must be exported first, with `nsys export --type sqlite`',
    );
  }
  if (head.length < HEADER_BYTES) throw cutOff(path, sizeBytes, HEADER_BYTES);
  const usesWal = head[WRITE_VERSION_AT] === WAL_VERSION;
  const isCountValid = head.readUInt32BE(CHANGES_AT) === head.readUInt32BE(PAGES_VALID_FOR_AT);
  const expectedBytes = isCountValid ? head.readUInt32BE(PAGES_AT) * pageBytes(head) : 0;
  // In a write-ahead log there may be pages that the file has not got yet.
  if (!usesWal && sizeBytes < expectedBytes) throw cutOff(path, sizeBytes, expectedBytes);
  return { usesWal, isUtf8: head.readUInt32BE(TEXT_ENCODING_AT) === UTF8 };
}

/** 65536 does not fit the field and is written as 1. */
function pageBytes(head: Buffer): number {
  const value = head.readUInt16BE(PAGE_SIZE_AT);
  return value === 1 ? 65_536 : value;
}

function cutOff(path: string, sizeBytes: number, expectedBytes: number): NsysExportError {
  return new NsysExportError(
    'damaged-export',
    path,
    `the file is cut off: it has ${sizeBytes} of ${expectedBytes} bytes`,
  );
}

function readHead(path: string): { head: Buffer; sizeBytes: number } {
  try {
    // Before it is opened: a pipe would wait for a writer.
    if (!statSync(path).isFile()) throw notAFile(path, statSync(path));
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEADER_BYTES);
      const bytes = readSync(file, head, 0, HEADER_BYTES, 0);
      return { head: head.subarray(0, bytes), sizeBytes: fstatSync(file).size };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof NsysExportError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new NsysExportError('missing-file', path, 'there is no such file', error);
    }
    throw new NsysExportError(
      'unreadable-file',
      path,
      `the file cannot be read: ${message}`,
      error,
    );
  }
}

function notAFile(path: string, stats: Stats): NsysExportError {
  const what = stats.isDirectory() ? 'a folder' : 'a device or a pipe';
  return new NsysExportError('unreadable-file', path, `this is ${what}, not a file`);
}
