import type { TimeRange } from '../data/windows.js';

/** A stretch of time and where it is drawn, px. */
export interface TimePiece extends TimeRange {
  readonly leftPx: number;
  readonly rightPx: number;
  /** Nothing was recorded in it, and it is drawn shorter than it was. */
  readonly isCut: boolean;
}

/** A gap that is a larger part of what was recorded is drawn short, this wide. */
const LONG_GAP_SHARE = 0.05;
const CUT_PX = 12;

/** Where moments are drawn: evenly, but for gaps in which nothing was recorded. */
export class TimeMap {
  readonly pieces: readonly TimePiece[];

  /** @param spans when something was recorded; at least one */
  constructor(spans: readonly TimeRange[], width: number, shorten: boolean) {
    const runs = mergedSpans(spans);
    const recorded = runs.reduce((sum, { left, right }) => sum + right - left, 0) || 1;
    const stretches: (TimeRange & { isCut: boolean })[] = [];
    for (const run of runs) {
      const last = stretches.at(-1);
      if (last === undefined) stretches.push({ ...run, isCut: false });
      else if (shorten && run.left - last.right > recorded * LONG_GAP_SHARE) {
        stretches.push({ left: last.right, right: run.left, isCut: true });
        stretches.push({ ...run, isCut: false });
      } else stretches[stretches.length - 1] = { ...last, right: run.right };
    }
    const cuts = stretches.filter(({ isCut }) => isCut).length;
    // Of very many recordings the gaps must leave some room.
    const cutPx = cuts === 0 ? 0 : Math.min(CUT_PX, (width * 0.3) / cuts);
    const drawn = stretches.reduce((sum, one) => sum + (one.isCut ? 0 : one.right - one.left), 0);
    const perNs = (width - cuts * cutPx) / (drawn || 1);
    let at = 0;
    this.pieces = stretches.map((stretch) => {
      const leftPx = at;
      at += stretch.isCut ? cutPx : (stretch.right - stretch.left) * perNs;
      return { ...stretch, leftPx, rightPx: at };
    });
  }

  get isCut(): boolean {
    return this.pieces.some(({ isCut }) => isCut);
  }

  x(ns: number): number {
    const piece = this.#pieceOf(ns);
    const share = (ns - piece.left) / (piece.right - piece.left || 1);
    return piece.leftPx + Math.min(1, Math.max(0, share)) * (piece.rightPx - piece.leftPx);
  }

  /** The first piece that ends at a time or later, or the last. */
  #pieceOf(ns: number): TimePiece {
    let [low, high] = [0, this.pieces.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ns <= this.pieces[middle].right) high = middle;
      else low = middle + 1;
    }
    return this.pieces[low];
  }

  /** The gap that is drawn short at a place. */
  cutAt(x: number): TimePiece | undefined {
    return this.pieces.find(({ isCut, leftPx, rightPx }) => isCut && leftPx <= x && x < rightPx);
  }
}

/** Spans in their order, those that touch as one. */
export function mergedSpans(spans: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const span of [...spans].sort((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last === undefined || span.left > last.right) merged.push(span);
    else merged[merged.length - 1] = { left: last.left, right: Math.max(last.right, span.right) };
  }
  return merged;
}
