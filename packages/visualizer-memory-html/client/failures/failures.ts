import { type FailuresData, RETRIES, type Retry } from '../../src/page-data/failure-format.js';
import { column, large } from '../background/decode.js';
import type { Columns } from '../background/messages.js';
import type { Group } from '../data/group.js';

export interface Releaser {
  /** Null where it is not known. */
  readonly thread: string | null;
  readonly bytes: number;
}

/** An allocation that failed. Null is not known. */
export interface Failure {
  /** From 0, by time. */
  readonly number: number;
  readonly timeNs: number;
  readonly thread: string | null;
  readonly requestedBytes: number | null;
  readonly freeBytes: number | null;
  readonly stack: number;
  readonly liveBytes: number;
  /** What was there before the capture, still was, and is held by no thread that is known. */
  readonly earlierBytes: number;
  /** Names of the user ranges that were open on the thread, the outermost first. */
  readonly open: readonly string[];
  readonly retry: Retry;
  readonly releasedBytes: number | null;
  /** The most first. */
  readonly releasers: readonly Releaser[] | null;
}

/** The allocations of a group that failed, by time. */
export class Failures {
  readonly #data: FailuresData;
  readonly #columns: Columns;
  readonly #releasers: Columns;
  /** Where the releasers of each begin. */
  readonly #firstReleaser: Int32Array;
  /** Numbers of all. */
  readonly all: Int32Array;
  #byThread: ReadonlyMap<string, Int32Array> | undefined;

  private constructor(data: FailuresData, columns: Columns, releasers: Columns) {
    this.#data = data;
    this.#columns = columns;
    this.#releasers = releasers;
    this.#firstReleaser = begins(column(columns, 'releasers'));
    this.all = Int32Array.from({ length: this.count }, (_, number) => number);
  }

  static async read(data: FailuresData, group: Group): Promise<Failures> {
    const [columns, releasers] = await Promise.all([
      group.decodeColumns(data.failures),
      group.decodeColumns(data.releasers),
    ]);
    const timeNs = group.placed(large(columns, 'timeNs'));
    return new Failures(data, { ...columns, timeNs }, releasers);
  }

  get count(): number {
    return this.timeNs.length;
  }

  get timeNs(): Float64Array {
    return large(this.#columns, 'timeNs');
  }

  retryOf(number: number): Retry {
    return RETRIES[this.#at('retry', number)] ?? null;
  }

  threadOf(number: number): string | null {
    return this.threadAt(this.#at('thread', number));
  }

  at(number: number): Failure {
    const known = (name: string) => {
      const value = this.#at(name, number);
      return value === 0 ? null : value - 1;
    };
    return {
      number,
      timeNs: this.timeNs[number],
      thread: this.threadOf(number),
      requestedBytes: known('requestedBytes'),
      freeBytes: known('freeBytes'),
      stack: this.#at('stack', number),
      liveBytes: this.#at('liveBytes', number),
      earlierBytes: this.#at('earlierBytes', number),
      open: this.openAt(this.#at('open', number)),
      retry: this.retryOf(number),
      releasedBytes: known('releasedBytes'),
      releasers: this.#releasersOf(number),
    };
  }

  /** Numbers of those of a thread. */
  ofThread(thread: string): Int32Array {
    this.#byThread ??= this.#sharedOut();
    return this.#byThread.get(thread) ?? new Int32Array(0);
  }

  /** The thread of a code; null for 0. */
  threadAt(code: number): string | null {
    return this.#data.threads[code - 1] ?? null;
  }

  /** The open ranges of a code; none for 0. */
  openAt(code: number): string[] {
    const { open, ranges } = this.#data;
    return (open[code - 1] ?? []).map((place) => ranges[place]);
  }

  #at(name: string, number: number): number {
    return column(this.#columns, name)[number];
  }

  #releasersOf(number: number): Releaser[] | null {
    const count = this.#at('releasers', number) - 1;
    if (count < 0) return null;
    const thread = column(this.#releasers, 'thread');
    const bytes = column(this.#releasers, 'bytes');
    const first = this.#firstReleaser[number];
    return Array.from({ length: count }, (_, i) => ({
      thread: this.threadAt(thread[first + i]),
      bytes: bytes[first + i],
    }));
  }

  #sharedOut(): ReadonlyMap<string, Int32Array> {
    const lists = new Map<string, number[]>();
    for (let number = 0; number < this.count; number++) {
      const thread = this.threadOf(number);
      if (thread === null) continue;
      const list = lists.get(thread) ?? [];
      lists.set(thread, list);
      list.push(number);
    }
    return new Map([...lists].map(([thread, list]) => [thread, Int32Array.from(list)]));
  }
}

/** Where parts begin in a list, of whose lengths one more is told; 0 is none. */
export function begins(lengths: Float64Array | Int32Array): Int32Array {
  const first = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    first[i + 1] = first[i] + Math.max(0, length - 1);
  });
  return first;
}
