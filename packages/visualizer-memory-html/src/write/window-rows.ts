import type { Blocks } from '@rl-insight/memory-model';
import type { WindowEntry } from '../page-data/format.js';

/**
 * Which allocations are there at some time of a window, both of its ends included: those that began
 * before it come first, those that begin at its very end last. Windows must be asked for in their
 * order: what is still there of a window is carried to the next, so that no row is looked at again
 * once it is gone.
 */
export class WindowRows {
  readonly #blocks: Blocks;
  readonly #beforeRows: Int32Array;
  #rows = new Int32Array(1024);
  #goneNs = new Float64Array(1024);
  #count = 0;
  /** How many of the rows at hand began in their window or before it. */
  #begun = 0;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
    const before: number[] = [];
    for (let row = 0; row < blocks.rows; row++) if (blocks.before[row]) before.push(row);
    this.#beforeRows = Int32Array.from(before);
  }

  /** The rows of the next window; valid until the next is asked for. */
  next({ startNs, endNs, first, count }: WindowEntry): Int32Array {
    const { before, startNs: begins, rows } = this.#blocks;
    this.#count = this.#keepThere(startNs);
    const next = first + count;
    for (let row = first; row < next; row++) this.#push(row);
    this.#begun = this.#count;
    for (let row = next; row < rows && begins[row] <= endNs; row++) {
      if (!before[row]) this.#push(row);
    }
    // A block from before the capture stands where it is released, and is there from the begin on.
    for (const row of this.#beforeRows) if (row >= next && begins[row] <= endNs) this.#push(row);
    return this.#rows.subarray(0, this.#count);
  }

  /** Of the rows that had begun by the last window, keeps those that are there at a time. */
  #keepThere(ns: number): number {
    const rows = this.#rows;
    if (this.#goneNs.length < this.#begun) this.#goneNs = new Float64Array(rows.length);
    this.#blocks.gatherGone(rows.subarray(0, this.#begun), this.#goneNs);
    let kept = 0;
    for (let i = 0; i < this.#begun; i++) {
      if (this.#goneNs[i] >= ns) rows[kept++] = rows[i];
    }
    return kept;
  }

  #push(row: number): void {
    if (this.#count === this.#rows.length) {
      const larger = new Int32Array(this.#rows.length * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[this.#count++] = row;
  }
}
