import type { TimeScale } from '../view/time-scale.js';
import type { Moments } from './columns.js';
import { type DurationClass, nextAfter } from './duration-classes.js';

/** Blocks of a memory map that are high enough to be seen, by begin, and the columns that show them. */
export interface MapBlocks {
  readonly count: number;
  readonly row: Int32Array;
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export interface MapLayout {
  readonly moments: Moments;
  readonly blocks: MapBlocks;
  /** By column: what the blocks of {@link blocks} add up to. */
  readonly tallBytes: Float64Array;
  /** By place of the colour, then by column: what all lower blocks add up to. */
  readonly lowBytes: readonly Float64Array[];
}

export interface MapSource {
  /** When each row's block begins. */
  readonly startNs: Float64Array;
  readonly classes: readonly DurationClass[];
  /** Place of each row's colour, below {@link places}. */
  readonly placeOf: Uint8Array;
  readonly places: number;
}

/** A class of which more than this share of a column's blocks could be there is gone through. */
const NEAR_SHARE = 1 / 2;

/** Which blocks the columns of a memory map show, and what is too low to be seen as blocks. */
export class MapPlanner {
  readonly #source: MapSource;
  readonly #scale: TimeScale;
  readonly #moments: Moments;
  readonly #leastBytes: number;
  readonly #columns: number;
  readonly #perNs: number;
  readonly #low: Float64Array[];
  readonly #tall: Float64Array;
  #count = 0;
  #row = new Int32Array(1024);
  #first = new Int32Array(1024);
  #last = new Int32Array(1024);

  /** @param leastBytes what is smaller is too low to be seen */
  constructor(source: MapSource, scale: TimeScale, moments: Moments, leastBytes: number) {
    this.#source = source;
    this.#scale = scale;
    this.#moments = moments;
    this.#leastBytes = leastBytes;
    this.#columns = moments.timeNs.length;
    this.#perNs = this.#columns / (scale.right - scale.left);
    const room = this.#columns + 1;
    this.#low = Array.from({ length: source.places }, () => new Float64Array(room));
    this.#tall = new Float64Array(room);
  }

  plan(): MapLayout {
    for (const blocks of this.#source.classes) {
      if (blocks.longestNs * this.#perNs < NEAR_SHARE) this.#nearMoments(blocks);
      else this.#throughout(blocks);
    }
    for (const changes of [...this.#low, this.#tall]) {
      for (let column = 1; column < this.#columns; column++) changes[column] += changes[column - 1];
    }
    return {
      moments: this.#moments,
      blocks: this.#inOrder(),
      tallBytes: this.#tall,
      lowBytes: this.#low,
    };
  }

  /** Of blocks that live shortly, those that may be there at a column's moment. */
  #nearMoments({ rows, startNs, endNs, bytes, longestNs }: DurationClass): void {
    const { timeNs } = this.#moments;
    let from = 0;
    for (let column = 0; column < this.#columns; column++) {
      const at = timeNs[column];
      if (Number.isNaN(at)) continue;
      from = nextAfter(startNs, at - longestNs - 1, from);
      for (let i = from; i < rows.length && startNs[i] <= at; i++) {
        if (endNs[i] > at) this.#add(rows[i], bytes[i], column, column);
      }
    }
  }

  #throughout({ rows, startNs, endNs, bytes, longestNs }: DurationClass): void {
    const { timeNs } = this.#moments;
    const { left, right } = this.#scale;
    const perNs = this.#perNs;
    const last = this.#columns - 1;
    for (let i = nextAfter(startNs, left - longestNs - 1, 0); i < rows.length; i++) {
      const start = startNs[i];
      if (start > right) break;
      const end = endNs[i];
      if (end <= left) continue;
      let first = start <= left ? 0 : Math.floor((start - left) * perNs);
      if (first > last) first = last;
      // A column whose moment is before the begin does not show it. NaN is no moment at all.
      if (timeNs[first] < start) first++;
      let to = end >= right ? last : Math.floor((end - left) * perNs);
      if (to > last) to = last;
      if (timeNs[to] >= end) to--;
      if (first <= to) this.#add(rows[i], bytes[i], first, to);
    }
  }

  #add(row: number, bytes: number, first: number, last: number): void {
    if (bytes < this.#leastBytes) {
      const changes = this.#low[this.#source.placeOf[row]];
      changes[first] += bytes;
      changes[last + 1] -= bytes;
      return;
    }
    this.#tall[first] += bytes;
    this.#tall[last + 1] -= bytes;
    if (this.#count === this.#row.length) this.#grow();
    this.#row[this.#count] = row;
    this.#first[this.#count] = first;
    this.#last[this.#count++] = last;
  }

  #grow(): void {
    const larger = (from: Int32Array) => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.#row = larger(this.#row);
    this.#first = larger(this.#first);
    this.#last = larger(this.#last);
  }

  /** Blocks by begin: the oldest at the bottom of the map. */
  #inOrder(): MapBlocks {
    const { startNs } = this.#source;
    const rows = this.#row.subarray(0, this.#count);
    const order = new Int32Array(this.#count);
    for (let i = 0; i < order.length; i++) order[i] = i;
    order.sort(
      (a, b) =>
        startNs[rows[a]] - startNs[rows[b]] || rows[a] - rows[b] || this.#first[a] - this.#first[b],
    );
    const row = new Int32Array(order.length);
    const first = new Int32Array(order.length);
    const last = new Int32Array(order.length);
    let count = 0;
    for (const i of order) {
      // One that is there at the moments of two columns was found at each of them.
      if (count > 0 && row[count - 1] === rows[i]) last[count - 1] = this.#last[i];
      else {
        row[count] = rows[i];
        first[count] = this.#first[i];
        last[count++] = this.#last[i];
      }
    }
    return { count, row, first, last };
  }
}
