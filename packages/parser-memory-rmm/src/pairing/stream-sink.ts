import {
  ALLOCATED,
  EventBatch,
  FAILED,
  RELEASED,
  RELEASED_UNKNOWN,
} from '@rl-insight/memory-contract';
import type { LogRows } from '../log/rows.js';
import type { EventSink, LogFailure } from './event-sink.js';

const NO_BLOCK = -1;

/** Makes events of blocks, for answers that need no tables. A row of the log makes two at most. */
export class StreamSink implements EventSink {
  readonly batch: EventBatch;
  /** Lines of the log that the failures of the batch are in. */
  readonly failureLines: number[] = [];
  readonly #sizes: number[] = [];
  /** Numbers of blocks that have ended. */
  readonly #free: number[] = [];

  /** @param rows that are added at most before the batch is emptied */
  constructor(rows: number) {
    this.batch = new EventBatch(2 * rows);
  }

  allocate(timeNs: number, _seq: number, rows: LogRows, i: number): number {
    const block = this.#free.pop() ?? this.#sizes.length;
    this.#sizes[block] = rows.bytes[i];
    this.batch.add(ALLOCATED, timeNs, rows.threadId[i], block, rows.bytes[i]);
    return block;
  }

  sizeOf(block: number): number {
    return this.#sizes[block];
  }

  release(block: number, timeNs: number, _seq: number, threadId: number): void {
    this.batch.add(RELEASED, timeNs, threadId, block, this.#sizes[block]);
    this.#free.push(block);
  }

  releaseUnknown(timeNs: number, _seq: number, rows: LogRows, i: number): void {
    this.batch.add(RELEASED_UNKNOWN, timeNs, rows.threadId[i], NO_BLOCK, rows.bytes[i]);
  }

  /** Makes room for the next rows. */
  clear(): void {
    this.batch.count = 0;
    this.failureLines.length = 0;
  }

  fail({ timeNs, threadId, requestedBytes, line }: LogFailure): void {
    this.failureLines.push(line);
    this.batch.add(FAILED, timeNs, threadId, NO_BLOCK, requestedBytes);
  }
}
