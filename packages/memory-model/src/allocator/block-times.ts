import { int64View, MEMORY_SUMMARY, type MemoryGroup } from '@rl-insight/memory-contract';

/** When the addresses of blocks are taken, wait to be used again, and are free; by row. */
export interface BlockTimes {
  readonly startNs: Float64Array;
  /** When the program gives a block back, at last when it is free; infinite where it never does. */
  readonly pendingNs: Float64Array;
  /** Infinite where it is not free in its capture. */
  readonly freeNs: Float64Array;
  /** 1 for a block that was there when its capture began. */
  readonly before: Uint8Array;
}

/**
 * A block is free when it can be used again, which is its release where no other time is recorded.
 * Allocators whose counters fall earlier (see `Blocks`) have it back then.
 */
export function blockTimes({ allocations, tables }: MemoryGroup): BlockTimes {
  const { rows, views, beforeCapture } = allocations;
  const startNs = views.startNs.toArray();
  const held = views.durationNs.toArray();
  const bytes = views.sizeBytes.toArray();
  const active = views.activeDurationNs?.toArray();
  const summary = tables[MEMORY_SUMMARY.name];
  const requested = int64View(summary, 'release_requested_ns')?.toArray();
  const pendingNs = new Float64Array(rows);
  const freeNs = new Float64Array(rows);
  const before = beforeCapture.slice();
  for (let row = 0; row < rows; row++) {
    const start = startNs[row];
    let free = Number.isNaN(held[row]) ? Number.POSITIVE_INFINITY : start + held[row];
    let pending = free;
    if (bytes[row] < 0) {
      // A release without its allocation: the time of the row is that of the release.
      before[row] = 1;
      free = start;
      pending = start;
    } else if (active !== undefined && active[row] >= 0 && !Number.isNaN(held[row])) {
      free = start + active[row];
    }
    if (requested !== undefined && requested[row] >= 0) {
      pending = Math.min(pending, start + requested[row]);
    }
    pendingNs[row] = Math.min(pending, free);
    freeNs[row] = free;
  }
  return { startNs, pendingNs, freeNs, before };
}
