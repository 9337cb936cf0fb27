import type { MemoryGroup } from '@rl-insight/memory-contract';
import { type Blocks, type CaptureLive, type Peak, rowsAtPeak } from '@rl-insight/memory-model';
import type { HolderList, PeakEntry } from '../page-data/format.js';
import type { HolderSums } from './holder-entries.js';

export interface PeakSource {
  readonly allocations: MemoryGroup['allocations'];
  readonly blocks: Blocks;
  /** When each block ceases to be live. */
  readonly endNs: Float64Array;
  readonly live: readonly CaptureLive[];
  /** Of each capture. */
  readonly peaks: readonly Peak[];
  readonly holders: HolderSums;
  /** What is added to times. */
  readonly shift: number;
  /** Whether it is known who held what. */
  readonly paired: boolean;
}

/** What was live at the highest of the captures' peaks. */
export function peakEntry(source: PeakSource): PeakEntry | null {
  const { allocations, blocks, endNs, live, peaks, holders, shift } = source;
  const highest = Math.max(...peaks.map(({ bytes }) => bytes));
  const capture = peaks.findIndex(({ bytes }) => bytes === highest);
  if (capture < 0) return null;
  const { timeNs, bytes } = peaks[capture];
  const { codes, values } = allocations.views.text('allocator');
  const names = live[capture].allocators.map(({ allocator }) => allocator);
  const codeOf = (row: number) => names.indexOf(values[codes.at(row)] ?? '');
  if (!source.paired) {
    const nobody = new Int32Array(0);
    return {
      capture,
      timeNs: timeNs + shift,
      bytes,
      beforeBytes: 0,
      ties: [],
      holders: holders.list(nobody),
    };
  }
  const { rows, ties } = rowsAtPeak(blocks, endNs, capture, codeOf, live[capture], timeNs);
  const all = merged(rows, ties);
  const held = holders.bytes(all).reduce((sum, size) => sum + size, 0);
  return {
    capture,
    timeNs: timeNs + shift,
    bytes,
    beforeBytes: bytes - held,
    ties: [...ties],
    holders: holders.list(all),
  };
}

/** What was not released in its capture, but for what was there before. */
export function unreleasedHolders({
  allocations,
  blocks,
  holders,
  paired,
}: PeakSource): HolderList {
  const { durationNs } = allocations.views;
  const rows: number[] = [];
  if (!paired) return holders.list(Int32Array.from(rows));
  const some = new Float64Array(ROWS_AT_ONCE);
  for (let begin = 0; begin < blocks.rows; begin += ROWS_AT_ONCE) {
    const end = Math.min(begin + ROWS_AT_ONCE, blocks.rows);
    durationNs.copy(begin, end, some);
    for (let row = begin; row < end; row++) {
      if (Number.isNaN(some[row - begin]) && !blocks.before[row]) rows.push(row);
    }
  }
  return holders.list(Int32Array.from(rows));
}

const ROWS_AT_ONCE = 4096;

function merged(rows: Int32Array, ties: Int32Array): Int32Array {
  const all = new Int32Array(rows.length + ties.length);
  all.set(rows);
  all.set(ties, rows.length);
  return all.sort();
}
