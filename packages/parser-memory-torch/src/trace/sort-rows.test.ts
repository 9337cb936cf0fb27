import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortByTime } from './sort-rows.js';

/** Times of a file that is nearly in order, as large as clocks are, some of them equal. */
function timesOf(count: number, seed: number, step: number): Float64Array {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return Float64Array.from({ length: count }, (_, i) => i * step - 1e9 + (next() % 64) * step);
}

test('rows come in order of time, those of one time in order of what else tells', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 500, 5000, 20_000),
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.constantFrom(0, 1, 700, 2 ** 18, 2 ** 36),
      (count, seed, step) => {
        const times = timesOf(count, seed, step);
        const other = (row: number) => (row * 7919) % 13;
        const compare = (a: number, b: number) => other(a) - other(b) || b - a;
        // Not all rows, and not from the first.
        const rows = Int32Array.from({ length: count }, (_, i) => count - 1 - i).subarray(
          count >> 4,
        );
        const expected = Array.from(rows).sort((a, b) => times[a] - times[b] || compare(a, b));
        sortByTime(rows, times, compare);
        expect(Array.from(rows)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
