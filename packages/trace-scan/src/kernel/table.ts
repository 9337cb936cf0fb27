import type { Kernel } from './kernel.js';
import { KernelRows } from './rows.js';

/** Reads the rows of a table in the kernel's input by its own means, as far as they are as usual. */
export class KernelTable {
  readonly rows: KernelRows;
  readonly #kernel: Kernel;
  readonly #lineNumbers: number;

  private constructor(
    kernel: Kernel,
    lineNumbers: number,
    types: readonly number[],
    capacity: number,
  ) {
    this.#kernel = kernel;
    this.#lineNumbers = lineNumbers;
    this.rows = new KernelRows(kernel.exports, types, capacity);
  }

  /**
   * Undefined when the table is wider than the kernel has room for.
   *
   * @param slots for each cell of a row the slot that it goes to; −1 for none.
   */
  static plan(
    kernel: Kernel,
    slots: readonly number[],
    types: readonly number[],
    capacity: number,
  ): KernelTable | undefined {
    const { exports } = kernel;
    if (types.length > exports.maxSlots.value || slots.length * 4 > exports.planBytes.value) {
      return undefined;
    }
    new Int32Array(exports.memory.buffer, exports.plan.value, slots.length).set(slots);
    return new KernelTable(kernel, exports.planRows(slots.length), types, capacity);
  }

  /** Reads rows, the first of which begins at `from` on `line`; see `readRows` in the kernel. */
  read(from: number, to: number, line: number): number {
    return this.#kernel.exports.readRows(from, to, line);
  }

  /** Where the first row begins that was not done, and its line. */
  get done(): number {
    return this.#kernel.exports.rowsDone.value;
  }

  get line(): number {
    return this.#kernel.exports.line.value;
  }

  /** The lines that the rows so far begin on, in memory that is used again. */
  lines(): Int32Array {
    return new Int32Array(this.#kernel.exports.memory.buffer, this.#lineNumbers, this.rows.count);
  }

  setLine(line: number): void {
    const { buffer } = this.#kernel.exports.memory;
    new Int32Array(buffer, this.#lineNumbers)[this.rows.count] = line;
  }
}
