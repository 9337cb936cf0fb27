import { setImmediate as turn } from 'node:timers/promises';
import {
  type Allocations,
  type Counters,
  MEMORY_FAILURES,
  type MemoryGroup,
  readFailures,
  type TextColumn,
} from '@rl-insight/memory-contract';
import {
  type Blocks,
  blocksOf,
  overlapCounts,
  type RangeFilter,
  rangesOf,
  scopePaths,
} from '@rl-insight/memory-model';
import type { GroupTexts, WindowEntry } from '../page-data/format.js';
import { AllocationColumnMaker } from './allocation-columns.js';
import { type AllocationTotals, allocationTotals, groupExtent } from './group-entries.js';
import { HolderSums } from './holder-entries.js';
import { type LaneOverviews, laneOverviews } from './lane-overview.js';
import { type DeflatedColumns, Packer } from './pack.js';
import { SpanningRows } from './spanning-rows.js';
import { groupTexts, type TextNumbers } from './texts.js';
import { Threads } from './threads.js';
import { splitWindows, type WindowLimits } from './windows.js';

export type AllocationGroup = Pick<MemoryGroup, 'info' | 'allocations' | 'tables'>;

/** What was found out of the allocations of a group. */
export interface GroupAllocations {
  readonly blocks: Blocks;
  readonly texts: GroupTexts;
  readonly numbers: TextNumbers;
  readonly totals: AllocationTotals;
  /** Undefined where there are no allocations: then counters tell from when to when the group is. */
  readonly windows: readonly WindowEntry[] | undefined;
  readonly lanes: LaneOverviews;
  readonly holders: HolderSums;
  /** Memory for a number a row that can be used for other things. */
  readonly scratch: Float64Array;
  readonly packer: AllocationPacker;
}

/** @param shift what is added to times */
export function readAllocations(
  { info, allocations, tables }: AllocationGroup,
  shift: number,
  limits: WindowLimits,
  scopeFilter: RangeFilter,
): GroupAllocations {
  const { views, rows } = allocations;
  const packer = new Packer();
  const blocks = blocksOf({ info, allocations });
  const threads = new Threads(views.threadId);
  const scopes = scopesOf({ allocations, tables }, blocks, scopeFilter);
  const { texts, numbers, stackOfCode } = groupTexts(
    {
      names: views.text('name').values,
      allocators: views.text('allocator').values,
      streams: views.text('stream').values,
      threads: threads.texts,
      scopes: scopes?.values ?? [],
      callStacks: [...views.text('call_stack').values, ...failureStacks({ allocations, tables })],
    },
    packer,
  );
  const goneNs = blocks.writeGone(new Float64Array(rows));
  const overlaps = overlapCounts(blocks.startNs, goneNs, allocations.text('name').codes);
  const known = { allocations, blocks, threads, overlaps, stackOfCode, shift };
  const source = { ...known, scopes: scopes?.codes };
  const windows = rows === 0 ? undefined : windowsOf(allocations, blocks, undefined, limits);
  const span = { startNs: windows?.[0].startNs ?? 0, endNs: windows?.at(-1)?.endNs ?? 0 };
  const spanning = new SpanningRows(blocks, goneNs, windows ?? []);
  return {
    blocks,
    texts,
    numbers,
    totals: allocationTotals(allocations, blocks),
    windows,
    lanes: laneOverviews(blocks, goneNs, views.text('name'), span),
    holders: new HolderSums(allocations, blocks, stackOfCode),
    scratch: goneNs,
    packer: new AllocationPacker(spanning, new AllocationColumnMaker(source), packer),
  };
}

/** Call stacks of allocations that failed. */
function failureStacks({
  allocations,
  tables,
}: Pick<AllocationGroup, 'allocations' | 'tables'>): readonly string[] {
  const table = tables[MEMORY_FAILURES.name];
  return table === undefined ? [] : readFailures(table, allocations.originNs).callStack.values;
}

/** The innermost scope of each allocation; undefined where the source has no ranges. */
function scopesOf(
  group: Pick<AllocationGroup, 'allocations' | 'tables'>,
  blocks: Blocks,
  filter: RangeFilter,
): TextColumn | undefined {
  const ranges = rangesOf(group);
  if (ranges.rows === 0) return undefined;
  const rows = new Int32Array(blocks.rows).map((_, row) => row);
  const { codes, values } = scopePaths(group, blocks, rows, ranges, filter);
  // The first is that there is no scope.
  return { codes: codes.map((code) => code - 1), values: values.slice(1) };
}

/** How a group's time is split; without allocations and captures, its counters tell when it is. */
export function windowsOf(
  allocations: Allocations,
  blocks: Blocks,
  counters: Counters | undefined,
  limits: WindowLimits,
): WindowEntry[] {
  const extent = groupExtent(allocations, blocks.windows, counters);
  const startOf = (row: number) => allocations.views.startNs.at(row);
  return splitWindows(allocations.rows, startOf, extent, limits);
}

/** Allocations that are being packed. */
export interface Packing {
  readonly rows: number;
  readonly packed: Promise<DeflatedColumns>;
}

/** Packs the allocations of one window after another. */
export class AllocationPacker {
  readonly #rows: SpanningRows;
  readonly #columns: AllocationColumnMaker;
  readonly #packer: Packer;

  constructor(rows: SpanningRows, columns: AllocationColumnMaker, packer: Packer) {
    this.#rows = rows;
    this.#columns = columns;
    this.#packer = packer;
  }

  /** The allocations of a window that are in no other. */
  window(window: WindowEntry): Promise<Packing> {
    return this.#pack(this.#rows.within(window));
  }

  /** Those that are there at an edge between windows; undefined where none is. */
  async spanning(): Promise<Packing | undefined> {
    return this.#rows.count === 0 ? undefined : this.#pack(this.#rows.all());
  }

  /** They are read now, a column after another, and deflated while others are read. */
  async #pack(rows: Int32Array): Promise<Packing> {
    const pack = this.#packer.open(rows.length);
    for (const column of this.#columns.of(rows)) {
      pack.add(column);
      // A file that is being read is read on between two columns.
      await turn();
    }
    return { rows: rows.length, packed: pack.close() };
  }
}
