import { setImmediate as turn } from 'node:timers/promises';
import type { MemoryGroup } from '@rl-insight/memory-contract';
import { type Blocks, blocksOf, overlapCounts } from '@rl-insight/memory-model';
import type { GroupTexts, WindowEntry } from '../page-data/format.js';
import { AllocationColumnMaker } from './allocation-columns.js';
import { type AllocationTotals, allocationTotals } from './group-entries.js';
import { type DeflatedColumns, Packer } from './pack.js';
import { groupTexts } from './texts.js';
import { Threads } from './threads.js';
import { WindowRows } from './window-rows.js';

/** What was found out of the allocations of a group. */
export interface GroupAllocations {
  readonly blocks: Blocks;
  readonly texts: GroupTexts;
  readonly totals: AllocationTotals;
  /** Memory for a number a row that can be used for other things. */
  readonly scratch: Float64Array;
  readonly packer: AllocationPacker;
}

/** @param shift what is added to times */
export function readAllocations(
  { info, allocations }: Pick<MemoryGroup, 'info' | 'allocations'>,
  shift: number,
): GroupAllocations {
  const { views, rows } = allocations;
  const packer = new Packer();
  const blocks = blocksOf({ info, allocations });
  const threads = new Threads(views.threadId);
  const { texts, stackOfCode } = groupTexts(
    {
      names: views.text('name').values,
      allocators: views.text('allocator').values,
      streams: views.text('stream').values,
      threads: threads.texts,
      callStacks: views.text('call_stack').values,
    },
    packer,
  );
  const goneNs = blocks.writeGone(new Float64Array(rows));
  const overlaps = overlapCounts(blocks.startNs, goneNs, allocations.text('name').codes);
  const source = { allocations, blocks, threads, overlaps, stackOfCode, shift };
  return {
    blocks,
    texts,
    totals: allocationTotals(allocations, blocks),
    scratch: goneNs,
    packer: new AllocationPacker(new WindowRows(blocks), new AllocationColumnMaker(source), packer),
  };
}

/** Packs the allocations of one window after another. */
export class AllocationPacker {
  readonly #rows: WindowRows;
  readonly #columns: AllocationColumnMaker;
  readonly #packer: Packer;

  constructor(rows: WindowRows, columns: AllocationColumnMaker, packer: Packer) {
    this.#rows = rows;
    this.#columns = columns;
    this.#packer = packer;
  }

  /** They are read now, a column after another, and deflated while others are read. */
  async next(window: WindowEntry): Promise<{ readonly packed: Promise<DeflatedColumns> }> {
    const rows = this.#rows.next(window);
    const pack = this.#packer.open(rows.length);
    for (const column of this.#columns.of(rows)) {
      pack.add(column);
      // A file that is being read is read on between two columns.
      await turn();
    }
    return { packed: pack.close() };
  }
}
