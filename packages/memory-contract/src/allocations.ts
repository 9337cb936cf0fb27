import type { Table } from 'apache-arrow';
import {
  flagColumn,
  int32Column,
  int64Column,
  int64Minimum,
  numberColumn,
  type TextColumn,
  textColumn,
} from './columns.js';

const NS_PER_MS = 1e6;

/**
 * The rows of a `memory_summary` table as typed arrays. A column is decoded when it is first asked
 * for. Where a table lacks the exact columns, they are worked out from the twelve that it must
 * have. Times are ns after {@link originNs}; NaN is null.
 */
export class Allocations {
  readonly rows: number;
  /** What the times of this object count from: the earliest start, ns since the source's epoch. */
  readonly originNs: bigint;
  readonly #table: Table;
  readonly #decoded = new Map<string, unknown>();

  constructor(table: Table, originNs?: bigint) {
    this.#table = table;
    this.rows = table.numRows;
    this.originNs = originNs ?? int64Minimum(table, 'start_time_ns') ?? this.#originFromMs();
  }

  /** Time of the allocation. */
  get startNs(): Float64Array {
    return this.#once('startNs', () => {
      const exact = int64Column(this.#table, 'start_time_ns', this.originNs);
      if (exact !== undefined) return exact;
      const originMs = Number(this.originNs / BigInt(NS_PER_MS));
      return this.#numbers('start_time_ms').map((ms) => Math.round((ms - originMs) * NS_PER_MS));
    });
  }

  /** How long it was held; NaN when it was not released in its capture. */
  get durationNs(): Float64Array {
    return this.#once('durationNs', () => {
      const exact = int64Column(this.#table, 'duration_ns');
      if (exact !== undefined) return exact;
      return this.#numbers('duration_ms').map((ms) =>
        ms > 0 ? Math.round(ms * NS_PER_MS) : Number.NaN,
      );
    });
  }

  /** Until the block could be used again; NaN where that is not known. */
  get activeDurationNs(): Float64Array | undefined {
    return this.#once('activeDurationNs', () => int64Column(this.#table, 'active_duration_ns'));
  }

  /** Exact size, bytes; negative for a release whose allocation was not seen. */
  get sizeBytes(): Float64Array {
    return this.#once('sizeBytes', () => {
      const exact = int64Column(this.#table, 'size_bytes');
      return exact ?? this.#numbers('size_kb').map((kb) => Math.round(kb * 1024));
    });
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
    return this.#once('allocSeq', () => int64Column(this.#table, 'alloc_seq'));
  }

  /** Order of the release among all events of its capture; NaN when not released. */
  get releaseSeq(): Float64Array | undefined {
    return this.#once('releaseSeq', () => int64Column(this.#table, 'release_seq'));
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
      () => int32Column(this.#table, 'step', -1) ?? new Int32Array(this.rows).fill(-1),
    );
  }

  /** Operating system's id of the thread that allocated; NaN where it is not known. */
  get threadId(): Float64Array | undefined {
    return this.#once('threadId', () => int64Column(this.#table, 'thread_id'));
  }

  /** The allocator's own totals at the allocation, MiB; NaN where the source has none. */
  totalMb(which: 'allocated' | 'reserved' | 'active'): Float64Array {
    return this.#once(which, () => this.#numbers(`total_${which}_mb`));
  }

  /** A text column of the contract; all rows null where the table has none of that name. */
  text(name: string): TextColumn {
    return this.#once(
      `text:${name}`,
      () =>
        textColumn(this.#table, name) ?? { codes: new Int32Array(this.rows).fill(-1), values: [] },
    );
  }

  #numbers(name: string): Float64Array {
    return numberColumn(this.#table, name) ?? new Float64Array(this.rows).fill(Number.NaN);
  }

  #originFromMs(): bigint {
    const ms = numberColumn(this.#table, 'start_time_ms') ?? [];
    let earliest = Number.POSITIVE_INFINITY;
    for (const time of ms) if (time < earliest) earliest = time;
    return Number.isFinite(earliest) ? BigInt(Math.floor(earliest)) * BigInt(NS_PER_MS) : 0n;
  }

  #once<T>(key: string, decode: () => T): T {
    if (!this.#decoded.has(key)) this.#decoded.set(key, decode());
    return this.#decoded.get(key) as T;
  }
}
