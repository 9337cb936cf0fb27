import { RecordBatchFileWriter, tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildTable,
  type ColumnValues,
  int64ToNumbers,
  MEMORY_CONTRACTS,
  MEMORY_SUMMARY,
  type MemoryContract,
  numbersToInt64,
} from './index.js';

const TEXTS = ['', 'aten::matmul', 'é😀', 'a;\r\nb', '</script>'];
const INT64 = [0n, -1n, 1779785515596661420n, 2n ** 63n - 1n, -(2n ** 63n)];

/** Not there on every platform; `npm test` installs it where it runs. */
const polars = await import('nodejs-polars').then(
  ({ default: pl }) => pl,
  () => undefined,
);

/** A table of every column of a contract, each with a null where it may be null. */
function full(contract: MemoryContract) {
  const rows = TEXTS.length;
  const expected: Record<string, unknown[]> = {};
  const columns: Record<string, ColumnValues> = {};
  const valid = Uint8Array.from({ length: rows }, (_, row) => (row === 1 ? 0 : 1));
  for (const { name, type, nullable } of contract.columns) {
    const masked = (values: readonly unknown[]) =>
      values.map((value, row) => (nullable && row === 1 ? null : value));
    const validity = nullable ? { valid } : {};
    if (type === 'dictionary') {
      const codes = Int32Array.from(TEXTS, (_, row) => (nullable && row === 1 ? -1 : row));
      columns[name] = { codes, values: TEXTS };
      expected[name] = masked(TEXTS);
    } else if (type === 'bool') {
      columns[name] = { flags: Uint8Array.of(1, 0, 0, 1, 1), ...validity };
      expected[name] = masked([true, false, false, true, true]);
    } else if (type === 'int64') {
      columns[name] = { values: BigInt64Array.from(INT64), ...validity };
      expected[name] = masked(INT64);
    } else if (type === 'uint64') {
      const values = [0n, 1n, 2n ** 64n - 1n, 2n ** 63n, 140230000000000n];
      columns[name] = { values: BigUint64Array.from(values), ...validity };
      expected[name] = masked(values);
    } else if (type === 'int32') {
      columns[name] = { values: Int32Array.of(0, -1, 7, 2 ** 31 - 1, -(2 ** 31)), ...validity };
      expected[name] = masked([0, -1, 7, 2 ** 31 - 1, -(2 ** 31)]);
    } else {
      columns[name] = { values: Float64Array.of(0, -0.5, 1e300, 19071.576171875, 3), ...validity };
      expected[name] = masked([0, -0.5, 1e300, 19071.576171875, 3]);
    }
  }
  return { table: buildTable(contract, rows, columns, new Map([['k', 'v']])), expected };
}

function toBytes(table: ReturnType<typeof buildTable>): Uint8Array {
  return RecordBatchFileWriter.writeAll(table).toUint8Array(true);
}

describe.each(MEMORY_CONTRACTS.map((contract) => [contract.name, contract] as const))(
  '%s',
  (_, contract) => {
    const { table, expected } = full(contract);

    test('comes back from its file as it was', () => {
      const back = tableFromIPC(toBytes(table));
      expect(back.schema.metadata.get('k')).toBe('v');
      for (const [name, values] of Object.entries(expected)) {
        expect([...(back.getChild(name) ?? [])], name).toEqual(values);
      }
    });

    test.skipIf(polars === undefined)('holds the same for another Arrow implementation', () => {
      const pl = polars as NonNullable<typeof polars>;
      const frame = pl.readIPC(Buffer.from(toBytes(table)));
      expect(frame.columns).toEqual(contract.columns.map(({ name }) => name));
      for (const [name, values] of Object.entries(expected)) {
        // Int64 would lose digits on the way to JavaScript.
        const text = frame.getColumn(name).cast(pl.Utf8).toArray();
        const plain = frame.getColumn(name);
        if (typeof values[0] === 'number') expect(plain.toArray(), name).toEqual(values);
        else expect(text, name).toEqual(values.map((v) => (v === null ? null : String(v))));
      }
    });
  },
);

describe('buildTable', () => {
  const columns = () => {
    const all: Record<string, ColumnValues> = {};
    for (const { name, type, required } of MEMORY_SUMMARY.columns) {
      if (!required) continue;
      all[name] =
        type === 'dictionary'
          ? { codes: new Int32Array(0), values: [] }
          : { values: type === 'int32' ? new Int32Array(0) : new Float64Array(0) };
    }
    return all;
  };

  test('a table without rows', () => {
    const table = tableFromIPC(toBytes(buildTable(MEMORY_SUMMARY, 0, columns())));
    expect(table.numRows).toBe(0);
    expect(table.schema.fields).toHaveLength(12);
  });

  test('a required column that is missing, and one that is unknown', () => {
    const { name: _, ...rest } = columns();
    expect(() => buildTable(MEMORY_SUMMARY, 0, rest)).toThrow('memory_summary needs column name');
    const more = { ...columns(), other: { values: new Float64Array(0) } };
    expect(() => buildTable(MEMORY_SUMMARY, 0, more)).toThrow('memory_summary has no column other');
  });

  test('equal columns make equal bytes', () => {
    const [contract] = MEMORY_CONTRACTS;
    expect(toBytes(full(contract).table)).toEqual(toBytes(full(contract).table));
  });
});

describe('int64 as numbers', () => {
  test('there and back, exactly', () => {
    const near = fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n });
    fc.assert(
      fc.property(
        fc.array(near),
        fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
        (offsets, origin) => {
          const values = BigInt64Array.from(offsets, (offset) => origin + offset);
          const numbers = int64ToNumbers(values, origin);
          expect([...numbers].map(BigInt)).toEqual(offsets);
          expect(numbersToInt64(numbers, origin)).toEqual(values);
        },
      ),
    );
  });

  test('what cannot be held exactly is refused', () => {
    expect(() => int64ToNumbers(BigInt64Array.of(2n ** 60n), 0n)).toThrow(RangeError);
  });
});
