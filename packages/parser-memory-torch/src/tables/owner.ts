import { Int64Offsets, type NumberValues } from '@rl-insight/memory-contract';
import type { KnownBlocks } from '../blocks/known-blocks.js';
import type { SegmentHistory } from '../snapshot/segment-book.js';
import type { Settled } from '../snapshot/settle.js';
import type { Snapshot, SnapshotDevice } from '../snapshot/snapshot.js';
import type { UserRange } from '../snapshot/user-ranges.js';
import type { StackTexts } from './stack-texts.js';

/** Who manages the blocks. */
export const ALLOCATOR = 'caching';

/** A device of a snapshot with all that its tables are made of. */
export interface OwnedDevice {
  readonly snapshot: Pick<Snapshot, 'texts' | 'callStacks'>;
  readonly device: SnapshotDevice;
  readonly settled: Settled;
  readonly segments: SegmentHistory;
  readonly blocks: KnownBlocks;
  /** In order of begins. */
  readonly ranges: readonly UserRange[];
  readonly stackTexts: StackTexts;
  readonly rank: number;
  /** Empty where no other file is of the rank. */
  readonly role: string;
  /** E.g. `GPU:0`, `CPU`. */
  readonly deviceType: string;
  /** The file, as messages name it. */
  readonly label: string;
  /** What times of the trace are added to, ns. */
  readonly originNs: bigint;
  /** Nanoseconds of a unit of its times: 1000, or 1 where entries have no times and are numbered. */
  readonly unitNs: number;
}

/** Whose rows are. */
export type Owner = Pick<OwnedDevice, 'rank' | 'role' | 'deviceType'>;

/** Columns that say whose a row is. */
export function ownerColumns({ rank, role, deviceType }: Owner, rows: number) {
  const zeros = new Int32Array(rows);
  return {
    role: { codes: zeros, values: [role] },
    rank_id: { values: rank === 0 ? zeros : new Int32Array(rows).fill(rank) },
    device_type: { codes: zeros, values: [deviceType] },
  };
}

/** What times of columns count from, and in which unit. */
export type TimeBase = Pick<OwnedDevice, 'originNs' | 'unitNs'>;

/** Times of a trace as an int64 column; NaN is null. */
export function moments(
  { originNs, unitNs }: TimeBase,
  times: ArrayLike<number>,
): NumberValues<BigInt64Array> {
  const column = new Int64Offsets(times.length, originNs);
  const valid = new Uint8Array(times.length);
  for (let row = 0; row < times.length; row++) {
    if (Number.isNaN(times[row])) continue;
    column.set(row, times[row] * unitNs);
    valid[row] = 1;
  }
  return { values: column.values, valid };
}

export const NS_PER_MS = 1e6;

/**
 * Milliseconds since 1970 of times in ns after an origin, each the double nearest to the exact time:
 * whole milliseconds are exact, and what is added is too small for its rounding to matter.
 */
export class Milliseconds {
  readonly #wholeMs: number;
  readonly #restNs: number;

  constructor(originNs: bigint) {
    this.#wholeMs = Number(originNs / BigInt(NS_PER_MS));
    this.#restNs = Number(originNs % BigInt(NS_PER_MS));
  }

  of(timeNs: number): number {
    const whole = Math.floor(timeNs / NS_PER_MS);
    return this.#wholeMs + whole + (timeNs - whole * NS_PER_MS + this.#restNs) / NS_PER_MS;
  }
}
