import { AddressMap, BlockColumns } from '@rl-insight/memory-contract';
import { LineCounter } from '../log/line-counts.js';
import { ALLOCATE, FAILURE, type LogRows } from '../log/rows.js';
import { LogClock } from './log-clock.js';
import { StreamCodes } from './stream-codes.js';

/** An allocation that failed. Times are ns since midnight of the log's first day. */
export interface LogFailure {
  readonly timeNs: number;
  /** NaN where the log has no threads. */
  readonly threadId: number;
  readonly seq: number;
  readonly requestedBytes: number;
}

/**
 * Joins allocations with their releases by address, in the order of the log. Streams do not tell
 * blocks apart: a block may be given back on another stream than it was allocated on.
 */
export class LogEvents {
  readonly blocks: BlockColumns;
  readonly streams = new StreamCodes();
  readonly failures: LogFailure[] = [];
  hasThreads = false;
  hasTimes = false;
  /** The first and the last event; NaN where there is none. */
  startNs = Number.NaN;
  endNs = Number.NaN;
  unknownReleases = 0;
  unknownBytes = 0;
  /** Allocations of an address that was not given back: rows are missing, or of another device. */
  readonly reusedAddresses = new LineCounter();
  /** Releases that tell another size than their allocation, which is what counts. */
  readonly otherSizes = new LineCounter();
  readonly #clock = new LogClock();
  readonly #live = new AddressMap();
  #seq = 0;

  /** @param rows blocks that there is room for to begin with */
  constructor(rows: number) {
    this.blocks = new BlockColumns(rows);
  }

  add(rows: LogRows): void {
    const { count, threadId, timeNs, action, addressLow, addressHigh, bytes } = rows;
    for (let i = 0; i < count; i++) {
      if (!Number.isNaN(timeNs[i])) this.hasTimes = true;
      // Without times, the order of events stands for them.
      const clock = this.#clock.at(timeNs[i]);
      const time = Number.isNaN(clock) ? this.#seq : clock;
      if (Number.isNaN(this.startNs)) this.startNs = time;
      this.endNs = time;
      if (!Number.isNaN(threadId[i])) this.hasThreads = true;
      if (action[i] === FAILURE) {
        const seq = this.#seq++;
        const failure = { timeNs: time, threadId: threadId[i], seq, requestedBytes: bytes[i] };
        this.failures.push(failure);
        continue;
      }
      // What has no address or no bytes holds nothing.
      if (addressLow[i] === 0 && addressHigh[i] === 0) continue;
      if (action[i] === ALLOCATE) {
        if (bytes[i] > 0) this.#allocate(rows, i, time);
      } else this.#release(rows, i, time);
    }
  }

  #allocate(rows: LogRows, i: number, timeNs: number): void {
    const low = rows.addressLow[i];
    const high = rows.addressHigh[i];
    const seq = this.#seq++;
    const row = this.blocks.allocate(timeNs, seq, rows.threadId[i], rows.bytes[i]);
    this.blocks.stream[row] = this.streams.code(rows.streamLow[i], rows.streamHigh[i]);
    this.blocks.address.setHalves(row, low, high);
    const before = this.#live.set(low, high, row);
    if (before < 0) return;
    this.blocks.release(before, timeNs, seq, Number.NaN);
    this.reusedAddresses.add(rows.line[i], hexText(low, high));
  }

  #release(rows: LogRows, i: number, timeNs: number): void {
    const low = rows.addressLow[i];
    const high = rows.addressHigh[i];
    const bytes = rows.bytes[i];
    const row = this.#live.take(low, high);
    if (row >= 0) {
      this.blocks.release(row, timeNs, this.#seq++, rows.threadId[i]);
      if (this.blocks.sizeBytes.at(row) !== bytes) {
        this.otherSizes.add(rows.line[i], hexText(low, high));
      }
    } else if (bytes > 0) {
      const own = this.blocks.releaseUnknown(timeNs, this.#seq++, rows.threadId[i], bytes);
      this.blocks.stream[own] = this.streams.code(rows.streamLow[i], rows.streamHigh[i]);
      this.blocks.address.setHalves(own, low, high);
      this.unknownReleases++;
      this.unknownBytes += bytes;
    }
  }
}

function hexText(low: number, high: number): string {
  return `0x${((BigInt(high) << 32n) | BigInt(low)).toString(16)}`;
}
