/** What is known of failed allocations. Shared by whoever writes the pages (Node) and the page (browser). */
import type { PAGE_DATA_VERSION, PackedColumns } from './packed-format.js';

/** What the group's file says of allocations that failed. */
export interface FailureFiles {
  /** Of {@link FailuresData}. */
  readonly file: string;
  /** Of {@link FailureHoldersData}. */
  readonly holdersFile: string;
  readonly count: number;
}

/** What became of a failure, by the code that the page's data has for it. */
export const RETRIES = [null, 'succeeded', 'failed', 'none'] as const;
export type Retry = (typeof RETRIES)[number];

/** The failures by time: loaded after the first picture. */
export interface FailuresData {
  readonly version: typeof PAGE_DATA_VERSION;
  /** Decimals. */
  readonly threads: readonly string[];
  /** Names of user ranges, and lists of them by their places: what was open on a thread. */
  readonly ranges: readonly string[];
  readonly open: readonly (readonly number[])[];
  /** See {@link FAILURE_COLUMNS}. */
  readonly failures: PackedColumns;
  /** Who released how much, those of one failure after those of another: `thread`, `bytes`. */
  readonly releasers: PackedColumns;
}

/**
 * Columns of {@link FailuresData.failures}. Codes of what may not be known are 0 for that, else the
 * place + 1; so are numbers.
 */
export const FAILURE_COLUMNS = [
  'timeNs',
  'thread',
  'requestedBytes',
  'freeBytes',
  'stack',
  'liveBytes',
  'earlierBytes',
  'open',
  'retry',
  'releasedBytes',
  /** How many of the releasers are its own, + 1; 0 where that is not known. */
  'releasers',
] as const;

/** Who held what at failures: loaded when somebody looks at one. */
export interface FailureHoldersData {
  readonly version: typeof PAGE_DATA_VERSION;
  /** Of each failure, how many threads it has in `held`, + 1; 0 where that was not kept. */
  readonly failures: PackedColumns;
  /** Those of one failure after those of another: `thread`, `bytes`, `count`, `open`, `holders`. */
  readonly held: PackedColumns;
  /** Those of one thread of a failure after those of another: `kind`, `bytes`, `count`. */
  readonly holders: PackedColumns;
  /** What `kind` is a place in: codes `name`, `stack`, `match`, `scope` of the group's texts. */
  readonly kinds: PackedColumns;
}
