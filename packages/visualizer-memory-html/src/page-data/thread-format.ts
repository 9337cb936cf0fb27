/** What is known of threads. Shared by whoever writes the pages (Node) and the page (browser). */
import type { PAGE_DATA_VERSION, PackedLine } from './packed-format.js';

/** A thread and what it allocated, whoever released it. */
export interface ThreadEntry {
  /** A decimal. */
  readonly id: string;
  readonly name: string | null;
  readonly peakBytes: number;
  readonly peakNs: number;
  readonly count: number;
}

/** What the group's file says of threads: those with the highest peaks first. */
export interface ThreadList {
  /** Of {@link ThreadsData}. */
  readonly file: string;
  readonly threads: readonly ThreadEntry[];
}

/** What each thread holds over time: a file of its own, for who looks at it. */
export interface ThreadsData {
  readonly version: typeof PAGE_DATA_VERSION;
  /**
   * In the order of {@link ThreadList.threads}; exact, a part for each capture. Of what happens within
   * a nanosecond, a line has the highest level and the last.
   */
  readonly lines: readonly PackedLine[];
}
