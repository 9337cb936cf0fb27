import type { BlockArrays } from './block-arrays.js';

/** Live blocks that are summed up together. */
export interface LiveSum {
  /** One of them, or one that was: it tells what they have in common. */
  readonly row: number;
  bytes: number;
  count: number;
}

/** What is live by thread, and of each thread by a key, while blocks begin and end. */
export class LiveSums {
  readonly #blocks: BlockArrays;
  readonly #threadOf: (row: number) => number;
  readonly #keyOf: (row: number) => number;
  readonly #threads = new Map<number, Map<number, LiveSum>>();

  /** @param threadOf of a row; NaN where it is not known */
  constructor(
    blocks: BlockArrays,
    threadOf: (row: number) => number,
    keyOf: (row: number) => number,
  ) {
    this.#blocks = blocks;
    this.#threadOf = threadOf;
    this.#keyOf = keyOf;
  }

  begin(row: number): void {
    const id = this.#threadOf(row);
    const sums = this.#threads.get(id) ?? new Map<number, LiveSum>();
    this.#threads.set(id, sums);
    const key = this.#keyOf(row);
    const sum = sums.get(key);
    if (sum === undefined) {
      sums.set(key, { row, bytes: this.#blocks.bytes[row], count: 1 });
      return;
    }
    sum.bytes += this.#blocks.bytes[row];
    sum.count++;
  }

  end(row: number): void {
    const sum = this.#threads.get(this.#threadOf(row))?.get(this.#keyOf(row));
    if (sum === undefined) return;
    sum.bytes -= this.#blocks.bytes[row];
    sum.count--;
  }

  /** What each thread that holds something holds now. */
  *threads(): Generator<{ threadId: number; sums: readonly LiveSum[] }> {
    for (const [threadId, sums] of this.#threads) {
      const live = [...sums.values()].filter(({ count }) => count > 0);
      if (live.length > 0) yield { threadId, sums: live };
    }
  }
}
