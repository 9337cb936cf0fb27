import { firstAfter, firstFrom } from '@rl-insight/memory-model';
import type { AllocationStore } from './allocation-store.js';

/** How many of the loaded allocations touch a range, in O(log n) a question. */
export class TouchCounter {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;

  /** Times at which allocations begin and at which they are gone, each in order. */
  constructor(starts: Float64Array, ends: Float64Array) {
    this.#starts = starts;
    this.#ends = ends;
  }

  /** Those that are there at some moment of the range, its ends included. */
  count(leftNs: number, rightNs: number): number {
    return firstAfter(this.#starts, rightNs) - firstFrom(this.#ends, leftNs);
  }
}

/** The loaded allocations of the same operator that share more than a moment with `row`, by begin. */
export function overlapping(store: AllocationStore, row: number): number[] {
  const { startNs, endNs, name } = store;
  const found: number[] = [];
  for (let other = 0; other < store.rows; other++) {
    if (other === row || name[other] !== name[row] || !store.has(other)) continue;
    if (startNs[other] < endNs[row] && endNs[other] > startNs[row]) found.push(other);
  }
  return found.sort((a, b) => startNs[a] - startNs[b] || a - b);
}
