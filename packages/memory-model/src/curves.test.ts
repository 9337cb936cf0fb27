import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clipCurve,
  type LevelCurve,
  levelAt,
  overlapCounts,
  peakOf,
  sumCurves,
  thinCurve,
} from './index.js';

const anyCurve = fc
  .array(fc.tuple(fc.nat(9), fc.nat(1000)), { minLength: 1, maxLength: 200 })
  .map((steps): LevelCurve => {
    let time = 0;
    return {
      timeNs: Float64Array.from(steps, ([gap]) => (time += gap)),
      bytes: Float64Array.from(steps, ([, bytes]) => bytes),
    };
  });

describe('thinned curves', () => {
  test('keep begin, end, peak and low, and never make up a point', () => {
    fc.assert(
      fc.property(anyCurve, fc.integer({ min: 1, max: 20 }), (curve, buckets) => {
        const thin = thinCurve(curve, buckets);
        expect(thin.timeNs.length).toBeLessThanOrEqual(Math.max(buckets * 4, 1));
        expect(peakOf(thin)?.bytes).toBe(peakOf(curve)?.bytes);
        expect(Math.min(...thin.bytes)).toBe(Math.min(...curve.bytes));
        expect(thin.timeNs[0]).toBe(curve.timeNs[0]);
        expect(thin.bytes.at(-1)).toBe(curve.bytes.at(-1));
        const points = new Set(Array.from(curve.timeNs, (t, i) => `${t} ${curve.bytes[i]}`));
        thin.timeNs.forEach((time, i) => {
          expect(points).toContain(`${time} ${thin.bytes[i]}`);
        });
      }),
    );
  });
});

test('the level at a time is that after all that happened at it', () => {
  const curve = { timeNs: Float64Array.of(0, 5, 5, 9), bytes: Float64Array.of(1, 2, 3, 4) };
  expect([-1, 0, 4, 5, 8, 9, 100].map((time) => levelAt(curve, time))).toEqual([
    NaN,
    1,
    1,
    3,
    3,
    4,
    4,
  ]);
});

test('a part of a curve begins with the level that holds there', () => {
  const curve = { timeNs: Float64Array.of(0, 5, 9), bytes: Float64Array.of(1, 2, 3) };
  const part = clipCurve(curve, 3, 8);
  expect([[...part.timeNs], [...part.bytes]]).toEqual([
    [3, 5],
    [1, 2],
  ]);
});

test('the sum of curves is the sum of their levels at every time', () => {
  fc.assert(
    fc.property(fc.array(anyCurve, { minLength: 1, maxLength: 4 }), (curves) => {
      const sum = sumCurves(curves);
      for (const time of sum.timeNs) {
        const expected = curves.reduce((total, curve) => {
          const level = levelAt(curve, time);
          return total + (Number.isNaN(level) ? curve.bytes[0] : level);
        }, 0);
        expect(levelAt(sum, time)).toBe(expected);
      }
    }),
  );
});

test('overlaps are counted as by comparing all with all', () => {
  const interval = fc.record({
    from: fc.nat(40),
    held: fc.nat(20),
    kind: fc.integer({ min: -1, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 40 }), (intervals) => {
      const start = Float64Array.from(intervals, ({ from }) => from);
      const end = Float64Array.from(intervals, ({ from, held }) => from + held);
      const kind = Int32Array.from(intervals, (one) => one.kind);
      const counts = overlapCounts(start, end, kind);
      intervals.forEach((_, a) => {
        let expected = 0;
        intervals.forEach((__, b) => {
          if (a !== b && kind[a] === kind[b] && start[b] < end[a] && end[b] > start[a]) expected++;
        });
        expect(counts[a]).toBe(expected);
      });
    }),
  );
});
