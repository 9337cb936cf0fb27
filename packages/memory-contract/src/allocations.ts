import type { Table } from 'apache-arrow';
import { AllocationViews } from './allocation-views.js';
import { flagColumn, int32Column, int64Minimum, numberColumn } from './columns.js';
import type { NumberView } from './number-view.js';
import type { TextColumn } from './text-column.js';

const NS_PER_MS = 1e6;

/**
 * The rows of a `memory_summary` table as typed arrays. A column is decoded when it is first asked
 * for; what is read once or not by all rows is better read by {@link views}. Where a table lacks the
 * exact columns, they are worked out from the twelve that it must have. Times are ns after
 * {@link originNs}; NaN is null. Arrays may be the table's own memory: not to be written to.
 */
export class Allocations {
  readonly rows: number;
  /** What the times of this object count from: the earliest start, ns since the source's epoch. */
  readonly originNs: bigint;
  /** The same columns where they lie, without memory of their own. */
  readonly views: AllocationViews;
  readonly #table: Table;
  readonly #decoded = new Map<string, unknown>();

  constructor(table: Table, originNs?: bigint) {
    this.#table = table;
    this.rows = table.numRows;
    this.originNs = originNs ?? int64Minimum(table, 'start_time_ns') ?? this.#originFromMs();
    this.views = new AllocationViews(table, this.originNs);
  }

  /** Time of the allocation. */
  get startNs(): Float64Array {
    return this.#once('startNs', () => this.views.startNs.toArray());
  }

  /** How long it was held; NaN when it was not released in its capture. */
  get durationNs(): Float64Array {
    return this.#once('durationNs', () => this.views.durationNs.toArray());
  }

  /** Until the block could be used again; NaN where that is not known. */
  get activeDurationNs(): Float64Array | undefined {
    return this.#array('activeDurationNs', this.views.activeDurationNs);
  }

  /** Exact size, bytes; negative for a release whose allocation was not seen. */
  get sizeBytes(): Float64Array {
    return this.#once('sizeBytes', () => this.views.sizeBytes.toArray());
  }

  /** Index into the captures of the group. */
  get captureId(): Int32Array {
    return this.#once(
      'captureId',
      () => int32Column(this.#table, 'capture_id', 0) ?? new Int32Array(this.rows),
    );
  }

  /** Order of the allocation among all events of its capture. */
  get allocSeq(): Float64Array | undefined {
    return this.#array('allocSeq', this.views.allocSeq);
  }

  /** Order of the release among all events of its capture; NaN when not released. */
  get releaseSeq(): Float64Array | undefined {
    return this.#array('releaseSeq', this.views.releaseSeq);
  }

  /** 1 for a block that was there when the capture began. */
  get beforeCapture(): Uint8Array {
    return this.#once(
      'beforeCapture',
      () => flagColumn(this.#table, 'before_capture') ?? new Uint8Array(this.rows),
    );
  }

  /** Training step; −1 where it is not known. */
  get step(): Int32Array {
    return this.#once(
      'step',
      () => this.views.step?.toArray() ?? new Int32Array(this.rows).fill(-1),
    );
  }

  /** Operating system's id of the thread that allocated; NaN where it is not known. */
  get threadId(): Float64Array | undefined {
    return this.#array('threadId', this.views.threadId);
  }

  /** The allocator's own totals at the allocation, MiB; NaN where the source has none. */
  totalMb(which: 'allocated' | 'reserved' | 'active'): Float64Array {
    return this.#once(which, () => this.views.numbers(`total_${which}_mb`).toArray());
  }

  /** A text column of the contract; all rows null where the table has none of that name. */
  text(name: string): TextColumn {
    return this.#once(`text:${name}`, () => {
      const { codes, values } = this.views.text(name);
      return { codes: codes.toArray(), values };
    });
  }

  #originFromMs(): bigint {
    const ms = numberColumn(this.#table, 'start_time_ms') ?? [];
    let earliest = Number.POSITIVE_INFINITY;
    for (const time of ms) if (time < earliest) earliest = time;
    return Number.isFinite(earliest) ? BigInt(Math.floor(earliest)) * BigInt(NS_PER_MS) : 0n;
  }

  #array(key: string, view: NumberView | undefined): Float64Array | undefined {
    return this.#once(key, () => view?.toArray());
  }

  #once<T>(key: string, decode: () => T): T {
    if (!this.#decoded.has(key)) this.#decoded.set(key, decode());
    return this.#decoded.get(key) as T;
  }
}
