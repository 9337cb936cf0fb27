import type { Blocks } from '@rl-insight/memory-model';
import type { WindowEntry } from '../page-data/format.js';

/**
 * Which allocations are there at an edge between two windows. They stand once in a file of their
 * own, which every page loads; all others are there in no window but the one they begin in.
 */
export class SpanningRows {
  readonly #isSpanning: Uint8Array;
  readonly count: number;

  /** @param goneNs when each block is gone */
  constructor(blocks: Blocks, goneNs: Float64Array, windows: readonly WindowEntry[]) {
    const isSpanning = new Uint8Array(blocks.rows);
    let count = 0;
    windows.forEach(({ startNs, endNs, first, count: rows }, window) => {
      // Edges belong to both of their windows; before the first and after the last there is none.
      const fromNs = window === 0 ? Number.NEGATIVE_INFINITY : startNs;
      const toNs = window === windows.length - 1 ? Number.POSITIVE_INFINITY : endNs;
      for (let row = first; row < first + rows; row++) {
        if (blocks.startNs[row] > fromNs && goneNs[row] < toNs) continue;
        isSpanning[row] = 1;
        count++;
      }
    });
    this.#isSpanning = isSpanning;
    this.count = count;
  }

  /** The rows that begin in a window and span no edge. */
  within({ first, count }: WindowEntry): Int32Array {
    return this.#rows(first, first + count, 0);
  }

  all(): Int32Array {
    return this.#rows(0, this.#isSpanning.length, 1);
  }

  #rows(begin: number, end: number, flag: number): Int32Array {
    const rows = new Int32Array(end - begin);
    let count = 0;
    for (let row = begin; row < end; row++) if (this.#isSpanning[row] === flag) rows[count++] = row;
    return rows.subarray(0, count);
  }
}
