import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressMap } from './address-map.js';
import { BlockColumns } from './block-columns.js';
import { Int64Column } from './int64-column.js';

test('an address map does what a Map does', () => {
  // Few low bits differ, as in addresses; few addresses, so that they meet again.
  const address = fc.tuple(
    fc.nat(40).map((n) => n * 2 ** 21),
    fc.nat(2),
  );
  const action = fc.record({ address, isSet: fc.boolean() });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 3000 }), (actions) => {
      const own = new AddressMap();
      const known = new Map<string, number>();
      actions.forEach(({ address: [low, high], isSet }, row) => {
        const key = `${low} ${high}`;
        const before = known.get(key) ?? -1;
        if (isSet) known.set(key, row);
        else known.delete(key);
        expect(isSet ? own.set(low, high, row) : own.take(low, high)).toBe(before);
        expect(own.size).toBe(known.size);
      });
    }),
    { numRuns: 50 },
  );
});

test('an address map grows, and forgets what is taken', () => {
  const map = new AddressMap();
  for (let i = 0; i < 20_000; i++) map.set(i * 256, 0x7f3a, i);
  for (let i = 0; i < 20_000; i += 2) expect(map.take(i * 256, 0x7f3a)).toBe(i);
  for (let i = 0; i < 20_000; i++) expect(map.take(i * 256, 0x7f3a)).toBe(i % 2 === 0 ? -1 : i);
  expect(map.size).toBe(0);
});

test('int64 columns hold what is put in, also after they have grown', () => {
  const value = fc.nat({ max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const column = new Int64Column(1);
      values.forEach((number, row) => {
        column.reserve(2 * row + 2);
        column.set(2 * row, number);
        column.setNegative(2 * row + 1, number);
      });
      const rows = [...column.signed(values.length * 2)];
      expect(rows).toEqual(values.flatMap((number) => [BigInt(number), -BigInt(number)]));
    }),
  );
});

test('times that are moved are exact, and their ms the nearest doubles', () => {
  const times = fc.array(fc.nat({ max: 2 ** 52 }), { minLength: 1, maxLength: 50 });
  const origin = fc.bigInt({ min: -(2n ** 40n), max: 2n ** 61n });
  fc.assert(
    fc.property(times, origin, (all, originNs) => {
      const blocks = new BlockColumns(1);
      for (const [seq, timeNs] of all.entries()) blocks.allocate(timeNs, seq, Number.NaN, 1);
      blocks.moveTimes(originNs);
      all.forEach((timeNs, row) => {
        const exact = originNs + BigInt(timeNs);
        expect(blocks.startNs.signed(all.length)[row]).toBe(exact);
        const sign = exact < 0n ? '-' : '';
        const digits = String(exact < 0n ? -exact : exact).padStart(7, '0');
        const text = `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
        expect(blocks.startMs[row]).toBe(Number(text));
      });
    }),
  );
});
