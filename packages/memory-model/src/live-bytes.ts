import { type CaptureAllocator, groupRows, type MemoryGroup } from '@rl-insight/memory-contract';
import { AllocatorLive } from './allocator-live.js';
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
export class CaptureLive {
  readonly window: CaptureWindow;
  readonly allocators: readonly AllocatorLive[];
  readonly endLiveBytes: number;
  #peak: Peak | undefined;

  constructor(window: CaptureWindow, allocators: readonly AllocatorLive[]) {
    this.window = window;
    this.allocators = allocators;
    this.endLiveBytes = allocators.reduce((sum, { endLiveBytes }) => sum + endLiveBytes, 0);
  }

  /** The level at the begin of the capture. */
  get firstBytes(): number {
    return this.allocators.reduce((sum, { firstBytes }) => sum + firstBytes, 0);
  }

  get peak(): Peak {
    this.#peak ??= this.peakIn(this.#thinned());
    return this.#peak;
  }

  /** The level over time, made when it is asked for. */
  get curve(): LevelCurve {
    return curveOf(this.levels(), this.#extent.points);
  }

  /** The points of {@link curve}, some at a time, so that a long one needs no memory. */
  levels(): Levels {
    const all = this.allocators.map((allocator) => allocator.levels());
    return all.length === 1 ? all[0] : new SumLevels(all);
  }

  /** Takes the points of {@link levels} and makes of them what {@link thinCurve} makes of the curve. */
  thinner(buckets: number): CurveThinner {
    return new CurveThinner(this.#extent, buckets);
  }

  /** The peak, for who has the curve, thinned or not. */
  peakIn(curve: LevelCurve): Peak {
    return peakOf(curve) ?? { timeNs: this.window.startNs, bytes: 0 };
  }

  get #extent(): CurveExtent {
    const { allocators, window } = this;
    return {
      points: allocators.reduce((sum, { points }) => sum + points, 0),
      beginNs: window.startNs,
      endNs: Math.max(window.startNs, ...allocators.map(({ lastNs }) => lastNs)),
    };
  }

  #thinned(): LevelCurve {
    const thinner = this.thinner(PEAK_BUCKETS);
    const levels = this.levels();
    for (let count = levels.read(); count > 0; count = levels.read()) {
      thinner.add(levels.timeNs, levels.bytes, 0, count);
    }
    return thinner.curve();
  }
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
      return allocatorLive(group, blocks, capture, { allocator, rows, endNs });
    });
    return new CaptureLive(window, allocators);
  });
}

function keyOf(capture: number, allocator: string): string {
  return `${capture} ${allocator}`;
}

function allocatorLive(
  group: Pick<MemoryGroup, 'info' | 'counters'>,
  blocks: Blocks,
  capture: number,
  { allocator, rows, endNs }: { allocator: string; rows: Int32Array; endNs: Float64Array },
): AllocatorLive {
  const { counters, info } = group;
  const known = info.captures[capture].allocators.find((a) => a.allocator === allocator);
  const { start_live_bytes, start_source } = known ?? UNKNOWN;
  const window = blocks.windows[capture];
  const series = counters.series.find(
    (one) => one.component === allocator && one.capture === capture,
  );
  return new AllocatorLive({
    allocator,
    startLiveBytes: start_live_bytes,
    startSource: start_source,
    blocks,
    events: blockEvents(blocks, endNs, rows),
    reports: () => new Reports(series && counters.read(series, 'allocated'), window),
    beginNs: window.startNs,
    // What the rows know to have been there before is a part of the starting level.
    startBytes: Math.max(start_live_bytes, knownBefore(blocks, rows)),
  });
}

function knownBefore(blocks: Blocks, rows: Int32Array): number {
  const before = beforeRows(blocks, rows);
  const bytes = new Float64Array(before.length);
  blocks.gatherBytes(before, before.length, bytes);
  return bytes.reduce((sum, size) => sum + size, 0);
}
