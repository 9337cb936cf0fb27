import { AddressMap } from '@rl-insight/memory-contract';
import { ALLOCATE, FAILURE, type LogRows } from '../log/rows.js';
import { LogClock } from '../pairing/log-clock.js';

/** What a thread allocated and nobody has released yet. */
export interface OutstandingOfThread {
  /** Null where the log has no threads. */
  readonly thread_id: number | null;
  readonly bytes: number;
  readonly count: number;
  readonly peak_bytes: number;
}

/** A failed allocation, and who held what then. */
export interface FailureReport {
  /** ns since midnight of the log's first day, as a decimal; null where the log has no times. */
  readonly time_ns: string | null;
  readonly line: number;
  readonly thread_id: number | null;
  readonly requested_bytes: number;
  /** What the log shows to be outstanding: blocks from before it are not known yet. */
  readonly outstanding_bytes: number;
  /** Those that hold something, the most first. */
  readonly held_by_thread: readonly OutstandingOfThread[];
}

interface Thread {
  readonly id: number;
  bytes: number;
  count: number;
  peak: number;
}

const idOf = (id: number) => (Number.isNaN(id) ? null : id);

/** What is outstanding at the end of the rows so far. Memory is that of the blocks that are live. */
export class Outstanding {
  bytes = 0;
  failures = 0;
  readonly #threads = new Map<number, Thread>();
  readonly #clock = new LogClock();
  readonly #live = new AddressMap();
  /** By place: the block's bytes and thread; places of released blocks are used again. */
  readonly #bytesAt: number[] = [];
  readonly #threadAt: Thread[] = [];
  readonly #freePlaces: number[] = [];

  /** Takes rows; what they tell of failed allocations. */
  add(rows: LogRows): FailureReport[] {
    const found: FailureReport[] = [];
    for (let i = 0; i < rows.count; i++) {
      const timeNs = this.#clock.at(rows.timeNs[i]);
      if (rows.action[i] === FAILURE) {
        this.failures++;
        found.push(this.#failure(rows, i, timeNs));
        continue;
      }
      const low = rows.addressLow[i];
      const high = rows.addressHigh[i];
      if (low === 0 && high === 0) continue;
      if (rows.action[i] !== ALLOCATE) this.#release(this.#live.take(low, high));
      else if (rows.bytes[i] > 0) this.#allocate(low, high, rows.threadId[i], rows.bytes[i]);
    }
    return found;
  }

  /** Threads that hold something, the most first. */
  threads(): OutstandingOfThread[] {
    return [...this.#threads.values()]
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.bytes - a.bytes || a.id - b.id)
      .map(({ id, bytes, count, peak }) => ({
        thread_id: idOf(id),
        bytes,
        count,
        peak_bytes: peak,
      }));
  }

  #failure(rows: LogRows, i: number, timeNs: number): FailureReport {
    return {
      time_ns: Number.isNaN(timeNs) ? null : String(timeNs),
      line: rows.line[i],
      thread_id: idOf(rows.threadId[i]),
      requested_bytes: rows.bytes[i],
      outstanding_bytes: this.bytes,
      held_by_thread: this.threads(),
    };
  }

  #allocate(low: number, high: number, threadId: number, bytes: number): void {
    const thread = this.#threads.get(threadId) ?? { id: threadId, bytes: 0, count: 0, peak: 0 };
    this.#threads.set(threadId, thread);
    const place = this.#freePlaces.pop() ?? this.#bytesAt.length;
    this.#bytesAt[place] = bytes;
    this.#threadAt[place] = thread;
    // Where the address is live, rows are missing: the block that was there has ended.
    this.#release(this.#live.set(low, high, place));
    this.bytes += bytes;
    thread.bytes += bytes;
    thread.count++;
    thread.peak = Math.max(thread.peak, thread.bytes);
  }

  #release(place: number): void {
    if (place < 0) return;
    const thread = this.#threadAt[place];
    this.bytes -= this.#bytesAt[place];
    thread.bytes -= this.#bytesAt[place];
    thread.count--;
    this.#freePlaces.push(place);
  }
}
