import type { StartSource } from '@rl-insight/memory-contract';

/** Blocks of one allocator of one capture, with its own totals (bytes; NaN where there are none). */
export interface AllocatorBlocks {
  /** By time. */
  readonly rows: Int32Array;
  readonly startNs: Float64Array;
  readonly releaseNs: Float64Array;
  readonly sizeBytes: Float64Array;
  readonly releaseOnly: Uint8Array;
  readonly allocatedAfter: Float64Array;
  readonly releasedAfter: Float64Array;
}

/** Samples of the allocator's own counter, by time. */
export interface AllocatorSamples {
  readonly count: number;
  timeNs(i: number): number;
  /** NaN where it has none. */
  allocatedBytes(i: number): number;
}

export interface StartLevel {
  readonly bytes: number;
  readonly source: StartSource;
}

/** What of the capture's own blocks is live just after a time. */
function liveAfter(blocks: AllocatorBlocks, time: number): number {
  let live = 0;
  for (const row of blocks.rows) {
    if (blocks.startNs[row] > time) break;
    if (blocks.releaseOnly[row]) live += blocks.sizeBytes[row];
    else if (!(blocks.releaseNs[row] <= time)) live += blocks.sizeBytes[row];
  }
  return live;
}

/**
 * What was live just before the first allocation: the allocator's total there less the size of that
 * allocation. Where no row has a total, the counter's first sample less what of the capture's own
 * blocks was live then; else the sum of the releases of blocks that were never allocated in the
 * capture, which is a lower bound.
 */
export function startLevel(blocks: AllocatorBlocks, samples: AllocatorSamples): StartLevel {
  for (const row of blocks.rows) {
    const released = blocks.releaseOnly[row] === 1;
    const total = released ? blocks.releasedAfter[row] : blocks.allocatedAfter[row];
    if (Number.isNaN(total)) continue;
    // A negative size makes what was released there part of the level again.
    const bytes = Math.round(total) - liveAfter(blocks, blocks.startNs[row]);
    if (bytes >= 0) return { bytes, source: 'counters' };
    break;
  }
  for (let i = 0; i < samples.count; i++) {
    const allocated = samples.allocatedBytes(i);
    if (Number.isNaN(allocated)) continue;
    const bytes = allocated - liveAfter(blocks, samples.timeNs(i));
    if (bytes >= 0) return { bytes, source: 'counters' };
    break;
  }
  let released = 0;
  for (const row of blocks.rows) if (blocks.releaseOnly[row]) released -= blocks.sizeBytes[row];
  return released > 0 ? { bytes: released, source: 'releases' } : { bytes: 0, source: 'none' };
}
