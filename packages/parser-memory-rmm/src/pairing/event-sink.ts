import type { LogRows } from '../log/rows.js';

/** An allocation that failed. Times are ns since midnight of the log's first day. */
export interface LogFailure {
  readonly timeNs: number;
  /** NaN where the log has no threads. */
  readonly threadId: number;
  readonly seq: number;
  readonly requestedBytes: number;
  /** Line of the log, from 1. */
  readonly line: number;
}

/** Takes events whose blocks are joined already. Threads are NaN where they are not known. */
export interface EventSink {
  /** A block begins, as row `i` tells; the number by which it is known until it ends. */
  allocate(timeNs: number, seq: number, rows: LogRows, i: number): number;
  sizeOf(block: number): number;
  release(block: number, timeNs: number, seq: number, threadId: number): void;
  /** A block ends that was there before the log began. */
  releaseUnknown(timeNs: number, seq: number, rows: LogRows, i: number): void;
  fail(failure: LogFailure): void;
}
