import type { Random } from './random.js';

/** One tick is 10 ns: the counter of the hosts runs at 100 MHz. */
export const NS_PER_TICK = 10;

/**
 * Time of one line of execution, in ticks since the capture's start. Two clocks of one capture differ in parity, so
 * that no event of one falls on an event of the other.
 */
export class Clock {
  #tick: number;
  readonly #random: Random;

  constructor(startTick: number, random: Random) {
    this.#tick = startTick;
    this.#random = random;
  }

  get tick(): number {
    return this.#tick;
  }

  /** Moves on by 0.3 to 9.5 µs: more than a float64 of µs since the epoch loses (0.25 µs). */
  advance(): number {
    this.#tick += 2 * (16 + this.#random.below(460));
    return this.#tick;
  }

  /** Moves on by a pause of the program. */
  pause(ticks: number): void {
    this.#tick += 2 * Math.floor(ticks / 2);
  }

  /** Moves on to just after `tick`, if it is not there yet. */
  catchUp(tick: number): void {
    if (tick > this.#tick) this.#tick += 2 * Math.ceil((tick - this.#tick) / 2);
  }
}
