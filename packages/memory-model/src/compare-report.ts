import type { MemoryGroup } from '@rl-insight/memory-contract';
import { blockArrays } from './block-arrays.js';
import { compareHolders, type Difference } from './compare.js';
import { rangesOf } from './group-ranges.js';
import { type Holder, holders } from './holders.js';
import { type CaptureLive, liveBytes } from './live-bytes.js';
import { liveState, type Moment } from './live-state.js';
import { stepsOf } from './steps.js';
import type { UserFrames } from './user-frame.js';

/** One side of a comparison. */
export interface SideReport {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
  /** The training step that was looked at; null: all. */
  readonly step: number | null;
  readonly peak_live_bytes: number;
  readonly end_live_bytes: number;
}

/** What changed from one side to the other. */
export interface ComparisonReport {
  readonly left: SideReport;
  readonly right: SideReport;
  readonly peak_delta_bytes: number;
  readonly end_delta_bytes: number;
  readonly at_peak: readonly Difference[];
  readonly at_end: readonly Difference[];
}

/** A group, or one training step of it. */
export interface Selection {
  readonly group: MemoryGroup;
  readonly step: number | null;
}

interface Side {
  readonly report: SideReport;
  readonly atPeak: readonly Holder[];
  readonly atEnd: readonly Holder[];
}

/** Where to look: the capture and the moments of a selection; undefined when it has none. */
function momentsOf(
  { group, step }: Selection,
  live: readonly CaptureLive[],
): { capture: CaptureLive; peak: Moment; last: CaptureLive; end: number } | undefined {
  const [first, ...others] = live;
  if (first === undefined) return undefined;
  if (step !== null) {
    const own = stepsOf(group, live, rangesOf(group)).find((known) => known.step === step);
    if (own === undefined) return undefined;
    const capture = live[own.capture];
    return { capture, peak: own, last: capture, end: own.endNs };
  }
  const capture = others.reduce((a, b) => (b.peak.bytes > a.peak.bytes ? b : a), first);
  const last = live[live.length - 1];
  return { capture, peak: 'peak', last, end: last.window.endNs };
}

function sideOf(selection: Selection, frames: UserFrames): Side | undefined {
  const { group, step } = selection;
  const blocks = blockArrays(group);
  const moments = momentsOf(selection, liveBytes(group));
  if (moments === undefined) return undefined;
  const peak = liveState(group, blocks, moments.capture, moments.peak);
  const end = liveState(group, blocks, moments.last, moments.end);
  const { role, rank_id, device_type } = group.info;
  return {
    report: {
      role: role === '' ? null : role,
      rank_id,
      device_type,
      step,
      peak_live_bytes: peak.liveBytes,
      end_live_bytes: end.liveBytes,
    },
    atPeak: holders(group, blocks, peak.rows, frames),
    atEnd: holders(group, blocks, end.rows, frames),
  };
}

/**
 * What grew and what shrank from one selection to another, at their peaks and at their ends.
 * O(n log n).
 *
 * @returns undefined when one of them has not the step that is asked for.
 */
export function compareSelections(
  left: Selection,
  right: Selection,
  frames: UserFrames,
): ComparisonReport | undefined {
  const a = sideOf(left, frames);
  const b = sideOf(right, frames);
  if (a === undefined || b === undefined) return undefined;
  return {
    left: a.report,
    right: b.report,
    peak_delta_bytes: b.report.peak_live_bytes - a.report.peak_live_bytes,
    end_delta_bytes: b.report.end_live_bytes - a.report.end_live_bytes,
    at_peak: compareHolders(a.atPeak, b.atPeak),
    at_end: compareHolders(a.atEnd, b.atEnd),
  };
}
