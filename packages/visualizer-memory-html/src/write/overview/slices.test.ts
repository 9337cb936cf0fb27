import { thinCurve } from '@rl-insight/memory-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestOfSlices, slicesOfCapture } from './slices.js';

test('a run of any size has some slices a capture, and not too many together', () => {
  expect(slicesOfCapture(2, 1)).toBe(1024);
  expect(slicesOfCapture(2, 3)).toBe(256);
  expect(slicesOfCapture(1024, 1)).toBe(512);
  expect(slicesOfCapture(1024, 20)).toBe(16);
  expect(slicesOfCapture(4, 5000)).toBe(1);
});

/** The plain definition: the level at the begin of a slice, and all that it comes to in it. */
function plainLargest(timeNs: Float64Array, bytes: Float64Array, slices: number): number[] {
  const [begin, end] = [timeNs[0], timeNs[timeNs.length - 1]];
  const width = (end - begin) / slices || 1;
  return Array.from({ length: slices }, (_, slice) => {
    const from = begin + slice * width;
    const isLast = slice === slices - 1;
    const inside = [...timeNs.keys()].filter(
      (i) => timeNs[i] >= from && (isLast || timeNs[i] < from + width),
    );
    const before = timeNs.findLastIndex((at) => at < from);
    const beginsWithPoint = inside.length > 0 && timeNs[inside[0]] === from;
    const levels = inside.map((i) => bytes[i]);
    if (!beginsWithPoint && before >= 0) levels.push(bytes[before]);
    return Math.max(...levels);
  });
}

test('slices of a line that was thinned are those of the whole line', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 2 ** 30 }),
    fc.constantFrom(1, 5, 300, 12_000),
    fc.constantFrom(1, 4, 64),
    (seed, points, slices) => {
      let state = seed;
      const next = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      };
      // Parts of whole nanoseconds, so that both sides round alike.
      const timeNs = Float64Array.from({ length: points }, () => Math.floor(next() * 2048 * 1000));
      timeNs.sort();
      timeNs[0] = 0;
      if (points > 1) timeNs[points - 1] = 2048 * 1000;
      const bytes = Float64Array.from(timeNs, () => Math.floor(next() * 1e6));
      const thinned = thinCurve({ timeNs, bytes }, 2048);
      const found = largestOfSlices({ timeNs: thinned.timeNs, value: thinned.bytes }, slices);
      expect([...found]).toEqual(plainLargest(timeNs, bytes, slices));
    },
  );
  fc.assert(property, { numRuns: 40 });
});
