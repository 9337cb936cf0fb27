import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import type { LevelCurve } from './level-curve.js';
import type { CaptureLive } from './live-bytes.js';
import { type MergedEvents, mergedEvents } from './merged-events.js';
import { firstAfter } from './sorted.js';

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

/** How many points of each curve come before or at a place of their sum; see `sumCurves`. */
function pointsAt(curves: readonly LevelCurve[], place: number): number[] {
  const taken = curves.map(() => 0);
  if (curves.length === 1) return [place + 1];
  for (let i = 0; i <= place; i++) {
    let first = -1;
    for (let c = 0; c < curves.length; c++) {
      if (taken[c] >= curves[c].timeNs.length) continue;
      const time = curves[c].timeNs[taken[c]];
      if (first < 0 || time < curves[first].timeNs[taken[first]]) first = c;
    }
    taken[first]++;
  }
  return taken;
}

/** The highest point of a span, the level that holds at its begin included. */
function highest({ timeNs, bytes }: LevelCurve, span: TimeSpan | undefined): number {
  const first = span === undefined ? 0 : Math.max(0, firstAfter(timeNs, span.startNs) - 1);
  const end = span === undefined ? bytes.length : firstAfter(timeNs, span.endNs);
  let at = first;
  for (let i = first + 1; i < end; i++) if (bytes[i] > bytes[at]) at = i;
  return at;
}

/** How many events of an allocator the first points of its curve stand for. */
function eventsOf(events: MergedEvents, blocks: BlockArrays, pointsNs: Float64Array): number {
  let event = 0;
  // The first point is the starting level; a point that no event has the time of is a release
  // without a row, which comes after all events of its time.
  for (let point = 1; point < pointsNs.length && event < events.count; point++) {
    const row = events.row[event];
    const time = events.begins[event] ? blocks.startNs[row] : blocks.endNs[row];
    if (time === pointsNs[point]) event++;
  }
  return event;
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
  const { allocators, curve } = capture;
  const number = blocks.windows.findIndex(
    ({ startNs, endNs }) => startNs === capture.window.startNs && endNs === capture.window.endNs,
  );
  const curves = allocators.map((allocator) => allocator.curve);
  const isTime = typeof moment === 'number';
  const peak = isTime ? 0 : highest(curve, moment === 'peak' ? undefined : moment);
  const points = isTime
    ? curves.map(({ timeNs }) => Math.max(1, firstAfter(timeNs, moment)))
    : pointsAt(curves, peak);
  const isLive = new Uint8Array(blocks.rows);
  let liveBytes = 0;
  allocators.forEach((allocator, i) => {
    const { bytes, timeNs } = curves[i];
    if (bytes.length === 0) return;
    // A curve that has not begun counts as its first level.
    const reached = Math.max(1, points[i]);
    liveBytes += bytes[reached - 1];
    markLive(group, blocks, number, allocator.allocator, timeNs.subarray(0, reached), isLive);
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
  const timeNs = isTime ? moment : (curve.timeNs[peak] ?? capture.window.startNs);
  return { timeNs, rows, liveBytes, beforeBytes: liveBytes - rowBytes };
}

function markLive(
  { allocations }: MemoryGroup,
  blocks: BlockArrays,
  capture: number,
  allocator: string,
  pointsNs: Float64Array,
  isLive: Uint8Array,
): void {
  const { codes, values } = allocations.text('allocator');
  const code = allocator === '' ? -1 : values.indexOf(allocator);
  const isOwn = (row: number) => blocks.capture[row] === capture && codes[row] === code;
  const events = mergedEvents(blocks, isOwn);
  for (let row = 0; row < blocks.rows; row++) {
    // A block from before the capture is there from the begin, whatever its row says of that.
    if (blocks.before[row] && isOwn(row)) isLive[row] = 1;
  }
  const count = eventsOf(events, blocks, pointsNs);
  for (let event = 0; event < count; event++) {
    isLive[events.row[event]] = events.begins[event] ? 1 : 0;
  }
}
