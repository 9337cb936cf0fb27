import type { CsvBatch } from '@rl-insight/trace-scan/csv';
import { UNREADABLE } from '@rl-insight/trace-scan/csv';
import type { Clock } from './clock.js';

/** One column of numbers of a batch; a column that the table has not is all NaN. */
export class NumberCells {
  readonly #values: Float64Array | undefined;
  readonly #scale: number;

  constructor(batch: CsvBatch, field: string, isThere: boolean, scale: number) {
    this.#values = isThere ? batch.numbers(field) : undefined;
    this.#scale = scale;
  }

  /** The number, times the scale; NaN where the cell is empty or no number. */
  at(row: number): number {
    const value = this.#values === undefined ? Number.NaN : this.#values[row];
    return value === UNREADABLE ? Number.NaN : value * this.#scale;
  }
}

/** One column of times of a batch; a column that the table has not is all NaN. */
export class TimeCells {
  readonly #seconds: Float64Array | undefined;
  readonly #nanos: Float64Array | undefined;

  constructor(batch: CsvBatch, field: string, isThere: boolean) {
    const times = isThere ? batch.times(field) : undefined;
    this.#seconds = times?.seconds;
    this.#nanos = times?.nanos;
  }

  /** Ns after the clock's origin; NaN where the cell is empty, undefined where it is no time. */
  at(row: number, clock: Clock): number | undefined {
    if (this.#seconds === undefined || this.#nanos === undefined) return Number.NaN;
    const seconds = this.#seconds[row];
    if (Number.isNaN(seconds)) return seconds;
    return seconds === UNREADABLE ? undefined : clock.offset(seconds, this.#nanos[row]);
  }

  /** The time as a duration, ns; NaN where the cell is empty, undefined where it is no time. */
  durationAt(row: number, clock: Clock): number | undefined {
    if (this.#seconds === undefined || this.#nanos === undefined) return Number.NaN;
    const seconds = this.#seconds[row];
    if (Number.isNaN(seconds)) return seconds;
    return seconds === UNREADABLE ? undefined : clock.duration(seconds, this.#nanos[row]);
  }
}
