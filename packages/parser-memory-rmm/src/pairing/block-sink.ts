import { BlockColumns } from '@rl-insight/memory-contract';
import type { LogRows } from '../log/rows.js';
import type { EventSink, LogFailure } from './event-sink.js';
import { StreamCodes } from './stream-codes.js';

/** Makes rows of blocks, for tables. */
export class BlockSink implements EventSink {
  readonly blocks: BlockColumns;
  readonly streams = new StreamCodes();
  readonly failures: LogFailure[] = [];

  /** @param rows blocks that there is room for to begin with */
  constructor(rows: number) {
    this.blocks = new BlockColumns(rows);
  }

  allocate(timeNs: number, seq: number, rows: LogRows, i: number): number {
    const row = this.blocks.allocate(timeNs, seq, rows.threadId[i], rows.bytes[i]);
    this.#place(row, rows, i);
    return row;
  }

  sizeOf(row: number): number {
    return this.blocks.sizeBytes.at(row);
  }

  release(row: number, timeNs: number, seq: number, threadId: number): void {
    this.blocks.release(row, timeNs, seq, threadId);
  }

  releaseUnknown(timeNs: number, seq: number, rows: LogRows, i: number): void {
    const row = this.blocks.releaseUnknown(timeNs, seq, rows.threadId[i], rows.bytes[i]);
    this.#place(row, rows, i);
  }

  fail(failure: LogFailure): void {
    this.failures.push(failure);
  }

  #place(row: number, rows: LogRows, i: number): void {
    this.blocks.stream[row] = this.streams.code(rows.streamLow[i], rows.streamHigh[i]);
    this.blocks.address.setHalves(row, rows.addressLow[i], rows.addressHigh[i]);
  }
}
