import type { PageFile } from './page-file.js';
import type { RecordCells } from './record.js';

/** https://www.sqlite.org/fileformat2.html#b_tree_pages */
const INTERIOR = 0x05;
const LEAF = 0x0d;
const CELLS_AT = 3;
const RIGHTMOST_AT = 8;
const LEAF_HEADER_BYTES = 8;
const INTERIOR_HEADER_BYTES = 12;
/** Of a record of more than the usable bytes less these, a part lies on other pages. */
const NOT_LOCAL_BYTES = 35;
/** As SQLite has it: a table of 2^64 rows has no more levels. */
const MOST_LEVELS = 20;

/** Ids are not negative where rows are read here; see `PlainTable.find`. */
const BEFORE_FIRST = -1;

/**
 * The rows of a table in the order of their ids, read out of its pages: many times as fast as by
 * SQLite, which is still asked for what is not plain.
 */
export class TableRows {
  /** Id of the row at hand. */
  rowId = BEFORE_FIRST;
  readonly #file: PageFile;
  readonly #cells: RecordCells;
  /** Pages to go to on each level, the next one last. */
  readonly #levels: number[][];
  #page = 0;
  #cell = 0;
  #count = 0;

  constructor(file: PageFile, rootPage: number, cells: RecordCells) {
    this.#file = file;
    this.#cells = cells;
    this.#levels = [[rootPage]];
  }

  /**
   * Goes to the next row.
   *
   * @returns `plain` where its columns are at hand, `other` where SQLite has to be asked, `end` after the last
   * @throws NsysExportError where the file is damaged
   */
  next(): 'plain' | 'other' | 'end' {
    while (this.#cell === this.#count) {
      if (!this.#nextLeaf()) return 'end';
    }
    const file = this.#file;
    const { bytes, at: page } = file;
    const pointer = page + LEAF_HEADER_BYTES + 2 * this.#cell++;
    let at = page + ((bytes[pointer] << 8) | bytes[pointer + 1]);
    const end = page + file.usableBytes;
    let payload = 0;
    let byte = 0;
    do {
      if (at >= end || payload > 2 ** 40) throw file.malformed(this.#page);
      byte = bytes[at++];
      payload = payload * 128 + (byte & 127);
    } while (byte > 127);
    let rowId = 0;
    let length = 0;
    do {
      // Ids of nine bytes are not plain, nor are they ever met.
      if (at >= end || ++length > 8) throw file.malformed(this.#page);
      byte = bytes[at++];
      rowId = rowId * 128 + (byte & 127);
    } while (byte > 127);
    if (rowId <= this.rowId) throw file.malformed(this.#page);
    this.rowId = rowId;
    if (payload > file.usableBytes - NOT_LOCAL_BYTES) return 'other';
    if (at + payload > end) throw file.malformed(this.#page);
    return this.#cells.read(bytes, at, at + payload) ? 'plain' : 'other';
  }

  /** Goes down to the next leaf. */
  #nextLeaf(): boolean {
    const levels = this.#levels;
    while (levels.length > 0) {
      const page = levels.at(-1)?.pop();
      if (page === undefined) {
        levels.pop();
        continue;
      }
      const file = this.#file;
      file.seek(page);
      const { bytes, at } = file;
      const count = (bytes[at + CELLS_AT] << 8) | bytes[at + CELLS_AT + 1];
      const isLeaf = bytes[at] === LEAF;
      const header = isLeaf ? LEAF_HEADER_BYTES : INTERIOR_HEADER_BYTES;
      const isKnown = isLeaf || bytes[at] === INTERIOR;
      // Only a table without rows has a page without cells, which is its only one.
      const isEmpty = count === 0 && (levels.length > 1 || !isLeaf);
      if (
        !isKnown ||
        isEmpty ||
        header + 2 * count > file.usableBytes ||
        levels.length > MOST_LEVELS
      ) {
        throw file.malformed(page);
      }
      if (isLeaf) {
        this.#page = page;
        this.#cell = 0;
        this.#count = count;
        return true;
      }
      levels.push(this.#childrenOf(page, count));
    }
    return false;
  }

  /** The pages below an interior one, from the last to the first. */
  #childrenOf(page: number, count: number): number[] {
    const { bytes, at, usableBytes } = this.#file;
    const numberAt = (place: number) =>
      bytes[place] * 2 ** 24 +
      ((bytes[place + 1] << 16) | (bytes[place + 2] << 8) | bytes[place + 3]);
    const children = [numberAt(at + RIGHTMOST_AT)];
    for (let cell = count - 1; cell >= 0; cell--) {
      const pointer = at + INTERIOR_HEADER_BYTES + 2 * cell;
      const place = (bytes[pointer] << 8) | bytes[pointer + 1];
      if (place + 4 > usableBytes) throw this.#file.malformed(page);
      children.push(numberAt(at + place));
    }
    return children;
  }
}
