/**
 * What `assets/overview-data.js` holds: the groups of a run, small enough to be looked at together.
 * Shared by whoever writes it (Node) and the page (browser).
 *
 * All times are whole nanoseconds after the origin of the run; sizes are whole bytes.
 */
import type { PackedColumns } from './format.js';

/** Raised when a page of one version could not read the data of the other. */
export const OVERVIEW_DATA_VERSION = 2;

/**
 * One recording, cut into equal slices of the time from `fromNs` to `toNs`. The first slice begins
 * with the recording and the last ends with it, which may be a little more.
 */
export interface OverviewCapture {
  readonly startNs: number;
  readonly endNs: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly slices: number;
}

/** How far a group's peak is off the median of those that compute alike. */
export interface OverviewOutlier {
  /** Share of the median, with its sign. */
  readonly deviation: number;
  readonly medianBytes: number;
  /** Name of the parallel group that it was compared in; null: all ranks of its role. */
  readonly parallelGroup: string | null;
}

export interface OverviewGroup {
  readonly role: string;
  readonly rank: number;
  readonly device: string;
  /** Folder of its pages, as a part of an address. */
  readonly folder: string;
  /** When each of its windows begins; the page of a time is that of its window. */
  readonly windowStartsNs: readonly number[];
  readonly captures: readonly OverviewCapture[];
  readonly allocations: number;
  readonly peakBytes: number;
  readonly peakNs: number;
  /** Live at the end of the last capture. */
  readonly endBytes: number;
  /** Allocations that were not released in their capture. */
  readonly unreleased: number;
  /** Null where the source does not tell what was released. */
  readonly unreleasedBytes: number | null;
  /** Releases that no row shows. */
  readonly unknownReleases: number;
  readonly unknownReleaseBytes: number;
  /** Allocations that failed. */
  readonly failures: number;
  readonly outlier: OverviewOutlier | null;
  readonly warnings: number;
}

/** A warning that some groups have. */
export interface OverviewNotice {
  readonly message: string;
  /** Whether groups have other texts of the kind. */
  readonly differs: boolean;
  /** Indices of the groups that have it. */
  readonly groups: readonly number[];
}

/** Why times of different rows may not be comparable. Empty lists where nothing tells so. */
export interface OverviewClocks {
  /** Hosts that captures were made on, where their folders name more than one. */
  readonly hosts: readonly string[];
  /** What times count from, where that is not the same for all groups. */
  readonly bases: readonly string[];
  /** Steps of a role whose ranks were not recorded at one time. */
  readonly apart: readonly {
    readonly role: string;
    readonly step: number;
    readonly ranks: readonly number[];
  }[];
}

export interface OverviewData {
  readonly version: typeof OVERVIEW_DATA_VERSION;
  readonly producer: string;
  readonly runId: string;
  /** ns since the epoch, as a decimal. */
  readonly originNs: string;
  readonly timeBasis: string;
  readonly groups: readonly OverviewGroup[];
  readonly notices: readonly OverviewNotice[];
  readonly clocks: OverviewClocks;
  /** `bytes` (delta): the most that was live in each slice; group by group, capture by capture. */
  readonly slices: PackedColumns;
}

/** The function that the data file calls. */
export interface OverviewGlobals {
  rlInsightOverview(data: OverviewData): void;
}
