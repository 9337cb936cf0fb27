import { EventTotals, type OutOfMemory, type ThreadHolding } from '@rl-insight/memory-model';
import type { LogPart } from '@rl-insight/parser-memory-rmm/follow';

/** A thread as reports have it. */
export interface HoldingReport {
  /** Null where the log has no threads. */
  readonly thread_id: number | null;
  readonly bytes: number;
  readonly count: number;
  readonly peak_bytes: number;
}

/** A failed allocation, and who held what then. */
export interface FailureReport {
  readonly event: 'failed';
  /** Number of the failure, from 1. */
  readonly failure: number;
  /** ns since midnight of the log's first day, as a decimal; null where the log has no times. */
  readonly time_ns: string | null;
  readonly line: number;
  readonly thread_id: number | null;
  readonly requested_bytes: number | null;
  /** What the log shows to be outstanding: blocks from before it are not known yet. */
  readonly outstanding_bytes: number;
  /** Those that hold something, the most first. */
  readonly held_by_thread: readonly HoldingReport[];
}

/** What came after a failed allocation, once that is known. */
export interface FollowUpReport {
  readonly event: 'followed';
  readonly failure: number;
  /** What anybody released until then; null where the thread of the failure is not known. */
  readonly released_bytes: number | null;
  readonly released_by_thread: readonly { thread_id: number | null; bytes: number }[] | null;
  /** Of the thread's next request of that size or more; `none` where the watch ended before it. */
  readonly retry: 'succeeded' | 'failed' | 'none' | null;
}

export function holdingReport({ threadId, bytes, count, peakBytes }: ThreadHolding): HoldingReport {
  return { thread_id: threadId, bytes, count, peak_bytes: peakBytes };
}

interface Waiting {
  readonly number: number;
  readonly failure: OutOfMemory;
}

/** What a log says up to now, and reports of its failed allocations. */
export class LogWatch {
  failures = 0;
  readonly totals: EventTotals;
  #reports: (FailureReport | FollowUpReport)[] = [];
  #waiting: Waiting[] = [];
  #part: Pick<LogPart, 'failureLines' | 'hasTimes'> = { failureLines: [], hasTimes: true };
  #failuresOfPart = 0;

  constructor() {
    this.totals = new EventTotals({ onFailure: (failure) => this.#fail(failure) });
  }

  add(part: LogPart): void {
    this.#part = part;
    this.#failuresOfPart = 0;
    this.totals.add(part.events);
    this.#followUp(({ followedBy }) => followedBy.retry !== 'none');
  }

  /** No more of the log is read. */
  end(): void {
    this.totals.end();
    this.#followUp(() => true);
  }

  /** The reports since the last time. */
  take(): readonly (FailureReport | FollowUpReport)[] {
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  #fail(failure: OutOfMemory): void {
    this.failures++;
    const { failureLines, hasTimes } = this.#part;
    this.#reports.push({
      event: 'failed',
      failure: this.failures,
      time_ns: hasTimes ? String(failure.timeNs) : null,
      line: failureLines[this.#failuresOfPart++],
      thread_id: failure.threadId,
      requested_bytes: failure.requestedBytes,
      outstanding_bytes: this.totals.liveBytes,
      held_by_thread: this.totals.holdings().map(holdingReport),
    });
    this.#waiting.push({ number: this.failures, failure });
  }

  #followUp(isKnown: (failure: OutOfMemory) => boolean): void {
    if (this.#waiting.length === 0) return;
    for (const { number, failure } of this.#waiting) {
      if (!isKnown(failure)) continue;
      const { releasedBytes, releasedByThread, retry } = failure.followedBy;
      this.#reports.push({
        event: 'followed',
        failure: number,
        released_bytes: releasedBytes,
        released_by_thread:
          releasedByThread?.map(({ threadId, bytes }) => ({ thread_id: threadId, bytes })) ?? null,
        retry,
      });
    }
    this.#waiting = this.#waiting.filter(({ failure }) => !isKnown(failure));
  }
}
