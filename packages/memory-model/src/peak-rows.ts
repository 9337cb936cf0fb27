import type { Blocks } from './blocks.js';
import { beginsFirst, blockEvents } from './events.js';
import type { CaptureLive } from './live-bytes.js';

/** The blocks that are live when a capture's level is highest. */
export interface PeakRows {
  /** Those that begin before that moment and end after it. */
  readonly rows: Int32Array;
  /** Those that begin or end in its nanosecond and are live then. */
  readonly ties: Int32Array;
}

/**
 * Which blocks are live at the peak of a capture, between two events of one nanosecond too: their
 * bytes and what was there before make up the peak. O(n).
 *
 * @param number of the capture
 * @param endNs when each block ends, see {@link Blocks.endNs}
 * @param codeOf the allocator of a row, as its place in `live.allocators`
 * @param peakNs ns after the group's origin
 */
export function rowsAtPeak(
  blocks: Blocks,
  endNs: Float64Array,
  number: number,
  codeOf: (row: number) => number,
  live: CaptureLive,
  peakNs: number,
): PeakRows {
  const { startNs, capture, before } = blocks;
  const rows: number[] = [];
  const atPeak: number[][] = live.allocators.map(() => []);
  for (let row = 0; row < blocks.rows; row++) {
    if (capture[row] !== number || endNs[row] < peakNs) continue;
    if (endNs[row] > peakNs && (startNs[row] < peakNs || before[row])) rows.push(row);
    else if (startNs[row] <= peakNs) atPeak[codeOf(row)]?.push(row);
  }
  const tie = new Ties(blocks, endNs, peakNs);
  for (const tied of atPeak) tie.hold(tied.filter((row) => startNs[row] < peakNs || before[row]));
  // A curve begins with the level there is before anything happens.
  if (peakNs === live.window.startNs) tie.settle();
  live.allocators.forEach(({ unknownReleases }, i) => {
    tie.walk(Int32Array.from(atPeak[i]));
    unknownReleases.timeNs.forEach((time, fall) => {
      if (time === peakNs) tie.fall(unknownReleases.bytes[fall]);
    });
  });
  return { rows: Int32Array.from(rows), ties: Int32Array.from(tie.best).sort() };
}

/** Goes through the events of one nanosecond and remembers what was live when most was. */
class Ties {
  best: readonly number[] = [];
  readonly #blocks: Blocks;
  readonly #endNs: Float64Array;
  readonly #ns: number;
  readonly #live = new Set<number>();
  readonly #size = new Float64Array(1);
  readonly #row = new Int32Array(1);
  #level = 0;
  #highest = Number.NEGATIVE_INFINITY;

  constructor(blocks: Blocks, endNs: Float64Array, ns: number) {
    this.#blocks = blocks;
    this.#endNs = endNs;
    this.#ns = ns;
  }

  /** Blocks that are live before that nanosecond. */
  hold(rows: readonly number[]): void {
    for (const row of rows) this.#live.add(row);
  }

  /** Takes the level as it is for one that a curve has. */
  settle(): void {
    if (this.#level <= this.#highest) return;
    this.#highest = this.#level;
    this.best = [...this.#live];
  }

  fall(bytes: number): void {
    this.#level -= bytes;
  }

  /** The events of one allocator's blocks. */
  walk(rows: Int32Array): void {
    const { startNs } = this.#blocks;
    const events = blockEvents(this.#blocks, this.#endNs, rows);
    const begins = events.begins.filter((row) => startNs[row] === this.#ns);
    const ends = events.ends.filter((row) => this.#endNs[row] === this.#ns);
    for (let b = 0, e = 0; b < begins.length || e < ends.length; ) {
      const isBegin =
        e === ends.length || (b < begins.length && beginsFirst(this.#blocks, begins[b], ends[e]));
      if (isBegin) this.#begin(begins[b++]);
      else this.#end(ends[e++]);
      this.settle();
    }
  }

  #begin(row: number): void {
    this.#live.add(row);
    this.#level += this.#bytesOf(row);
  }

  #end(row: number): void {
    this.#live.delete(row);
    this.#level -= this.#bytesOf(row);
  }

  #bytesOf(row: number): number {
    this.#row[0] = row;
    this.#blocks.gatherBytes(this.#row, 1, this.#size);
    return this.#size[0];
  }
}
