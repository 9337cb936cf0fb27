import { expect, test } from 'vitest';
import { summarize } from './statistics.js';

test('median of odd and even counts, in any order', () => {
  expect(summarize([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(summarize([10, 1, 4, 2])).toEqual({ median: 3, min: 1, max: 10 });
  expect(summarize([7])).toEqual({ median: 7, min: 7, max: 7 });
  expect(() => summarize([])).toThrow(RangeError);
});
