import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRows, sortRows } from './order.js';

const times = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: 0, max: 2 ** 31 }),
  fc.maxSafeInteger(),
);

test('rows are in order of time, and those of one time stay as they were', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 300 }), fc.boolean(), (values, half) => {
      const key = Float64Array.from(values.map((value) => (half ? Math.trunc(value / 2) : value)));
      const rows = allRows(key.length).reverse();
      const expected = [...rows].sort((a, b) => key[a] - key[b] || b - a);
      // A difference beyond 2^53 is rounded, and so are the digits that are counted.
      fc.pre(half || Math.max(...key, 0) - Math.min(...key, 0) <= Number.MAX_SAFE_INTEGER);
      expect([...sortRows(rows, key)]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
