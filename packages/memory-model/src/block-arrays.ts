import type { AllocationViews, MemoryGroup, NumberView } from '@rl-insight/memory-contract';
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
  /** Order of events at one time, read where it lies: mostly it is asked for where times are equal. */
  readonly startSeq: EventOrder;
  readonly endSeq: EventOrder;
  readonly windows: readonly CaptureWindow[];
}

/** The place of an event among all of its capture; NaN where it is not known. */
export interface EventOrder {
  at(row: number): number;
}

const UNKNOWN: EventOrder = { at: () => Number.NaN };

/** Of a block that could be used again before its release, the sequence is not that of its end. */
function endOrder({ releaseSeq, activeDurationNs, durationNs }: AllocationViews): EventOrder {
  if (releaseSeq === undefined) return UNKNOWN;
  if (activeDurationNs === undefined) return releaseSeq;
  return {
    at: (row) => (activeDurationNs.at(row) < durationNs.at(row) ? Number.NaN : releaseSeq.at(row)),
  };
}

/** A copy of a column: the caller may write to it, and nothing else keeps one. */
function copyOf(view: NumberView, rows: number): Float64Array {
  const values = new Float64Array(rows);
  view.copy(0, rows, values);
  return values;
}

/** The blocks of a group as arrays. O(n). */
export function blockArrays(group: MemoryGroup): BlockArrays {
  const { rows, views, captureId, beforeCapture } = group.allocations;
  const windows = captureWindows(group);
  const start = copyOf(views.startNs, rows);
  const bytes = copyOf(views.sizeBytes, rows);
  const end = copyOf(views.durationNs, rows);
  const before = beforeCapture.slice();
  const active = views.activeDurationNs && copyOf(views.activeDurationNs, rows);
  for (let row = 0; row < rows; row++) {
    if (bytes[row] < 0) {
      // A release without its allocation: the time of the row is that of the release.
      bytes[row] = -bytes[row];
      before[row] = 1;
      end[row] = start[row];
    } else {
      const held = end[row];
      const reusable = active !== undefined && active[row] < held;
      end[row] = Number.isNaN(held)
        ? Number.POSITIVE_INFINITY
        : start[row] + (reusable ? active[row] : held);
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
    startSeq: views.allocSeq ?? UNKNOWN,
    endSeq: endOrder(views),
    windows,
  };
}
