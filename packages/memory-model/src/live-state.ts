import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import type { Levels } from './levels.js';
import type { CaptureLive } from './live-bytes.js';
import { captureEvents, type MergedEvents, mergedEvents } from './merged-events.js';

/** What is live at one moment of a capture. */
export interface LiveState {
  /** ns after the group's origin. */
  readonly timeNs: number;
  /** Rows whose blocks are live, in the order of the table. */
  readonly rows: Int32Array;
  /** Live bytes of all allocators: those of the rows, and {@link beforeBytes}. */
  readonly liveBytes: number;
  /** What was there before the capture, still is, and is no row. */
  readonly beforeBytes: number;
}

/** From one time to another, ns after the group's origin, both included. */
export interface TimeSpan {
  readonly startNs: number;
  readonly endNs: number;
}

/** A moment: after all that happened at a time, or when live bytes were highest, in a span or ever. */
export type Moment = number | 'peak' | TimeSpan;

/** Goes through levels point by point. */
class PointWalk {
  timeNs = Number.POSITIVE_INFINITY;
  bytes = 0;
  readonly #levels: Levels;
  #count = 0;
  #next = 0;

  constructor(levels: Levels) {
    this.#levels = levels;
    this.move();
  }

  /** Moves to the next point; after the last its time is infinite. */
  move(): void {
    if (this.#next === this.#count) {
      this.#count = this.#levels.read();
      this.#next = 0;
    }
    if (this.#count === 0) {
      this.timeNs = Number.POSITIVE_INFINITY;
      return;
    }
    this.timeNs = this.#levels.timeNs[this.#next];
    this.bytes = this.#levels.bytes[this.#next++];
  }
}

/** How many points of levels are not after a time. */
function pointsUntil(levels: Levels, time: number): number {
  let points = 0;
  for (const walk = new PointWalk(levels); walk.timeNs <= time; walk.move()) points++;
  return points;
}

/** How many points of each of some levels come before or at a place of their sum; see `SumLevels`. */
function pointsAt(levels: readonly Levels[], place: number): number[] {
  if (levels.length < 2) return levels.map(() => place + 1);
  const taken = levels.map(() => 0);
  const walks = levels.map((own) => new PointWalk(own));
  for (let i = 0; i <= place; i++) {
    let first = 0;
    for (let c = 1; c < walks.length; c++) if (walks[c].timeNs < walks[first].timeNs) first = c;
    walks[first].move();
    taken[first]++;
  }
  return taken;
}

/** The place and time of the highest point of a span, the level that holds at its begin included. */
function highest(levels: Levels, span: TimeSpan | undefined) {
  const { startNs, endNs } = span ?? { startNs: Number.NEGATIVE_INFINITY, endNs: Number.MAX_VALUE };
  const found = { place: 0, timeNs: Number.NaN, bytes: Number.NEGATIVE_INFINITY };
  let place = 0;
  for (const walk = new PointWalk(levels); walk.timeNs <= endNs; walk.move(), place++) {
    const isBefore = walk.timeNs <= startNs;
    if (!isBefore && walk.bytes <= found.bytes) continue;
    found.place = place;
    found.timeNs = walk.timeNs;
    found.bytes = walk.bytes;
  }
  return found;
}

/** The level that the first points of an allocator lead to, and how many of its events they stand for. */
function eventsOf(levels: Levels, points: number, events: MergedEvents, blocks: BlockArrays) {
  const walk = new PointWalk(levels);
  let { bytes } = walk;
  let event = 0;
  // The first point is the starting level; a point that no event has the time of is a release
  // without a row, which comes after all events of its time.
  for (let point = 1; point < points; point++) {
    walk.move();
    bytes = walk.bytes;
    if (event === events.count) continue;
    const row = events.row[event];
    const time = events.begins[event] ? blocks.startNs[row] : blocks.endNs[row];
    if (time === walk.timeNs) event++;
  }
  return { bytes, count: event };
}

/**
 * What is live at a moment of a capture, exactly: the bytes of the rows and what was there before
 * make up the level of the capture's curve. O(n log n).
 */
export function liveState(
  group: MemoryGroup,
  blocks: BlockArrays,
  capture: CaptureLive,
  moment: Moment,
): LiveState {
  const { allocators } = capture;
  const number = blocks.windows.findIndex(
    ({ startNs, endNs }) => startNs === capture.window.startNs && endNs === capture.window.endNs,
  );
  const levels = () => allocators.map((allocator) => allocator.levels());
  const isTime = typeof moment === 'number';
  const peak = isTime
    ? undefined
    : highest(capture.levels(), moment === 'peak' ? undefined : moment);
  const points = isTime
    ? levels().map((own) => pointsUntil(own, moment))
    : pointsAt(levels(), peak?.place ?? 0);
  const isLive = new Uint8Array(blocks.rows);
  let liveBytes = 0;
  allocators.forEach((allocator, i) => {
    // A level that has not begun counts as its first.
    const reached = Math.max(1, points[i]);
    liveBytes += markLive(group, blocks, number, allocator, reached, isLive);
  });
  let rowBytes = 0;
  let count = 0;
  for (let row = 0; row < isLive.length; row++) {
    if (!isLive[row]) continue;
    rowBytes += blocks.bytes[row];
    count++;
  }
  const rows = new Int32Array(count);
  for (let row = 0, end = 0; end < count; row++) if (isLive[row]) rows[end++] = row;
  const peakNs = Number.isNaN(peak?.timeNs) ? undefined : peak?.timeNs;
  const timeNs = isTime ? moment : (peakNs ?? capture.window.startNs);
  return { timeNs, rows, liveBytes, beforeBytes: liveBytes - rowBytes };
}

/** Whether all blocks of a capture are of one allocator. */
function isOnlyAllocator(
  codes: Int32Array,
  code: number,
  captures: Int32Array,
  capture: number,
): boolean {
  for (let row = 0; row < codes.length; row++) {
    if (captures[row] === capture && codes[row] !== code) return false;
  }
  return true;
}

/** Marks what of an allocator is live after the first of its points; the level there. */
function markLive(
  { allocations }: MemoryGroup,
  blocks: BlockArrays,
  capture: number,
  { allocator, levels }: CaptureLive['allocators'][number],
  points: number,
  isLive: Uint8Array,
): number {
  const { codes, values } = allocations.text('allocator');
  const code = allocator === '' ? -1 : values.indexOf(allocator);
  const isOwn = (row: number) => blocks.capture[row] === capture && codes[row] === code;
  const isOnly = isOnlyAllocator(codes, code, blocks.capture, capture);
  const events = isOnly ? captureEvents(blocks, capture) : mergedEvents(blocks, isOwn);
  for (let row = 0; row < blocks.rows; row++) {
    // A block from before the capture is there from the begin, whatever its row says of that.
    if (blocks.before[row] && isOwn(row)) isLive[row] = 1;
  }
  const { bytes, count } = eventsOf(levels(), points, events, blocks);
  for (let event = 0; event < count; event++) {
    isLive[events.row[event]] = events.begins[event] ? 1 : 0;
  }
  return bytes;
}
