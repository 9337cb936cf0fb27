import type { MemoryGroup } from '@rl-insight/memory-contract';

/** The window of a capture, ns after the group's origin. */
export interface CaptureWindow {
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * The allocations of a group as blocks of memory: when each began and ceased to be live, and its
 * size. Times are ns after the group's origin.
 *
 * A block is live until the earlier of its release and the moment it could be used again: that is
 * when the allocator's own counter falls (measured on Ascend captures, where the record of the
 * block's return to the pool comes some µs before that of its release). A block from before the
 * capture is live from the capture's begin; one that is not released, until its end.
 */
export interface Blocks {
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

/** The windows of a group's captures, ns after its origin. */
export function captureWindows({ info, allocations }: MemoryGroup): CaptureWindow[] {
  return info.captures.map(({ start_ns, end_ns }) => ({
    startNs: Number(BigInt(start_ns) - allocations.originNs),
    endNs: Number(BigInt(end_ns) - allocations.originNs),
  }));
}

/** The blocks of a group. O(n). */
export function blocksOf(group: MemoryGroup): Blocks {
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
