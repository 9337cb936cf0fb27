import type { RmmTruth } from '../rmm/truth.js';

/** A start/end range; times as in the export. */
export interface TrueStartEnd {
  readonly name: string;
  readonly threadId: number;
  readonly startNs: number;
  /** Null where it is still open, as is the thread that ended it. */
  endNs: number | null;
  endThreadId: number | null;
}

/** How many rows of each sort were written. */
export interface NsysCounts {
  allocations: number;
  releases: number;
  /** Calls that allocate or release, those that failed among them. */
  calls: number;
  failedCalls: number;
  pushPopRanges: number;
  openRanges: number;
}

/** What is true of a device's run. */
export interface NsysDeviceTruth {
  readonly processId: number;
  /** As the process calls the device. */
  readonly deviceId: number;
  /** Told of the run with the times of the export's rows: fractions of µs, local time of day. */
  readonly memory: RmmTruth;
  readonly startEnd: readonly TrueStartEnd[];
  readonly counts: Readonly<NsysCounts>;
}
