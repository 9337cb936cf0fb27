import type { MemoryGroup } from '@rl-insight/memory-contract';
import { type Blocks, type CaptureWindow, captureWindows } from './blocks.js';

/**
 * The blocks of a group in arrays, for answers that look at each of them many times. See {@link Blocks}
 * for what a block is. Times are ns after the group's origin.
 */
export interface BlockArrays {
  readonly rows: number;
  readonly startNs: Float64Array;
  /** Infinite for a block that is not released in its capture. */
  readonly endNs: Float64Array;
  /** Never negative. */
  readonly bytes: Float64Array;
  readonly capture: Int32Array;
  /** 1 for a block that was there when its capture began. */
  readonly before: Uint8Array;
  /** Order of events at one time; NaN where it is not known. */
  readonly startSeq: Float64Array;
  readonly endSeq: Float64Array;
  readonly windows: readonly CaptureWindow[];
}

/** The blocks of a group as arrays. O(n). */
export function blockArrays(group: MemoryGroup): BlockArrays {
  const { allocations } = group;
  const { rows, startNs, durationNs, activeDurationNs, sizeBytes, captureId, beforeCapture } =
    allocations;
  const windows = captureWindows(group);
  const start = startNs.slice();
  const end = new Float64Array(rows);
  const bytes = new Float64Array(rows);
  const startSeq = allocations.allocSeq ?? new Float64Array(rows).fill(Number.NaN);
  const endSeq = (allocations.releaseSeq ?? new Float64Array(rows).fill(Number.NaN)).slice();
  const before = beforeCapture.slice();
  for (let row = 0; row < rows; row++) {
    bytes[row] = Math.abs(sizeBytes[row]);
    if (sizeBytes[row] < 0) {
      // A release without its allocation: the time of the row is that of the release.
      before[row] = 1;
      end[row] = startNs[row];
    } else {
      const held = durationNs[row];
      const active = activeDurationNs?.[row] ?? Number.NaN;
      const reusable = active < held;
      end[row] = Number.isNaN(held)
        ? Number.POSITIVE_INFINITY
        : startNs[row] + (reusable ? active : held);
      // The sequence is that of the release, not of the earlier moment.
      if (reusable) endSeq[row] = Number.NaN;
    }
    if (before[row]) start[row] = Math.min(start[row], windows[captureId[row]]?.startNs ?? 0);
  }
  return {
    rows,
    startNs: start,
    endNs: end,
    bytes,
    capture: captureId,
    before,
    startSeq,
    endSeq,
    windows,
  };
}
