import { GrowingFloat64, GrowingInt32 } from '../columns/growing.js';
import type { TraceEvent } from '../trace-view/events.js';
import { InnermostInterval } from './containment.js';
import { type Moments, sortMoments } from './times.js';

/** Moments at which a thread put on the queue what an allocation came of; rows are allocations. */
export interface EnqueuesOfThread {
  /** Code of the thread. */
  readonly thread: number;
  readonly moments: Moments;
}

/**
 * Leads from allocations that happened while the task queue was emptied to the moments at which the
 * queue was filled: dequeue, correlation id, enqueue.
 */
export class QueueMatch {
  readonly #dequeues: InnermostInterval;
  readonly #correlation = new GrowingFloat64();
  readonly #enqueuedNs = new GrowingFloat64();
  readonly #thread = new GrowingInt32();

  constructor(moments: Moments) {
    this.#dequeues = new InnermostInterval(moments);
  }

  /** Whether any allocation came over the queue. */
  get isNeeded(): boolean {
    return this.#dequeues.moments.times.length > 0;
  }

  addDequeue(event: TraceEvent): void {
    if (event.correlation >= 0) this.#dequeues.add(event, event.correlation);
  }

  addEnqueue(event: TraceEvent): void {
    if (event.correlation < 0 || !this.isNeeded) return;
    this.#correlation.push(event.correlation);
    this.#enqueuedNs.push(event.startNs);
    this.#thread.push(event.thread);
  }

  /** Tells the thread and the process that emptied the queue, by row. */
  eachThread(visit: (row: number, thread: number, process: number) => void): void {
    const { moments, thread, process } = this.#dequeues;
    for (let at = 0; at < moments.rows.length; at++) {
      visit(moments.rows[at], thread[at], process[at]);
    }
  }

  /** Where the allocations were put on the queue, for those of which that is known. */
  enqueues(): EnqueuesOfThread[] {
    const { moments, payload } = this.#dequeues;
    const found = new Map<number, number>();
    for (const correlation of payload) if (correlation >= 0) found.set(correlation, -1);
    for (let i = 0; i < this.#correlation.length; i++) {
      const correlation = this.#correlation.get(i);
      if (found.has(correlation)) found.set(correlation, i);
    }
    const rowsByThread = new Map<number, number[]>();
    const enqueuedNs = new Float64Array(moments.rows.reduce((a, b) => Math.max(a, b), -1) + 1);
    for (let at = 0; at < moments.rows.length; at++) {
      const enqueue = found.get(payload[at]) ?? -1;
      if (enqueue < 0 || this.#enqueuedNs.get(enqueue) > moments.times[at]) continue;
      const row = moments.rows[at];
      enqueuedNs[row] = this.#enqueuedNs.get(enqueue);
      const thread = this.#thread.get(enqueue);
      const rows = rowsByThread.get(thread) ?? [];
      rowsByThread.set(thread, rows);
      rows.push(row);
    }
    return [...rowsByThread].map(([thread, rows]) => ({
      thread,
      moments: sortMoments(Int32Array.from(rows), enqueuedNs),
    }));
  }
}
