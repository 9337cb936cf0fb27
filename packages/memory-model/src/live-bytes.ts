import { type CaptureAllocator, groupRows, type MemoryGroup } from '@rl-insight/memory-contract';
import { type AllocatorLive, allocatorLive } from './allocator-live.js';
import { type Blocks, blocksOf, type CaptureWindow } from './blocks.js';
import { beforeRows, blockEvents } from './events.js';
import { type LevelCurve, type Peak, peakOf } from './level-curve.js';
import { curveOf, type Levels, SumLevels } from './levels.js';
import { Reports } from './reports.js';
import { type CurveExtent, CurveThinner } from './thin.js';

/** Parts of a curve that is thinned to find its peak. */
const PEAK_BUCKETS = 256;

/** What is known of an allocator where the tables say nothing. */
const UNKNOWN: Omit<CaptureAllocator, 'allocator'> = {
  start_live_bytes: 0,
  start_source: 'none',
  pairing: 'record',
};

/** Live bytes of a group in one capture: the sum over the allocators that have rows. */
export interface CaptureLive {
  readonly window: CaptureWindow;
  readonly allocators: readonly AllocatorLive[];
  /** Made when it is asked for, as is the peak; {@link levels} need no memory. */
  readonly curve: LevelCurve;
  readonly peak: Peak;
  /** The level at the begin of the capture, and at its end. */
  readonly firstBytes: number;
  readonly endLiveBytes: number;
  /** The points of the curve, some at a time. */
  levels(): Levels;
  /** Takes the points of the levels and makes of them what {@link thinCurve} makes of the curve. */
  thinner(buckets: number): CurveThinner;
  /** The peak, for who has the curve, thinned or not. */
  peakIn(curve: LevelCurve): Peak;
}

function captureLive(window: CaptureWindow, allocators: readonly AllocatorLive[]): CaptureLive {
  const total = (of: (allocator: AllocatorLive) => number) =>
    allocators.reduce((sum, allocator) => sum + of(allocator), 0);
  const extent: CurveExtent = {
    points: total(({ points }) => points),
    beginNs: window.startNs,
    endNs: Math.max(window.startNs, ...allocators.map(({ lastNs }) => lastNs)),
  };
  let peak: Peak | undefined;
  return {
    window,
    allocators,
    get curve() {
      return curveOf(this.levels(), extent.points);
    },
    get peak() {
      peak ??= this.peakIn(thinned(this));
      return peak;
    },
    firstBytes: total(({ firstBytes }) => firstBytes),
    endLiveBytes: total(({ endLiveBytes }) => endLiveBytes),
    levels: () => {
      const all = allocators.map((allocator) => allocator.levels());
      return all.length === 1 ? all[0] : new SumLevels(all);
    },
    thinner: (buckets) => new CurveThinner(extent, buckets),
    peakIn: (curve) => peakOf(curve) ?? { timeNs: window.startNs, bytes: 0 },
  };
}

function thinned(live: CaptureLive): LevelCurve {
  const thinner = live.thinner(PEAK_BUCKETS);
  const levels = live.levels();
  for (let count = levels.read(); count > 0; count = levels.read()) {
    thinner.add(levels.timeNs, levels.bytes, 0, count);
  }
  return thinner.curve();
}

/**
 * Live bytes of a group over time: what was there before each capture and still is, plus what was
 * allocated in it and not yet released, for each allocator and in sum.
 *
 * O(n log n) at worst; O(n) for tables in their contract's order.
 *
 * @param endNs memory for a number a row, which the result goes on reading
 */
export function liveBytes(
  group: Pick<MemoryGroup, 'info' | 'allocations' | 'counters'>,
  blocks: Blocks = blocksOf(group),
  endNs: Float64Array = new Float64Array(blocks.rows),
): CaptureLive[] {
  blocks.writeEnds(endNs);
  const { codes, values } = group.allocations.text('allocator');
  const rowsOf = new Map(
    groupRows(blocks.capture, codes, values.length).map(({ capture, code, rows }) => [
      keyOf(capture, code < 0 ? '' : values[code]),
      { capture, allocator: code < 0 ? '' : values[code], rows },
    ]),
  );
  return blocks.windows.map((window, capture) => {
    const known = group.info.captures[capture].allocators.map(({ allocator }) => allocator);
    const met = [...rowsOf.values()].filter((rows) => rows.capture === capture);
    const names = new Set([...known, ...met.map(({ allocator }) => allocator)]);
    const allocators = [...names].map((allocator) => {
      const rows = rowsOf.get(keyOf(capture, allocator))?.rows ?? new Int32Array(0);
      return liveIn(group, blocks, capture, { allocator, rows, endNs });
    });
    return captureLive(window, allocators);
  });
}

function keyOf(capture: number, allocator: string): string {
  return `${capture} ${allocator}`;
}

function liveIn(
  group: Pick<MemoryGroup, 'info' | 'counters'>,
  blocks: Blocks,
  capture: number,
  { allocator, rows, endNs }: { allocator: string; rows: Int32Array; endNs: Float64Array },
): AllocatorLive {
  const { counters, info } = group;
  const known = info.captures[capture].allocators.find((a) => a.allocator === allocator);
  const { start_live_bytes, start_source, pairing } = known ?? UNKNOWN;
  const window = blocks.windows[capture];
  const series = counters.series.find(
    (one) => one.component === allocator && one.capture === capture,
  );
  return allocatorLive({
    allocator,
    startLiveBytes: start_live_bytes,
    startSource: start_source,
    blocks,
    events: blockEvents(blocks, endNs, rows),
    reports: () => new Reports(series && counters.read(series, 'allocated'), window),
    beginNs: window.startNs,
    // What the rows know to have been there before is a part of the starting level. Where no release is
    // of an allocation, they know nothing: each release may be of a block of the capture.
    startBytes:
      pairing === 'none' ? start_live_bytes : Math.max(start_live_bytes, knownBefore(blocks, rows)),
  });
}

function knownBefore(blocks: Blocks, rows: Int32Array): number {
  const before = beforeRows(blocks, rows);
  const bytes = new Float64Array(before.length);
  blocks.gatherBytes(before, before.length, bytes);
  return bytes.reduce((sum, size) => sum + size, 0);
}
