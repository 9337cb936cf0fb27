import { lowerBound, type Moments, upperBound } from './times.js';

/** {@link InnermostInterval.payload} where no interval is around a moment. */
export const NOT_FOUND = -2;

/**
 * For moments in time: the innermost interval around each, i.e. the one that started last.
 * Intervals may come in any order; memory is bounded by the moments.
 */
export class InnermostInterval {
  readonly moments: Moments;
  /** By place in {@link moments}: what was given with the interval, its thread and process. */
  readonly payload: Float64Array;
  readonly thread: Int32Array;
  readonly process: Int32Array;
  readonly #start: Float64Array;
  readonly #end: Float64Array;

  constructor(moments: Moments) {
    const count = moments.times.length;
    this.moments = moments;
    this.payload = new Float64Array(count).fill(NOT_FOUND);
    this.thread = new Int32Array(count).fill(-1);
    this.process = new Int32Array(count).fill(-1);
    this.#start = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#end = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  }

  add(
    interval: { startNs: number; endNs: number; thread: number; process?: number },
    payload: number,
  ): void {
    const { times } = this.moments;
    const { startNs, endNs } = interval;
    const last = upperBound(times, endNs);
    for (let at = lowerBound(times, startNs); at < last; at++) {
      const innermost =
        startNs > this.#start[at] || (startNs === this.#start[at] && endNs <= this.#end[at]);
      if (!innermost) continue;
      this.#start[at] = startNs;
      this.#end[at] = endNs;
      this.payload[at] = payload;
      this.thread[at] = interval.thread;
      this.process[at] = interval.process ?? -1;
    }
  }
}

/**
 * For moments in time: the call stack of the operator that started last before each, whether or not
 * it was still running. A guess, used where nothing else is known.
 */
export class NearestOperator {
  readonly #times: Float64Array;
  /** By place: the latest start that falls between the moment before and this one. */
  readonly #start: Float64Array;
  readonly #stack: Int32Array;

  constructor(moments: Moments) {
    this.#times = moments.times;
    this.#start = new Float64Array(this.#times.length).fill(Number.NEGATIVE_INFINITY);
    this.#stack = new Int32Array(this.#times.length).fill(-1);
  }

  add(startNs: number, stack: number): void {
    const at = lowerBound(this.#times, startNs);
    if (at < this.#times.length && startNs >= this.#start[at]) {
      this.#start[at] = startNs;
      this.#stack[at] = stack;
    }
  }

  /** By place in the moments: the stack, −1 where no operator started before. */
  stacks(): Int32Array {
    const stacks = this.#stack.slice();
    for (let at = 1; at < stacks.length; at++) {
      if (stacks[at] < 0) stacks[at] = stacks[at - 1];
    }
    return stacks;
  }
}
