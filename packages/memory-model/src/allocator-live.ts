import type { StartSource } from '@rl-insight/memory-contract';
import type { LevelCurve, Peak } from './level-curve.js';
import { curveOf, type Levels } from './levels.js';
import type { Reports } from './reports.js';
import { LevelSweep, type SweepInput } from './sweep.js';

/** A release that no row explains: a fall of the allocator's counter. */
export interface UnknownReleases {
  readonly timeNs: readonly number[];
  readonly bytes: readonly number[];
}

/** What an allocator's level is worked out from; its reports are read anew with every walk. */
export interface AllocatorSource extends Omit<SweepInput, 'reports' | 'reportsBefore'> {
  readonly allocator: string;
  readonly startLiveBytes: number;
  readonly startSource: StartSource;
  reports(): Reports;
}

/** Live bytes of one allocator in one capture. Times are ns after the group's origin. */
export class AllocatorLive {
  readonly allocator: string;
  /** Live just before the first allocation. */
  readonly startLiveBytes: number;
  readonly startSource: StartSource;
  readonly peak: Peak;
  /** The level at the begin of the capture. */
  readonly firstBytes: number;
  readonly endLiveBytes: number;
  readonly unknownReleases: UnknownReleases;
  /** Most memory of others that the counter showed at a time and no row explains. */
  readonly untrackedBytes: number;
  /** Whether live bytes equal every sample of the counter; null where there is no counter. */
  readonly matchesReported: boolean | null;
  /** Points of the curve, and the time of the last. */
  readonly points: number;
  readonly lastNs: number;
  readonly #source: AllocatorSource;
  readonly #reportsBefore: boolean;

  constructor(source: AllocatorSource) {
    this.#source = source;
    this.allocator = source.allocator;
    this.startLiveBytes = source.startLiveBytes;
    this.startSource = source.startSource;
    const { walk, reportsBefore } = bestWalk(source);
    const { books } = walk.sweep;
    this.#reportsBefore = reportsBefore;
    this.peak = walk.peak;
    this.firstBytes = walk.firstBytes;
    this.endLiveBytes = walk.endBytes;
    this.lastNs = walk.endNs;
    this.points = walk.points;
    this.unknownReleases = { timeNs: books.dropTimeNs, bytes: books.dropBytes };
    this.untrackedBytes = books.untrackedBytes;
    this.matchesReported =
      source.reports().timeNs[0] === Number.POSITIVE_INFINITY ? null : books.consistent;
  }

  /** The level over time, made when it is asked for. */
  get curve(): LevelCurve {
    return curveOf(this.levels(), this.points);
  }

  /** The points of {@link curve}, some at a time. */
  levels(): Levels {
    return sweepOf(this.#source, this.#reportsBefore);
  }
}

interface Walk {
  readonly sweep: LevelSweep;
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
function bestWalk(source: AllocatorSource): { walk: Walk; reportsBefore: boolean } {
  const after = walkAll(sweepOf(source, false));
  if (unexplained(after) === 0 || !after.sweep.dependsOnReporting) {
    return { walk: after, reportsBefore: false };
  }
  const before = walkAll(sweepOf(source, true));
  return unexplained(before) < unexplained(after)
    ? { walk: before, reportsBefore: true }
    : { walk: after, reportsBefore: false };
}

function sweepOf(source: AllocatorSource, reportsBefore: boolean): LevelSweep {
  return new LevelSweep({ ...source, reports: source.reports(), reportsBefore });
}

function walkAll(sweep: LevelSweep): Walk {
  let points = 0;
  let firstBytes = 0;
  let peakNs = Number.NaN;
  let peakBytes = Number.NEGATIVE_INFINITY;
  let endNs = Number.NaN;
  let endBytes = 0;
  for (let count = sweep.read(); count > 0; count = sweep.read()) {
    const { timeNs, bytes } = sweep;
    if (points === 0) firstBytes = bytes[0];
    for (let i = 0; i < count; i++) {
      if (bytes[i] <= peakBytes) continue;
      peakBytes = bytes[i];
      peakNs = timeNs[i];
    }
    points += count;
    endNs = timeNs[count - 1];
    endBytes = bytes[count - 1];
  }
  const peak = { timeNs: peakNs, bytes: peakBytes };
  return { sweep, points, firstBytes, peak, endNs, endBytes };
}

function unexplained({ sweep }: Walk): number {
  const { dropBytes, untrackedBytes, consistent } = sweep.books;
  const dropped = dropBytes.reduce((sum, bytes) => sum + bytes, 0);
  return consistent ? dropped + untrackedBytes : Number.POSITIVE_INFINITY;
}
