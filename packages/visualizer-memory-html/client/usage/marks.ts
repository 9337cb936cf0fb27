import { firstAfter, firstFrom } from '@rl-insight/memory-model';
import type { CaptureEntry } from '../../src/page-data/format.js';
import type { Group } from '../data/group.js';
import { stretchLevelAt } from '../data/line.js';
import type { Windows } from '../data/windows.js';
import type { TimeScale } from '../view/time-scale.js';

/** Releases nearer to each other than this are one mark. */
const RELEASE_CELL_PX = 9;

/** Releases that no row explains, at about one place of the picture. */
export interface ReleaseMark {
  readonly x: number;
  readonly ns: number;
  /** Live bytes after the last of them. */
  readonly level: number;
  readonly bytes: number;
  readonly count: number;
}

/** The releases of a range that no row explains. */
export function releaseMarks(group: Group, windows: Windows, scale: TimeScale): ReleaseMark[] {
  const marks: ReleaseMark[] = [];
  let lastTime = Number.NEGATIVE_INFINITY;
  for (const window of windows.reachedBy(scale)) {
    const { timeNs, bytes } = group.unknownReleases(window);
    const end = firstAfter(timeNs, scale.right);
    // Neighbours both have what happened at the moment between them.
    const begin = Math.max(firstFrom(timeNs, scale.left), firstAfter(timeNs, lastTime));
    for (let i = begin; i < end; i++) {
      const x = scale.x(timeNs[i]);
      const last = marks.at(-1);
      const level = () => stretchLevelAt(group.lines.live, timeNs[i]);
      if (last !== undefined && x - last.x < RELEASE_CELL_PX) {
        const { count } = last;
        marks[marks.length - 1] = {
          ...last,
          bytes: last.bytes + bytes[i],
          count: count + 1,
          level: level(),
        };
      } else marks.push({ x, ns: timeNs[i], level: level(), bytes: bytes[i], count: 1 });
    }
    if (timeNs.length > 0) lastTime = timeNs[timeNs.length - 1];
  }
  return marks;
}

export interface PeakMark {
  readonly ns: number;
  readonly bytes: number;
}

/** The peaks of the captures in a range, the highest first. */
export function peakMarks(captures: readonly CaptureEntry[], scale: TimeScale): PeakMark[] {
  return captures
    .filter(({ peakNs }) => peakNs >= scale.left && peakNs <= scale.right)
    .map(({ peakNs, peakBytes }) => ({ ns: peakNs, bytes: peakBytes }))
    .sort((a, b) => b.bytes - a.bytes || a.ns - b.ns);
}

/** The level that a capture begins with, all its allocators together. */
export function startLevels(captures: readonly CaptureEntry[], scale: TimeScale): PeakMark[] {
  return captures
    .filter(({ startNs }) => startNs >= scale.left && startNs <= scale.right)
    .map(({ startNs, allocators }) => ({
      ns: startNs,
      bytes: allocators.reduce((sum, { startBytes }) => sum + startBytes, 0),
    }));
}

/** Stretches of time of a range in which nothing was recorded. */
export function gaps(
  captures: readonly CaptureEntry[],
  { left, right }: { readonly left: number; readonly right: number },
): [number, number][] {
  const found: [number, number][] = [];
  let known = Number.NEGATIVE_INFINITY;
  for (const { startNs, endNs } of [...captures].sort((a, b) => a.startNs - b.startNs)) {
    if (startNs > known) found.push([Math.max(left, known), Math.min(right, startNs)]);
    known = Math.max(known, endNs);
  }
  found.push([Math.max(left, known), right]);
  return found.filter(([from, to]) => to > from);
}
