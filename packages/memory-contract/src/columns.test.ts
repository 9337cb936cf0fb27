import {
  Bool,
  type DataType,
  Dictionary,
  Float64,
  Int8,
  Int32,
  Int64,
  Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  flagColumn,
  groupRows,
  int32View,
  int64Minimum,
  int64View,
  numberView,
  onlyText,
  textColumn,
} from './index.js';

/** A table of one column in chunks; the first is cut out of a longer one. */
function tableOf(type: DataType, chunks: readonly (readonly unknown[])[]): Table {
  const [first = [], ...others] = chunks;
  const cut = vectorFromArray([null, null, null, ...first], type).slice(3);
  const whole = others.reduce<Vector>(
    (vector, chunk) => vector.concat(vectorFromArray(chunk, type)),
    cut,
  );
  return new Table({ column: whole });
}

const chunksOf = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.array(fc.option(value), { minLength: 1, maxLength: 30, size: 'max' }), {
    minLength: 1,
    maxLength: 3,
  });
const ORIGIN = 1_779_785_515_596_661_420n;

describe('columns are what they hold, however they are cut', () => {
  test('int64, less an origin', () => {
    fc.assert(
      fc.property(chunksOf(fc.maxSafeInteger()), (chunks) => {
        const values = chunks.map((chunk) =>
          chunk.map((value) => (value === null ? null : BigInt(value) + ORIGIN)),
        );
        const table = tableOf(new Int64(), values);
        const expected = chunks.flat().map((value) => value ?? Number.NaN);
        const view = int64View(table, 'column', ORIGIN);
        const rows = Int32Array.from(expected.keys()).reverse();
        const gathered = new Float64Array(rows.length);
        view?.gather(rows, rows.length, gathered);
        expect([...(view?.toArray() ?? [])]).toEqual(expected);
        expect(expected.map((_, row) => view?.at(row))).toEqual(expected);
        expect([...gathered].reverse()).toEqual(expected);
        const known = values.flat().filter((value) => value !== null);
        const [smallest] = known.sort((a, b) => (a < b ? -1 : 1));
        expect(int64Minimum(table, 'column')).toBe(smallest);
      }),
    );
  });

  test('doubles and int32', () => {
    fc.assert(
      fc.property(chunksOf(fc.integer()), (chunks) => {
        const expected = chunks.flat();
        const doubles = numberView(tableOf(new Float64(), chunks), 'column');
        const part = new Float64Array(expected.length - 1);
        doubles?.copy(1, expected.length, part);
        expect([...(doubles?.toArray() ?? [])]).toEqual(
          expected.map((value) => value ?? Number.NaN),
        );
        expect([...part]).toEqual(expected.slice(1).map((value) => value ?? Number.NaN));
        const integers = int32View(tableOf(new Int32(), chunks), 'column', -5);
        expect([...(integers?.toArray() ?? [])]).toEqual(expected.map((value) => value ?? -5));
        expect(expected.map((_, row) => integers?.at(row))).toEqual(expected.map((v) => v ?? -5));
      }),
    );
  });

  test('flags', () => {
    fc.assert(
      fc.property(chunksOf(fc.boolean()), (chunks) => {
        const flags = flagColumn(tableOf(new Bool(), chunks), 'column') ?? [];
        expect([...flags]).toEqual(chunks.flat().map((value) => Number(value ?? false)));
      }),
    );
  });

  test.each([
    ['plain', new Utf8()],
    ['in a dictionary', new Dictionary(new Utf8(), new Int32())],
    ['in a dictionary of small indices', new Dictionary(new Utf8(), new Int8())],
  ])('texts %s', (_, type) => {
    fc.assert(
      fc.property(chunksOf(fc.constantFrom('', 'a', 'ü', 'b')), (chunks) => {
        const table = tableOf(type, chunks);
        const { codes, values } = textColumn(table, 'column') ?? { codes: [], values: [] };
        expect([...codes].map((code) => values[code] ?? null)).toEqual(chunks.flat());
        expect(new Set(values).size).toBe(values.length);
        const only = onlyText(table, 'column');
        if (only !== undefined) expect(new Set(chunks.flat())).toEqual(new Set([only]));
      }),
    );
  });
});

test('a dictionary as this package writes it is not copied', () => {
  const type = new Dictionary(new Utf8(), new Int32());
  const table = new Table({ column: vectorFromArray(['a', 'b', 'a'], type) });
  expect(textColumn(table, 'column')?.codes.buffer).toBe(
    table.getChild('column')?.data[0].values.buffer,
  );
  expect(onlyText(new Table({ column: vectorFromArray(['a', 'a'], type) }), 'column')).toBe('a');
});

test('a value that cannot be held exactly is refused by whoever reads it', () => {
  const view = int64View(tableOf(new Int64(), [[5n, 2n ** 60n, null]]), 'column');
  const into = new Float64Array(3);
  expect(view?.at(0)).toBe(5);
  expect(() => view?.at(1)).toThrow('1152921504606846976 is more than 2^53 away from 0');
  expect(() => view?.gather(Int32Array.of(2, 1), 2, into)).toThrow(RangeError);
  expect(() => view?.copy(0, 3, into)).toThrow(RangeError);
  const far = int64View(tableOf(new Int64(), [[2n ** 53n - 1n]]), 'column');
  expect(far?.toArray()).toEqual(Float64Array.of(2 ** 53 - 1));
});

test('rows are shared out by capture and code in order of first appearance', () => {
  const groups = groupRows(Int32Array.of(0, 0, 1, 0, 1, -2), Int32Array.of(1, -1, 1, 1, 0, 1), 2);
  expect(groups.map(({ capture, code, rows }) => [capture, code, [...rows]])).toEqual([
    [0, 1, [0, 3]],
    [0, -1, [1]],
    [1, 1, [2]],
    [1, 0, [4]],
    [-2, 1, [5]],
  ]);
});
