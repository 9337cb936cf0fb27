import { closeSync, openSync, readSync } from 'node:fs';
import { NsysExportError } from '../errors.js';

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const RESERVED_AT = 20;
/** So much is read at once; pages of a table mostly follow each other. */
const BLOCK_BYTES = 1 << 18;

/** The pages of a SQLite file, numbered from 1. */
export class PageFile {
  readonly path: string;
  readonly pageBytes: number;
  /** Bytes of a page that are not kept for extensions. */
  readonly usableBytes: number;
  /** The bytes that the page of the last {@link seek} is among, and where in them it begins. */
  readonly bytes: Buffer;
  at = 0;
  readonly #file: number;
  readonly #pagesOfBlock: number;
  #block = -1;
  #blockBytes = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'r');
    const head = Buffer.alloc(HEADER_BYTES);
    readSync(this.#file, head, 0, HEADER_BYTES, 0);
    // 65536 does not fit the field and is written as 1.
    const size = head.readUInt16BE(PAGE_SIZE_AT);
    this.pageBytes = size === 1 ? 65_536 : size;
    this.usableBytes = this.pageBytes - head[RESERVED_AT];
    this.#pagesOfBlock = Math.max(1, Math.floor(BLOCK_BYTES / this.pageBytes));
    this.bytes = Buffer.alloc(this.#pagesOfBlock * this.pageBytes);
  }

  /**
   * Goes to a page; what was at hand before is no longer valid.
   *
   * @throws NsysExportError where the file has no such page, or the disk does not give it
   */
  seek(page: number): void {
    if (page < 1) throw this.malformed(page);
    const block = Math.floor((page - 1) / this.#pagesOfBlock);
    if (block !== this.#block) {
      this.#blockBytes = this.#read(block * this.bytes.length);
      this.#block = block;
    }
    this.at = ((page - 1) % this.#pagesOfBlock) * this.pageBytes;
    if (this.at + this.pageBytes > this.#blockBytes) throw this.malformed(page);
  }

  #read(position: number): number {
    try {
      return readSync(this.#file, this.bytes, 0, this.bytes.length, position);
    } catch (error) {
      const message = `the file cannot be read: ${(error as Error).message}`;
      throw new NsysExportError('unreadable-file', this.path, message, error);
    }
  }

  malformed(page: number): NsysExportError {
    return new NsysExportError(
      'damaged-export',
      this.path,
      `the database cannot be read: database disk image is malformed, at page ${page}`,
    );
  }

  close(): void {
    closeSync(this.#file);
  }
}
