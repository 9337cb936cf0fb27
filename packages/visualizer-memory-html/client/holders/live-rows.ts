import type { Group } from '../data/group.js';
import { stretchLevelAt } from '../data/line.js';
import type { Moment } from '../view/choices.js';

/** What is live at a moment. */
export interface LiveRows {
  /** ns after the run's origin. */
  readonly ns: number;
  readonly rows: Int32Array;
  /** NaN where nothing is recorded. */
  readonly liveBytes: number;
  /** What was there before the capture, still is, and is no allocation. */
  readonly beforeBytes: number;
}

/** What is live after all that happens at a time, of what is loaded. */
export function liveAt(group: Group, ns: number): LiveRows {
  const rows = rowsWhere(group, (start, end) => start <= ns && end > ns);
  return liveRows(group, ns, rows, stretchLevelAt(group.lines.live, ns));
}

/** What is live at a time of what a thread allocated, but for what was there before the capture. */
export function liveOfThread(group: Group, ns: number, thread: string): LiveRows {
  const { store } = group;
  const code = group.data.texts.threads.indexOf(thread) + 1;
  const rows = rowsWhere(
    group,
    (start, end, row) =>
      start <= ns && end > ns && store.thread[row] === code && !store.isBefore(row),
  );
  const held = rows.reduce((sum, row) => sum + store.bytes[row], 0);
  return { ns, rows, liveBytes: held, beforeBytes: 0 };
}

/** What is live at the group's peak, which may lie between two events of one nanosecond. */
export function liveAtPeak(group: Group): LiveRows | undefined {
  const { peak } = group.data;
  if (peak === null) return undefined;
  const { timeNs: ns, ties } = peak;
  const { store } = group;
  const before = rowsWhere(group, (start, end, row) => {
    return end > ns && (start < ns || (start === ns && store.isBefore(row)));
  });
  const all = Int32Array.from(new Set([...before, ...ties])).sort();
  return liveRows(group, ns, all, peak.bytes);
}

/** Allocations that were not released in their capture, but for what was there before. */
export function unreleasedRows({ store }: Group): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < store.rows; row++) {
    if (store.has(row) && !store.isReleased(row) && !store.isBefore(row)) rows.push(row);
  }
  return Int32Array.from(rows);
}

/** The time of a moment that is one. */
export function timeOf(group: Group, moment: Moment): number | undefined {
  if (moment.kind === 'time') return moment.ns;
  return moment.kind === 'peak' ? group.data.peak?.timeNs : undefined;
}

function liveRows(group: Group, ns: number, rows: Int32Array, liveBytes: number): LiveRows {
  let held = 0;
  for (const row of rows) held += group.store.bytes[row];
  return { ns, rows, liveBytes, beforeBytes: liveBytes - held };
}

function rowsWhere(
  { store }: Group,
  isLive: (startNs: number, endNs: number, row: number) => boolean,
): Int32Array {
  const { startNs, liveEndNs, rows } = store;
  let found = new Int32Array(1024);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (!isLive(startNs[row], liveEndNs[row], row) || !store.has(row)) continue;
    if (count === found.length) {
      const larger = new Int32Array(count * 2);
      larger.set(found);
      found = larger;
    }
    found[count++] = row;
  }
  return found.subarray(0, count);
}
