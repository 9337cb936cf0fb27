import type { TimeRange } from '../data/windows.js';

/** From a range of time to pixels of a plot and back. */
export class TimeScale {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly pxPerNs: number;

  constructor({ left, right }: TimeRange, width: number) {
    this.left = left;
    this.right = right;
    this.width = Math.max(1, width);
    this.pxPerNs = this.width / (right - left);
  }

  get nsPerPx(): number {
    return 1 / this.pxPerNs;
  }

  x(ns: number): number {
    return (ns - this.left) * this.pxPerNs;
  }

  ns(x: number): number {
    return this.left + x / this.pxPerNs;
  }
}
