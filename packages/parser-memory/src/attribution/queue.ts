import type { StackMatch } from '@rl-insight/memory-contract';
import type { Clock } from '../csv/clock.js';
import { readTrace, type TraceEvent, type TraceReading } from '../trace-view/events.js';
import { BackwardOperators, type ForwardOperators } from './backward.js';
import { InnermostInterval, NOT_FOUND } from './containment.js';
import type { StackList } from './text-codes.js';
import { type Moments, sortMoments } from './times.js';

export interface QueueResolveOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  /** Told the stack of a row: its place in the list and the way it was found. */
  readonly onFound: (row: number, place: number, how: StackMatch) => void;
  /** Told the thread and the process of a row, as codes of the first reading's texts. */
  readonly onThread: (row: number, thread: number, process: number) => void;
}

/** The moments of one thread at which something was put on the queue. */
interface EnqueuesOfThread {
  readonly around: InnermostInterval;
  readonly backward: BackwardOperators;
}

/**
 * Leads from allocations that happened while the task queue was emptied to the operators that had
 * filled it: dequeue, correlation id, enqueue, operator around the enqueue.
 */
export class QueueMatch {
  readonly #dequeues: InnermostInterval;
  readonly #enqueueStart = new Map<number, number>();
  readonly #enqueueThread = new Map<number, number>();

  constructor(moments: Moments) {
    this.#dequeues = new InnermostInterval(moments);
  }

  addDequeue(event: TraceEvent): void {
    if (event.correlation >= 0) this.#dequeues.add(event, event.correlation);
  }

  addEnqueue(event: TraceEvent): void {
    const { correlation } = event;
    if (correlation < 0 || this.#dequeues.moments.times.length === 0) return;
    this.#enqueueStart.set(correlation, event.startNs);
    this.#enqueueThread.set(correlation, event.thread);
  }

  /** Reads the operators of the trace a second time, if any allocation needs it. */
  async resolve(
    path: string,
    clock: Clock,
    first: TraceReading,
    forward: ForwardOperators,
    list: StackList,
    options: QueueResolveOptions,
  ): Promise<void> {
    const byThread = this.#enqueuesByThread(first, options);
    if (byThread.size === 0) return;
    const range = first.report.selectedRange;
    const { signal, onProgress } = options;
    const threadTexts: (EnqueuesOfThread | undefined)[] = [];
    const second = await readTrace(
      path,
      clock,
      {
        kinds: ['cpu_op'],
        ...(range === null ? {} : { range }),
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onProgress } : {}),
      },
      (event, texts) => {
        if (event.thread < 0) return;
        if (!(event.thread in threadTexts)) {
          threadTexts[event.thread] = byThread.get(texts.text(event.thread));
        }
        const enqueues = threadTexts[event.thread];
        if (enqueues === undefined) return;
        enqueues.around.add(event, event.stack);
        if (event.sequence >= 0 && event.forwardThread > 0) enqueues.backward.add(event);
      },
    );
    for (const { around, backward } of byThread.values()) {
      const { rows } = around.moments;
      const forwardStacks = backward.forwardStacks(around.thread, forward);
      rows.forEach((row, at) => {
        const found = around.payload[at];
        if (found >= 0) {
          options.onFound(row, list.place(second.texts.text(found)), 'queue-recorded');
        } else if (found !== NOT_FOUND && forwardStacks[at] >= 0) {
          const place = list.place(first.texts.text(forwardStacks[at]));
          options.onFound(row, place, 'queue-forward');
        }
      });
    }
  }

  #enqueuesByThread(
    first: TraceReading,
    options: QueueResolveOptions,
  ): Map<string, EnqueuesOfThread> {
    const { moments, payload, thread, process } = this.#dequeues;
    const rowsByThread = new Map<string, number[]>();
    let rowCount = 0;
    for (const row of moments.rows) rowCount = Math.max(rowCount, row + 1);
    const enqueueTime = new Float64Array(rowCount);
    moments.rows.forEach((row, at) => {
      options.onThread(row, thread[at], process[at]);
      const start = this.#enqueueStart.get(payload[at]);
      if (start === undefined || start > moments.times[at]) return;
      enqueueTime[row] = start;
      const name = first.texts.text(this.#enqueueThread.get(payload[at]) ?? -1);
      const rows = rowsByThread.get(name) ?? [];
      rowsByThread.set(name, rows);
      rows.push(row);
    });
    return new Map(
      [...rowsByThread].map(([name, rows]) => {
        const enqueued = sortMoments(Int32Array.from(rows), enqueueTime);
        const around = new InnermostInterval(enqueued);
        return [name, { around, backward: new BackwardOperators(enqueued) }] as const;
      }),
    );
  }
}
