import type { BlockArrays } from './block-arrays.js';
import { begunRows } from './events.js';
import { rowsByTime } from './order.js';

/**
 * Begins and ends of blocks in order of time. `row[i]` is the block of event `i`; `begins[i]` is 1
 * when it begins. Blocks from before the capture have only their end.
 */
export interface MergedEvents {
  readonly count: number;
  readonly row: Int32Array;
  readonly begins: Uint8Array;
}

/**
 * The events of the blocks that are wanted. At one time their order is that of the sequence numbers;
 * without them, ends come before begins, except the end of a block that lives for no time.
 *
 * O(n log n) at worst; O(n) for most tables.
 */
export function mergedEvents(blocks: BlockArrays, wanted: (row: number) => boolean): MergedEvents {
  const { startNs, endNs, startSeq, endSeq } = blocks;
  const own = rowsWhere(blocks, wanted);
  const begun = begunRows(own, blocks.before);
  const begins = rowsByTime(begun, startNs, startSeq, new Int32Array(begun.length));
  const ends = rowsByTime(own, endNs, endSeq, new Int32Array(own.length));
  const count = begins.length + ends.length;
  const row = new Int32Array(count);
  const isBegin = new Uint8Array(count);
  let b = 0;
  let e = 0;
  for (let i = 0; i < count; i++) {
    const takeBegin =
      e === ends.length || (b < begins.length && beginsFirst(blocks, begins[b], ends[e]));
    row[i] = takeBegin ? begins[b++] : ends[e++];
    isBegin[i] = takeBegin ? 1 : 0;
  }
  return { count, row, begins: isBegin };
}

const ofCaptures = new WeakMap<BlockArrays, MergedEvents[]>();

/** The events of all blocks of a capture, which several answers go through: made once. */
export function captureEvents(blocks: BlockArrays, capture: number): MergedEvents {
  const known = ofCaptures.get(blocks) ?? [];
  ofCaptures.set(blocks, known);
  known[capture] ??= mergedEvents(blocks, (row) => blocks.capture[row] === capture);
  return known[capture];
}

function beginsFirst(blocks: BlockArrays, begin: number, end: number): boolean {
  const { startNs, endNs, startSeq, endSeq } = blocks;
  const begun = startNs[begin];
  const ended = endNs[end];
  if (begun !== ended) return begun < ended;
  const bySeq = startSeq.at(begin) - endSeq.at(end);
  if (!Number.isNaN(bySeq)) return bySeq < 0;
  // A block that lives for no time has to begin before it ends.
  return startNs[end] === ended && !blocks.before[end];
}

function rowsWhere(blocks: BlockArrays, wanted: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(blocks.rows);
  let end = 0;
  for (let row = 0; row < blocks.rows; row++) if (wanted(row)) rows[end++] = row;
  return rows.subarray(0, end);
}
