import type { Table } from 'apache-arrow';
import { int32View, int64View, numberView } from './columns.js';
import { Int32View } from './int32-view.js';
import { NumberView } from './number-view.js';
import { type TextView, textView } from './text-column.js';

const NS_PER_MS = 1e6;

/**
 * The rows of a `memory_summary` table, read where they lie. Where a table lacks the exact columns,
 * they are worked out from the twelve that it must have. Times are ns after the origin; NaN is null.
 */
export class AllocationViews {
  readonly #table: Table;
  readonly #originNs: bigint;
  readonly #made = new Map<string, unknown>();

  constructor(table: Table, originNs: bigint) {
    this.#table = table;
    this.#originNs = originNs;
  }

  /** Time of the allocation. */
  get startNs(): NumberView {
    return this.#once('startNs', () => {
      const exact = int64View(this.#table, 'start_time_ns', this.#originNs);
      if (exact !== undefined) return exact;
      const originMs = Number(this.#originNs / BigInt(NS_PER_MS));
      return this.#worked('start_time_ms', (ms) => Math.round((ms - originMs) * NS_PER_MS));
    });
  }

  /** How long it was held; NaN when it was not released in its capture. */
  get durationNs(): NumberView {
    return this.#once('durationNs', () => {
      const exact = int64View(this.#table, 'duration_ns');
      if (exact !== undefined) return exact;
      return this.#worked('duration_ms', (ms) =>
        ms > 0 ? Math.round(ms * NS_PER_MS) : Number.NaN,
      );
    });
  }

  /** Exact size, bytes; negative for a release whose allocation was not seen. */
  get sizeBytes(): NumberView {
    return this.#once('sizeBytes', () => {
      const exact = int64View(this.#table, 'size_bytes');
      return exact ?? this.#worked('size_kb', (kb) => Math.round(kb * 1024));
    });
  }

  /** Until the block could be used again; NaN where that is not known. */
  get activeDurationNs(): NumberView | undefined {
    return this.#int64('active_duration_ns');
  }

  /** Order of the allocation among all events of its capture. */
  get allocSeq(): NumberView | undefined {
    return this.#int64('alloc_seq');
  }

  /** Order of the release among all events of its capture; NaN when not released. */
  get releaseSeq(): NumberView | undefined {
    return this.#int64('release_seq');
  }

  /** Operating system's id of the thread that allocated; NaN where it is not known. */
  get threadId(): NumberView | undefined {
    return this.#int64('thread_id');
  }

  /** Operating system's id of the thread that released; NaN where it is not known. */
  get releaseThreadId(): NumberView | undefined {
    return this.#int64('release_thread_id');
  }

  /** Training step; −1 where it is not known. */
  get step(): Int32View | undefined {
    return this.#once('step', () => int32View(this.#table, 'step', -1));
  }

  /** A text column of the contract; all rows null where the table has none of that name. */
  text(name: string): TextView {
    return this.#once(`text:${name}`, () => {
      const view = textView(this.#table, name);
      if (view !== undefined) return view;
      const codes = new Int32Array(this.#table.numRows).fill(-1);
      return { codes: new Int32View(codes, undefined, -1), values: [] };
    });
  }

  /** A column of doubles; all rows null where the table has none of that name. */
  numbers(name: string): NumberView {
    return this.#once(name, () => {
      const missing = () => new Float64Array(this.#table.numRows).fill(Number.NaN);
      return numberView(this.#table, name) ?? NumberView.ofNumbers(missing());
    });
  }

  #worked(name: string, from: (value: number) => number): NumberView {
    return NumberView.ofNumbers(this.numbers(name).toArray().map(from));
  }

  #int64(name: string): NumberView | undefined {
    return this.#once(name, () => int64View(this.#table, name));
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key) as T;
  }
}
