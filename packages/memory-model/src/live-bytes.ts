import type {
  CaptureAllocator,
  Counters,
  MemoryGroup,
  StartSource,
} from '@rl-insight/memory-contract';
import { type Blocks, blocksOf, type CaptureWindow } from './blocks.js';
import { type BlockEvents, blockEvents } from './events.js';
import { CurveBuilder, type LevelCurve, type Peak, peakOf, sumCurves } from './level-curve.js';
import { LevelBooks, type ReportedLevels } from './reported-levels.js';

/** A release that no row explains: a fall of the allocator's counter. */
export interface UnknownReleases {
  readonly timeNs: readonly number[];
  readonly bytes: readonly number[];
}

/** Live bytes of one allocator in one capture. Times are ns after the group's origin. */
export interface AllocatorLive {
  readonly allocator: string;
  /** Live just before the first allocation. */
  readonly startLiveBytes: number;
  readonly startSource: StartSource;
  readonly curve: LevelCurve;
  readonly peak: Peak;
  readonly endLiveBytes: number;
  readonly unknownReleases: UnknownReleases;
  /** Most memory of others that the counter showed at a time and no row explains. */
  readonly untrackedBytes: number;
  /** Whether live bytes equal every sample of the counter; null where there is no counter. */
  readonly matchesReported: boolean | null;
}

/** Live bytes of a group in one capture: the sum over the allocators that have rows. */
export interface CaptureLive {
  readonly window: CaptureWindow;
  readonly allocators: readonly AllocatorLive[];
  readonly curve: LevelCurve;
  readonly peak: Peak;
  readonly endLiveBytes: number;
}

/** What is known of an allocator where the tables say nothing. */
const UNKNOWN: Omit<CaptureAllocator, 'allocator'> = {
  start_live_bytes: 0,
  start_source: 'none',
  pairing: 'record',
};

/**
 * Live bytes of a group over time: what was there before each capture and still is, plus what was
 * allocated in it and not yet released, for each allocator and in sum.
 *
 * O(n log n) at worst; O(n) for tables in their contract's order.
 */
export function liveBytes(group: MemoryGroup, blocks: Blocks = blocksOf(group)): CaptureLive[] {
  return blocks.windows.map((window, capture) => {
    const names = allocatorsOf(group, capture);
    const allocators = names.map((allocator) => allocatorLive(group, blocks, capture, allocator));
    const curve = sumCurves(allocators.map((live) => live.curve));
    const empty = { timeNs: window.startNs, bytes: 0 };
    return {
      window,
      allocators,
      curve,
      peak: peakOf(curve) ?? empty,
      endLiveBytes: curve.bytes.at(-1) ?? 0,
    };
  });
}

/** The allocators that have rows in a capture, or that its table names. */
function allocatorsOf({ info, allocations }: MemoryGroup, capture: number): string[] {
  const names = new Set(info.captures[capture].allocators.map(({ allocator }) => allocator));
  const { codes, values } = allocations.text('allocator');
  const seen = new Uint8Array(values.length);
  for (let row = 0; row < allocations.rows; row++) {
    if (allocations.captureId[row] !== capture) continue;
    const code = codes[row];
    if (code < 0) names.add('');
    else if (!seen[code]) {
      seen[code] = 1;
      names.add(values[code]);
    }
  }
  return [...names];
}

function allocatorLive(
  group: MemoryGroup,
  blocks: Blocks,
  capture: number,
  allocator: string,
): AllocatorLive {
  const { codes, values } = group.allocations.text('allocator');
  const code = allocator === '' ? -1 : values.indexOf(allocator);
  const events = blockEvents(
    blocks,
    (row) => blocks.capture[row] === capture && codes[row] === code,
  );
  const known = group.info.captures[capture].allocators.find((a) => a.allocator === allocator);
  const { start_live_bytes, start_source } = known ?? UNKNOWN;
  const reported = reportedLevels(group.counters, allocator, capture, blocks.windows[capture]);
  const input: SweepInput = {
    blocks,
    events,
    reported,
    window: blocks.windows[capture],
    // What the rows know to have been there before is a part of the starting level.
    startBytes: Math.max(start_live_bytes, knownBefore(blocks, capture, codes, code)),
  };
  const swept = bestSweep(input);
  const { books, curve } = swept;
  return {
    allocator,
    startLiveBytes: start_live_bytes,
    startSource: start_source,
    curve,
    peak: peakOf(curve) ?? { timeNs: input.window.startNs, bytes: start_live_bytes },
    endLiveBytes: curve.bytes.at(-1) ?? start_live_bytes,
    unknownReleases: { timeNs: books.dropTimeNs, bytes: books.dropBytes },
    untrackedBytes: books.untrackedBytes,
    matchesReported: reported.timeNs.length === 0 ? null : books.consistent,
  };
}

