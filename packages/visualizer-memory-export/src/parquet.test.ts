import { MEMORY_COUNTERS, MEMORY_SUMMARY } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { expect, test } from 'vitest';
import { awkwardTable, type Cell, cellsOf, emptyTable } from '../test/tables.js';
import { exportColumns } from './columns.js';
import { parquetPieces } from './parquet.js';

function parquetOf(table: Table, contract: string, groupRows?: number): Buffer {
  const pieces = parquetPieces(exportColumns(table, contract), table.numRows, {
    createdBy: 'test@1',
    metadata: table.schema.metadata,
    ...(groupRows === undefined ? {} : { groupRows }),
  });
  return Buffer.concat([...pieces]);
}

function bufferOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** What dictionaries of the library do not tell apart, and nobody asks of sizes and times. */
const unsigned = (cell: Cell) => (cell === 0 ? 0 : cell);

test.each([undefined, 7, 1])(
  'every cell reads back as it is in the table (groups of %s)',
  async (groupRows) => {
    const table = awkwardTable();
    const file = bufferOf(parquetOf(table, MEMORY_SUMMARY.name, groupRows));
    const rows = await parquetReadObjects({ file });
    for (const [name, cells] of Object.entries(cellsOf(table))) {
      expect(
        rows.map((row) => unsigned(row[name])),
        name,
      ).toEqual(cells.map(unsigned));
    }
  },
);

test('types, nulls, compression and what the file says of itself', () => {
  const metadata = parquetMetadata(bufferOf(parquetOf(awkwardTable(), MEMORY_SUMMARY.name)));
  const leaves = parquetSchema(metadata).children.map(({ element }) => element);
  const typeOf = (name: string) => {
    const leaf = leaves.find((candidate) => candidate.name === name);
    return [leaf?.type, leaf?.converted_type, leaf?.repetition_type];
  };
  expect(typeOf('name')).toEqual(['BYTE_ARRAY', 'UTF8', 'REQUIRED']);
  expect(typeOf('allocator')).toEqual(['BYTE_ARRAY', 'UTF8', 'OPTIONAL']);
  expect(typeOf('rank_id')).toEqual(['INT32', undefined, 'REQUIRED']);
  expect(typeOf('start_time_ns')).toEqual(['INT64', undefined, 'OPTIONAL']);
  expect(typeOf('address')).toEqual(['INT64', 'UINT_64', 'OPTIONAL']);
  expect(typeOf('size_kb')).toEqual(['DOUBLE', undefined, 'REQUIRED']);
  expect(typeOf('before_capture')).toEqual(['BOOLEAN', undefined, 'OPTIONAL']);
  expect(metadata.created_by).toBe('test@1');
  expect(metadata.key_value_metadata).toEqual([
    { key: 'rl_insight.contract', value: 'memory_summary' },
    { key: 'rl_insight.groups', value: '[{"role":"Ünïcode"}]' },
  ]);
  const [name] = metadata.row_groups[0].columns;
  expect(name.meta_data?.codec).toBe('SNAPPY');
  expect(name.meta_data?.encodings).toContain('RLE_DICTIONARY');
});

test('a table without rows keeps its columns', () => {
  const metadata = parquetMetadata(bufferOf(parquetOf(emptyTable(), MEMORY_COUNTERS.name)));
  expect(metadata.num_rows).toBe(0n);
  expect(metadata.schema).toHaveLength(7);
});

const polars = await import('nodejs-polars').then(
  (module) => module.default,
  () => undefined,
);

test.skipIf(polars === undefined)(
  'polars reads the same (skipped where its native part is missing)',
  () => {
    const table = awkwardTable();
    const frame = polars?.readParquet(parquetOf(table, MEMORY_SUMMARY.name));
    for (const [name, cells] of Object.entries(cellsOf(table))) {
      const found = frame?.getColumn(name).toArray() as Cell[];
      const plain = (cell: Cell) => (typeof cell === 'bigint' ? Number(cell) : unsigned(cell));
      expect(found.map(plain), name).toEqual(cells.map(plain));
    }
  },
);
