import { readTime, type Timespec, type TimeUnit } from '@rl-insight/trace-scan/decimal';
import type { CellRange } from './cells.js';

const NANOS_PER_SECOND = 1e9;

/**
 * Turns times as text into exact ns after a whole second near them. That second is the first time
 * that is read, so that a capture of 104 days fits the integers that a double holds.
 */
export class Clock {
  #originSeconds: number | undefined;
  readonly #time: Timespec = { seconds: 0, nanos: 0 };

  /** A clock that counts from `originNs`, which must be a whole second; else from its first time. */
  constructor(originNs?: bigint) {
    if (originNs !== undefined) this.#originSeconds = Number(originNs / BigInt(NANOS_PER_SECOND));
  }

  /** What the times of {@link read} count from, ns. */
  get originNs(): bigint {
    return BigInt(this.#originSeconds ?? 0) * BigInt(NANOS_PER_SECOND);
  }

  /**
   * The time in a cell, ns after the origin; NaN when it is not a plain decimal number, infinite
   * when it is too far from the others to belong to the same capture.
   */
  read(bytes: Uint8Array, cell: CellRange, unit: TimeUnit): number {
    const time = this.#time;
    if (!readTime(bytes, cell.start, cell.end, unit, time)) return Number.NaN;
    this.#originSeconds ??= time.seconds;
    return exact((time.seconds - this.#originSeconds) * NANOS_PER_SECOND + time.nanos);
  }

  /** A duration in a cell, ns; NaN when it is not a plain decimal number. */
  readDuration(bytes: Uint8Array, cell: CellRange, unit: TimeUnit): number {
    const time = this.#time;
    if (!readTime(bytes, cell.start, cell.end, unit, time)) return Number.NaN;
    return exact(time.seconds * NANOS_PER_SECOND + time.nanos);
  }

  /** A time in seconds and nanoseconds, ns after the origin; infinite when it is too far away. */
  offset(seconds: number, nanos: number): number {
    this.#originSeconds ??= seconds;
    return exact((seconds - this.#originSeconds) * NANOS_PER_SECOND + nanos);
  }
}

function exact(ns: number): number {
  return Math.abs(ns) <= Number.MAX_SAFE_INTEGER ? ns : Number.POSITIVE_INFINITY;
}
