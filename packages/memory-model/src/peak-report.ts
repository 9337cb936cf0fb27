import type { Counters, MemoryGroup, SampleReader } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { fragmentation } from './fragmentation.js';
import { holders } from './holders.js';
import type { CaptureLive } from './live-bytes.js';
import { liveState } from './live-state.js';
import { isPaired } from './pairing.js';
import type { FragmentationReport, PeakReport } from './report-types.js';
import { firstAfter } from './sorted.js';
import type { UserFrames } from './user-frame.js';

/** The capture with the peak; undefined where there is none. */
function highestOf(live: readonly CaptureLive[]): CaptureLive | undefined {
  return live.reduce<CaptureLive | undefined>(
    (best, capture) =>
      best === undefined || capture.peak.bytes > best.peak.bytes ? capture : best,
    undefined,
  );
}

/** Of the allocators that have rows or a starting level, the most unused first. */
export function fragmentationReports(
  { counters }: MemoryGroup,
  live: readonly CaptureLive[],
  ns: (time: number) => string,
): FragmentationReport[] {
  const highest = highestOf(live);
  if (highest === undefined) return [];
  const moment = { capture: live.indexOf(highest), timeNs: highest.peak.timeNs };
  const names = new Set(live.flatMap(({ allocators }) => allocators.map((one) => one.allocator)));
  return [...names]
    .flatMap((allocator) => fragmentation(counters, allocator, live.length, moment) ?? [])
    .sort((a, b) => b.maxBytes - a.maxBytes || (a.allocator < b.allocator ? -1 : 1))
    .map((found) => ({
      allocator: found.allocator,
      at_peak_bytes: found.atMomentBytes,
      max_bytes: found.maxBytes,
      max_time_ns: ns(found.maxNs),
      reserved_at_max_bytes: found.reservedAtMaxBytes,
    }));
}

/** What was live when it was most. */
export function peakReport(
  group: MemoryGroup,
  blocks: BlockArrays,
  live: readonly CaptureLive[],
  frames: UserFrames,
  ns: (time: number) => string,
): PeakReport {
  const highest = highestOf(live);
  if (highest === undefined) {
    return {
      time_ns: ns(0),
      live_bytes: 0,
      before_capture_bytes: 0,
      reserved_bytes: null,
      holders: [],
    };
  }
  const state = liveState(group, blocks, highest, 'peak');
  const paired = isPaired(group);
  return {
    time_ns: ns(state.timeNs),
    live_bytes: state.liveBytes,
    before_capture_bytes: paired ? state.beforeBytes : null,
    reserved_bytes: reservedAt(group.counters, highest, live.indexOf(highest), state.timeNs),
    holders: paired
      ? holders(group, blocks, state.rows, frames).map(({ firstNs: _, ...holder }) => holder)
      : null,
  };
}

/** What the allocators that have rows had reserved at a time, as they report it. */
export function reservedAt(
  counters: Counters,
  { allocators }: CaptureLive,
  capture: number,
  timeNs: number,
): number | null {
  let sum: number | null = null;
  for (const { allocator } of allocators) {
    const series = counters.series.find(
      (known) => known.component === allocator && known.capture === capture,
    );
    const samples = series && counters.read(series, 'reserved');
    const bytes = samples === undefined ? Number.NaN : lastUntil(samples, timeNs);
    if (!Number.isNaN(bytes)) sum = (sum ?? 0) + bytes;
  }
  return sum;
}

/** The last sample up to a time; NaN where there is none. */
function lastUntil(samples: SampleReader, timeNs: number): number {
  let last = Number.NaN;
  for (let count = samples.read(); count > 0; count = samples.read()) {
    const reached = firstAfter(samples.timeNs.subarray(0, count), timeNs);
    if (reached > 0) last = samples.bytes[reached - 1];
    if (reached < count) break;
  }
  return last;
}
