import { firstFrom } from '@rl-insight/memory-model';

/** When there are entries of a scope, on whatever thread: apart from each other, in order. */
export class MarkedTimes {
  /** When each entry begins, in order. */
  readonly begins: Float64Array;
  readonly #fromNs: Float64Array;
  readonly #toNs: Float64Array;

  private constructor(begins: Float64Array, fromNs: Float64Array, toNs: Float64Array) {
    this.begins = begins;
    this.#fromNs = fromNs;
    this.#toNs = toNs;
  }

  /** Those of the entries that are wanted. */
  static where(
    startNs: Float64Array,
    endNs: Float64Array,
    isWanted: (entry: number) => boolean,
  ): MarkedTimes {
    let count = 0;
    const entries = new Int32Array(startNs.length);
    for (let entry = 0; entry < startNs.length; entry++) {
      if (isWanted(entry)) entries[count++] = entry;
    }
    const own = entries.subarray(0, count).sort((a, b) => startNs[a] - startNs[b]);
    const from = new Float64Array(count);
    const to = new Float64Array(count);
    let last = -1;
    for (const entry of own) {
      if (last >= 0 && startNs[entry] <= to[last]) to[last] = Math.max(to[last], endNs[entry]);
      else {
        last++;
        from[last] = startNs[entry];
        to[last] = endNs[entry];
      }
    }
    const begins = Float64Array.from(own, (entry) => startNs[entry]);
    return new MarkedTimes(begins, from.subarray(0, last + 1), to.subarray(0, last + 1));
  }

  /** Whether there is an entry from a time on and before another. */
  isThere(fromNs: number, toNs: number): boolean {
    const first = firstFrom(this.#toNs, fromNs);
    return first < this.#fromNs.length && this.#fromNs[first] < toNs;
  }

  /** Whether an entry begins from a time on and before another. */
  beginsIn(fromNs: number, toNs: number): boolean {
    const first = firstFrom(this.begins, fromNs);
    return first < this.begins.length && this.begins[first] < toNs;
  }
}
