import { firstAfter } from '@rl-insight/memory-model';

/** Where things stand that lie below each other, px from the top of the first. */
export class StackedRows {
  /** Top of each, and the bottom of the last. */
  readonly tops: Float64Array;

  constructor(heights: readonly number[]) {
    this.tops = new Float64Array(heights.length + 1);
    heights.forEach((height, i) => {
      this.tops[i + 1] = this.tops[i] + height;
    });
  }

  get height(): number {
    return this.tops[this.tops.length - 1];
  }

  /** The one at a height; −1 where there is none. */
  at(y: number): number {
    return y < 0 || y >= this.height ? -1 : firstAfter(this.tops, y) - 1;
  }

  /** Those between two heights, from the first to the one after the last. */
  between(top: number, bottom: number): readonly [number, number] {
    const count = this.tops.length - 1;
    const first = Math.max(0, firstAfter(this.tops, top) - 1);
    return [first, Math.min(count, firstAfter(this.tops, bottom))];
  }
}
