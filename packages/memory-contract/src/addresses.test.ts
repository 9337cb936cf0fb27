import { Table, Uint64, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressView, buildTable, MEMORY_SEGMENTS, readSegments } from './index.js';

const address = fc.option(
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(0n, 2n ** 63n)),
);

test('addresses are exact up to 2^64, whatever chunks they come in', () => {
  const chunks = fc.array(fc.array(address, { minLength: 1, maxLength: 9 }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(chunks, ([first, ...others]) => {
      const cut = vectorFromArray([null, 7n, ...first], new Uint64()).slice(2);
      const column = others.reduce<Vector>(
        (vector, chunk) => vector.concat(vectorFromArray(chunk, new Uint64())),
        cut,
      );
      const view = addressView(new Table({ address: column }));
      const expected = [first, ...others].flat();
      const found = expected.map((_, row) => (view?.has(row) ? view.at(row) : null));
      expect(found).toEqual(expected);
      expect(view?.length).toBe(expected.length);
    }),
  );
});

test('a column of something else has no addresses', () => {
  expect(addressView(new Table({ address: vectorFromArray([1, 2]) }))).toBeUndefined();
  expect(addressView(new Table({ other: vectorFromArray([1n]) }))).toBeUndefined();
});

test('segments that were there before, and that were kept, have no times', () => {
  const text = { codes: new Int32Array(2), values: [''] };
  const table = buildTable(MEMORY_SEGMENTS, 2, {
    ...{ role: text, rank_id: { values: new Int32Array(2) }, device_type: text },
    address: { values: BigUint64Array.of(2n ** 64n - 512n, 512n) },
    size_bytes: { values: BigInt64Array.of(512n, 1024n) },
    start_ns: { values: BigInt64Array.of(0n, 1005n), valid: Uint8Array.of(0, 1) },
    end_ns: { values: BigInt64Array.of(1010n, 0n), valid: Uint8Array.of(1, 0) },
    stream: { codes: Int32Array.of(0, -1), values: ['7'] },
  });
  const segments = readSegments(table, 1000n);
  expect(segments).toMatchObject({ rows: 2, stream: { values: ['7'] }, pool: { values: [] } });
  expect(segments?.address.at(0)).toBe(2n ** 64n - 512n);
  expect([...(segments?.startNs ?? [])]).toEqual([Number.NaN, 5]);
  expect([...(segments?.endNs ?? [])]).toEqual([10, Number.NaN]);
  expect([...(segments?.pool.codes ?? [])]).toEqual([-1, -1]);
});
