import { AddressMap } from '@rl-insight/memory-contract';
import { LineCounter } from '../log/line-counts.js';
import { ALLOCATE, FAILURE, type LogRows } from '../log/rows.js';
import type { EventSink } from './event-sink.js';
import { LogClock } from './log-clock.js';

/**
 * Joins allocations with their releases by address, in the order of the log. Streams do not tell
 * blocks apart: a block may be given back on another stream than it was allocated on.
 */
export class LogEvents<Sink extends EventSink = EventSink> {
  readonly sink: Sink;
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

  constructor(sink: Sink) {
    this.sink = sink;
  }

  /** Whether nothing was allocated, released, or asked for in vain. */
  get isEmpty(): boolean {
    return this.#seq === 0;
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
        this.sink.fail({ ...failure, line: rows.line[i] });
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
    // What is still known under the address has to end before its number can be the new one's.
    const before = this.#live.take(low, high);
    if (before >= 0) this.sink.release(before, timeNs, seq, Number.NaN);
    this.#live.set(low, high, this.sink.allocate(timeNs, seq, rows, i));
    if (before >= 0) this.reusedAddresses.add(rows.line[i], hexText(low, high));
  }

  #release(rows: LogRows, i: number, timeNs: number): void {
    const low = rows.addressLow[i];
    const high = rows.addressHigh[i];
    const bytes = rows.bytes[i];
    const block = this.#live.take(low, high);
    if (block >= 0) {
      this.sink.release(block, timeNs, this.#seq++, rows.threadId[i]);
      if (this.sink.sizeOf(block) !== bytes) {
        this.otherSizes.add(rows.line[i], hexText(low, high));
      }
    } else if (bytes > 0) {
      this.sink.releaseUnknown(timeNs, this.#seq++, rows, i);
      this.unknownReleases++;
      this.unknownBytes += bytes;
    }
  }
}

function hexText(low: number, high: number): string {
  return `0x${((BigInt(high) << 32n) | BigInt(low)).toString(16)}`;
}
