import type { StartSource } from '@rl-insight/memory-contract';
import type { LevelBooks } from './level-books.js';
import type { LevelCurve, Peak } from './level-curve.js';
import { curveOf, type Levels } from './levels.js';
import { type Falls, LevelReplay } from './replay.js';
import type { Reports } from './reports.js';
import { LevelSweep, type SweepInput } from './sweep.js';

/** Releases that no row explains: falls of the allocator's counter. */
export type UnknownReleases = Falls;

/** What an allocator's level is worked out from; its reports are read anew with every sweep. */
export interface AllocatorSource extends Omit<SweepInput, 'reports' | 'reportsBefore'> {
  readonly allocator: string;
  readonly startLiveBytes: number;
  readonly startSource: StartSource;
  reports(): Reports;
}

/** Live bytes of one allocator in one capture. Times are ns after the group's origin. */
export interface AllocatorLive {
  readonly allocator: string;
  /** Live just before the first allocation. */
  readonly startLiveBytes: number;
  readonly startSource: StartSource;
  /** The level over time, made when it is asked for; {@link levels} need no memory. */
  readonly curve: LevelCurve;
  readonly peak: Peak;
  /** The level at the begin of the capture, and at its end. */
  readonly firstBytes: number;
  readonly endLiveBytes: number;
  readonly unknownReleases: UnknownReleases;
  /** Most memory of others that the counter showed at a time and no row explains. */
  readonly untrackedBytes: number;
  /** Whether live bytes equal every sample of the counter; null where there is no counter. */
  readonly matchesReported: boolean | null;
  /** How many points the curve has, and the time of the last. */
  readonly points: number;
  readonly lastNs: number;
  /** The points of the curve, some at a time. */
  levels(): Levels;
}

export function allocatorLive(source: AllocatorSource): AllocatorLive {
  const { allocator, startLiveBytes, startSource, blocks, events, beginNs } = source;
  const hasReports = source.reports().timeNs[0] < Number.POSITIVE_INFINITY;
  const { books, firstBytes, ...walk } = bestWalk(source);
  const falls = { timeNs: books.dropTimeNs, bytes: books.dropBytes };
  return {
    allocator,
    startLiveBytes,
    startSource,
    get curve() {
      return curveOf(this.levels(), this.points);
    },
    peak: walk.peak,
    firstBytes,
    endLiveBytes: walk.endBytes,
    unknownReleases: falls,
    untrackedBytes: books.untrackedBytes,
    matchesReported: hasReports ? books.consistent : null,
    points: walk.points,
    lastNs: walk.endNs,
    levels: () => new LevelReplay({ blocks, events, falls, beginNs, firstBytes }),
  };
}

/** What came of one walk through a level. */
interface Walk {
  readonly books: LevelBooks;
  readonly dependsOnReporting: boolean;
  readonly points: number;
  readonly firstBytes: number;
  readonly peak: Peak;
  readonly endNs: number;
  readonly endBytes: number;
}

/**
 * Some allocators report after a release, some before it (CANN's graph engine). A report that is
 * any of the levels of its moment is explained; where one is not, the difference depends on the
 * kind, so both are tried and the one that leaves less unexplained is taken.
 */
function bestWalk(source: AllocatorSource): Walk {
  const after = walkAll(source, false, Number.POSITIVE_INFINITY);
  const left = unexplained(after.books);
  if (left === 0 || !after.dependsOnReporting) return after;
  const before = walkAll(source, true, left);
  return unexplained(before.books) < left ? before : after;
}

/** @param most what may be left unexplained: with more, the walk is given up, for it will not get less */
function walkAll(source: AllocatorSource, reportsBefore: boolean, most: number): Walk {
  const sweep = new LevelSweep({ ...source, reports: source.reports(), reportsBefore });
  let points = 0;
  let firstBytes = 0;
  let peak = { timeNs: Number.NaN, bytes: Number.NEGATIVE_INFINITY };
  let endNs = Number.NaN;
  let endBytes = 0;
  for (let count = sweep.read(); count > 0; count = sweep.read()) {
    const { timeNs, bytes } = sweep;
    if (points === 0) firstBytes = bytes[0];
    const highest = highestOf(bytes, count);
    if (bytes[highest] > peak.bytes) peak = { timeNs: timeNs[highest], bytes: bytes[highest] };
    points += count;
    endNs = timeNs[count - 1];
    endBytes = bytes[count - 1];
    if (unexplained(sweep.books) >= most && most < Number.POSITIVE_INFINITY) break;
  }
  const { books, dependsOnReporting } = sweep;
  return { books, dependsOnReporting, points, firstBytes, peak, endNs, endBytes };
}

/** The place of the first of the highest. */
function highestOf(bytes: Float64Array, count: number): number {
  let highest = 0;
  for (let i = 1; i < count; i++) if (bytes[i] > bytes[highest]) highest = i;
  return highest;
}

function unexplained({ dropBytes, untrackedBytes, consistent }: LevelBooks): number {
  const dropped = dropBytes.reduce((sum, bytes) => sum + bytes, 0);
  return consistent ? dropped + untrackedBytes : Number.POSITIVE_INFINITY;
}
