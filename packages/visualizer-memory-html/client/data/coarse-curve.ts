import { firstAfter, type LevelCurve, thinCurve } from '@rl-insight/memory-model';

/** Each coarser curve has about a sixteenth of the points: four for each of its parts of the time. */
const SHARE = 16;
const POINTS_PER_PART = 4;
/** Curves with fewer points are not worth a coarser one. */
const LEAST_POINTS = 4096;
/** Parts of a coarser curve that a pixel has to have at least: then it shows the pixel's own extremes. */
const PARTS_PER_PX = 1;

const known = new WeakMap<LevelCurve, readonly LevelCurve[]>();

/** A curve and ever coarser ones, each with the lows and peaks of its parts. */
function coarser(curve: LevelCurve): readonly LevelCurve[] {
  const found = known.get(curve);
  if (found !== undefined) return found;
  const curves = [curve];
  for (let last = curve; last.timeNs.length >= LEAST_POINTS; ) {
    const parts = Math.floor(last.timeNs.length / SHARE / POINTS_PER_PART);
    last = thinCurve(last, parts);
    curves.push(last);
  }
  known.set(curve, curves);
  return curves;
}

/** A curve with just enough points for a range on so many pixels, and which of them are in the range. */
export interface CurvePart {
  readonly curve: LevelCurve;
  /** The point whose level holds at the begin of the range, or the first. */
  readonly first: number;
  readonly end: number;
}

export function curvePart(curve: LevelCurve, fromNs: number, toNs: number, px: number): CurvePart {
  const curves = coarser(curve);
  let part = partOf(curves[0], fromNs, toNs);
  for (const coarse of curves.slice(1)) {
    const next = partOf(coarse, fromNs, toNs);
    if (next.end - next.first < px * POINTS_PER_PART * PARTS_PER_PX) break;
    part = next;
  }
  return part;
}

function partOf(curve: LevelCurve, fromNs: number, toNs: number): CurvePart {
  const end = firstAfter(curve.timeNs, toNs);
  const first = Math.max(0, firstAfter(curve.timeNs, fromNs, 0, end) - 1);
  return { curve, first, end };
}
