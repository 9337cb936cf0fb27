import { CurveBuilder, type LevelCurve } from './level-curve.js';
import { firstAfter } from './sorted.js';

/**
 * The curve with at most four points for each of `buckets` equal parts of its time: the first, the
 * smallest, the largest and the last of the part, so that no peak and no low is lost. O(n).
 */
export function thinCurve(curve: LevelCurve, buckets: number): LevelCurve {
  const { timeNs, bytes } = curve;
  const count = timeNs.length;
  if (count <= buckets * 4) return curve;
  const begin = timeNs[0];
  const width = (timeNs[count - 1] - begin) / buckets || 1;
  const thin = new CurveBuilder(buckets * 4);
  for (let first = 0; first < count; ) {
    const bucket = Math.min(buckets - 1, Math.floor((timeNs[first] - begin) / width));
    let last = first;
    let smallest = first;
    let largest = first;
    while (
      last + 1 < count &&
      Math.min(buckets - 1, Math.floor((timeNs[last + 1] - begin) / width)) === bucket
    ) {
      last++;
      if (bytes[last] < bytes[smallest]) smallest = last;
      if (bytes[last] > bytes[largest]) largest = last;
    }
    const kept = [...new Set([first, smallest, largest, last])].sort((a, b) => a - b);
    for (const at of kept) thin.push(timeNs[at], bytes[at]);
    first = last + 1;
  }
  return thin.curve();
}

/** The part of a curve from one time to another; it begins with the level that holds there. */
export function clipCurve(curve: LevelCurve, fromNs: number, toNs: number): LevelCurve {
  const { timeNs, bytes } = curve;
  const clipped = new CurveBuilder(16);
  let at = firstAfter(timeNs, fromNs);
  if (at > 0) clipped.push(fromNs, bytes[at - 1]);
  for (; at < timeNs.length && timeNs[at] <= toNs; at++) clipped.push(timeNs[at], bytes[at]);
  return clipped.curve();
}
