import type { Blocks } from './blocks.js';
import { FED_AT_ONCE, Feed } from './feed.js';
import { isByTime, rowsByTime } from './order.js';

/**
 * Begins and ends of some blocks, each in order of time. Blocks from before the capture have only
 * their end, those that are not released only their begin.
 *
 * At one time their order is that of the sequence numbers; without them, ends come before begins,
 * except the end of a block that lives for no time.
 */
export interface BlockEvents {
  /** Rows of the blocks. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** When each block of the group ends. */
  readonly endNs: Float64Array;
  /** Whether some of the blocks are from before the capture. */
  readonly hasBefore: boolean;
}

/** The events of the blocks of `rows`. O(n log n) at worst; O(n) for most tables. */
export function blockEvents(blocks: Blocks, endNs: Float64Array, rows: Int32Array): BlockEvents {
  const { startNs, startSeq, before } = blocks;
  const begun = begunRows(rows, before);
  const endSeq = { at: (row: number) => blocks.endSeqOf(row) };
  return {
    begins: isByTime(begun, startNs, startSeq)
      ? begun
      : rowsByTime(begun, startNs, startSeq, new Int32Array(begun.length)),
    ends: rowsByTime(rows, endNs, endSeq, new Int32Array(rows.length)),
    endNs,
    hasBefore: begun.length < rows.length,
  };
}

/** Those of the rows that are not from before their capture; the same list where all are not. */
export function begunRows(rows: Int32Array, before: Uint8Array): Int32Array {
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (!before[rows[i]]) count++;
  if (count === rows.length) return rows;
  // `filter` takes as long for millions of rows as all the rest.
  const begun = new Int32Array(count);
  for (let i = 0, end = 0; end < count; i++) if (!before[rows[i]]) begun[end++] = rows[i];
  return begun;
}

/** Those of the rows that are from before their capture: few, mostly none. */
export function beforeRows({ before }: Blocks, rows: Int32Array): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < rows.length; i++) if (before[rows[i]]) found.push(rows[i]);
  return Int32Array.from(found);
}

/** Whether the begin of one block comes before the end of another at the same time. */
export function beginsFirst(blocks: Blocks, begin: number, end: number): boolean {
  const { startNs, startSeq, before } = blocks;
  const bySeq = startSeq === undefined ? Number.NaN : startSeq.at(begin) - blocks.endSeqOf(end);
  if (!Number.isNaN(bySeq)) return bySeq < 0;
  // A block that lives for no time has to begin before it ends.
  return startNs[end] === startNs[begin] && !before[end];
}

/** Begins or ends, one after another. */
export class EventFeed extends Feed {
  readonly #blocks: Blocks;
  readonly #rows: Int32Array;
  readonly #times: Float64Array;
  #first = 0;
  #nextRow = 0;

  /** @param times of all blocks */
  constructor(blocks: Blocks, rows: Int32Array, times: Float64Array) {
    super();
    this.#blocks = blocks;
    this.#rows = rows;
    this.#times = times;
    this.refill();
  }

  /** The block of one of the events at hand. */
  rowAt(place: number): number {
    return this.#rows[this.#first + place];
  }

  protected override read(): number {
    const rows = this.#rows.subarray(this.#nextRow, this.#nextRow + FED_AT_ONCE);
    this.#first = this.#nextRow;
    this.#nextRow += rows.length;
    gatherTimes(this.#times, rows, this.timeNs);
    this.#blocks.gatherBytes(rows, rows.length, this.bytes);
    return rows.length;
  }
}

function gatherTimes(times: Float64Array, rows: Int32Array, into: Float64Array): void {
  for (let i = 0; i < rows.length; i++) into[i] = times[rows[i]];
}
