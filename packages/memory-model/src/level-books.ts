/**
 * Compares the level that the blocks explain with what the allocator reports, and keeps the books
 * of the difference.
 *
 * A fall that no block explains is the release of a block from before the capture that has no row
 * (torch_npu ≥ 6 drops them): it lowers the level. A rise that no block explains is memory of
 * others (external allocators, other processes): it is kept apart.
 */
export class LevelBooks {
  /** Largest amount of memory of others at a time, bytes. */
  untrackedBytes = 0;
  /** Times and sizes of releases that no row explains. */
  readonly dropTimeNs: number[] = [];
  readonly dropBytes: number[] = [];
  /** Whether everything that was reported could be explained in these ways. */
  consistent = true;
  #untracked = 0;
  /** Rises that have not fallen again: how many there are of each size. */
  readonly #rises = new Map<number, number>();
  /** What was there before the capture and is not yet known to be released. */
  #before: number;

  constructor(beforeBytes: number) {
    this.#before = beforeBytes;
  }

  /** Memory of others at this moment, bytes. */
  get untracked(): number {
    return this.#untracked;
  }

  /** A block from before the capture was released, as a row tells. */
  releaseKnown(bytes: number): void {
    this.#before -= bytes;
  }

  /**
   * Takes a report that differs from what is known by `difference`.
   *
   * @returns what the level of the capture's own memory falls by.
   */
  settle(timeNs: number, difference: number): number {
    if (difference > 0) {
      this.#rises.set(difference, (this.#rises.get(difference) ?? 0) + 1);
      this.#untracked += difference;
      this.untrackedBytes = Math.max(this.untrackedBytes, this.#untracked);
      return 0;
    }
    const fall = -difference;
    const rises = this.#rises.get(fall);
    if (rises !== undefined) {
      if (rises === 1) this.#rises.delete(fall);
      else this.#rises.set(fall, rises - 1);
      this.#untracked -= fall;
      return 0;
    }
    const fromBefore = Math.min(fall, Math.max(0, this.#before));
    this.#before -= fromBefore;
    const rest = fall - fromBefore;
    if (rest > this.#untracked) this.consistent = false;
    this.#untracked -= rest;
    if (fromBefore > 0) {
      this.dropTimeNs.push(timeNs);
      this.dropBytes.push(fromBefore);
    }
    return fromBefore;
  }
}
