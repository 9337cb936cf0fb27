import type { MemoryGroup } from '@rl-insight/memory-contract';
import { type Blocks, blocksOf, overlapCounts } from '@rl-insight/memory-model';
import type { GroupTexts, WindowEntry } from '../page-data/format.js';
import { AllocationColumnMaker } from './allocation-columns.js';
import { type AllocationTotals, allocationTotals } from './group-entries.js';
import type { DeflatedColumns, Packer } from './pack.js';
import { groupTexts } from './texts.js';
import { Threads } from './threads.js';
import { WindowRows } from './window-rows.js';

/** The allocations of a group, packed for one window after another. */
export class AllocationPacker {
  readonly blocks: Blocks;
  readonly texts: GroupTexts;
  readonly totals: AllocationTotals;
  /** Memory for a number a row that can be used for other things. */
  readonly scratch: Float64Array;
  readonly #packer: Packer;
  readonly #rows: WindowRows;
  readonly #columns: AllocationColumnMaker;

  /** @param shift what is added to times */
  constructor(
    { info, allocations }: Pick<MemoryGroup, 'info' | 'allocations'>,
    shift: number,
    packer: Packer,
  ) {
    const { views, rows } = allocations;
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
    this.blocks = blocks;
    this.texts = texts;
    this.totals = allocationTotals(allocations, blocks);
    this.scratch = goneNs;
    this.#packer = packer;
    this.#rows = new WindowRows(blocks);
    this.#columns = new AllocationColumnMaker({
      allocations,
      blocks,
      threads,
      overlaps,
      stackOfCode,
      shift,
    });
  }

  /** The allocations of the next window. They are read at once and deflated while others are read. */
  next(window: WindowEntry): Promise<DeflatedColumns> {
    const rows = this.#rows.next(window);
    return this.#packer.columns(rows.length, this.#columns.of(rows));
  }
}
