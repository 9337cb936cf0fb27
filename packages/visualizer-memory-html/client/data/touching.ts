import { firstAfter, firstFrom } from '@rl-insight/memory-model';
import type { AllocationStore } from './allocation-store.js';

/** How many of the loaded allocations touch a range, in O(log n) a question. */
export class TouchCounter {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;

  constructor(store: AllocationStore) {
    const rows = store.loadedRows();
    this.#starts = Float64Array.from(rows, (row) => store.startNs[row]).sort();
    this.#ends = Float64Array.from(rows, (row) => store.endNs[row]).sort();
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