function knownBefore(blocks: Blocks, capture: number, codes: Int32Array, code: number): number {
  let bytes = 0;
  for (let row = 0; row < blocks.rows; row++) {
    if (blocks.before[row] && blocks.capture[row] === capture && codes[row] === code) {
      bytes += blocks.bytes[row];
    }
  }
  return bytes;
}

/** The samples of an allocator's counter that lie in a capture's window and have a total. */
function reportedLevels(
  counters: Counters,
  allocator: string,
  capture: number,
  { startNs, endNs }: CaptureWindow,
): ReportedLevels {
  const code = counters.component.values.indexOf(allocator);
  const wanted = (row: number) =>
    counters.component.codes[row] === code &&
    counters.captureId[row] === capture &&
    counters.timeNs[row] >= startNs &&
    counters.timeNs[row] <= endNs &&
    !Number.isNaN(counters.allocatedBytes[row]);
  let count = 0;
  if (code >= 0) for (let row = 0; row < counters.rows; row++) if (wanted(row)) count++;
  const timeNs = new Float64Array(count);
  const bytes = new Float64Array(count);
  for (let row = 0, end = 0; end < count; row++) {
    if (!wanted(row)) continue;
    timeNs[end] = counters.timeNs[row];
    bytes[end++] = counters.allocatedBytes[row];
  }
  return { timeNs, bytes };
}

interface SweepInput {
  readonly blocks: Blocks;
  readonly events: BlockEvents;
  readonly reported: ReportedLevels;
  readonly window: CaptureWindow;
  readonly startBytes: number;
}

interface Sweep {
  readonly curve: LevelCurve;
  readonly books: LevelBooks;
}

/**
 * Some allocators report after a release, some before it (CANN's graph engine). A report that is
 * any of the levels of its moment is explained; where one is not, the difference depends on the
 * kind, so both are tried and the one that leaves less unexplained is taken.
 */
function bestSweep(input: SweepInput): Sweep {
  const after = sweep(input, false);
  if (unexplained(after.books) === 0) return after;
  const before = sweep(input, true);
  return unexplained(before.books) < unexplained(after.books) ? before : after;
}

function unexplained({ dropBytes, untrackedBytes, consistent }: LevelBooks): number {
  const dropped = dropBytes.reduce((sum, bytes) => sum + bytes, 0);
  return consistent ? dropped + untrackedBytes : Number.POSITIVE_INFINITY;
}

function sweep(input: SweepInput, reportsBefore: boolean): Sweep {
  const { blocks, events, reported, window } = input;
  const { row, begins, count } = events;
  const firstEvent = count === 0 ? Number.POSITIVE_INFINITY : eventTime(events, blocks, 0);
  // What is reported before the first allocation is the level there, whatever follows from it.
  const early = reported.timeNs.length > 0 && reported.timeNs[0] < firstEvent;
  let level = early ? reported.bytes[0] : input.startBytes;
  const books = new LevelBooks(level);
  const curve = new CurveBuilder(count + 16);
  curve.push(window.startNs, level);
  let next = 0;
  const take = (event: number, time: number) => {
    const bytes = blocks.bytes[row[event]];
    level += begins[event] ? bytes : -bytes;
    if (!begins[event] && blocks.before[row[event]]) books.releaseKnown(bytes);
    curve.push(time, level);
  };
  for (let i = 0; i < reported.timeNs.length; i++) {
    const time = reported.timeNs[i];
    while (next < count && eventTime(events, blocks, next) < time) {
      take(next, eventTime(events, blocks, next));
      next++;
    }
    const levelBefore = level;
    const wanted = reported.bytes[i];
    let explained = wanted === level + books.untracked;
    while (next < count && eventTime(events, blocks, next) === time) {
      take(next++, time);
      explained ||= wanted === level + books.untracked;
    }
    if (explained) continue;
    // Of several reports of one moment, those but the last are levels on the way.
    if (reported.timeNs[i + 1] === time) continue;
    const compared = reportsBefore ? levelBefore : level;
    const fall = books.settle(time, wanted - (compared + books.untracked));
    if (fall === 0) continue;
    level -= fall;
    curve.push(time, level);
  }
  for (; next < count; next++) take(next, eventTime(events, blocks, next));
  return { curve: curve.curve(), books };
}

function eventTime({ row, begins }: BlockEvents, blocks: Blocks, event: number): number {
  return begins[event] ? blocks.startNs[row[event]] : blocks.endNs[row[event]];
}
