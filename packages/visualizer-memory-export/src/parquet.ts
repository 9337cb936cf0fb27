import type { ColumnType, ColumnValues } from '@rl-insight/memory-contract';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ExportColumn } from './columns.js';

/** As the library proposes; readers work on one group of rows at a time. */
const GROUP_ROWS = 100_000;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type ColumnData = Parameters<ParquetWriter['write']>[0]['columnData'][number]['data'];

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const TYPES: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  dictionary: TEXT,
  utf8: TEXT,
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
};

function schemaOf(columns: readonly ExportColumn[]): SchemaElement[] {
  const root = { name: 'root', num_children: columns.length };
  const leaves = columns.map(({ name, type, nullable }) => ({
    name,
    ...TYPES[type],
    repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }));
  return [root, ...leaves];
}

/** The rows from `begin` to `end` as the library takes them; null where there is no value. */
function valuesOf(column: ColumnValues, begin: number, end: number): ColumnData {
  const rows = end - begin;
  if ('codes' in column) {
    const { codes, values } = column;
    return Array.from({ length: rows }, (_, i) => values[codes[begin + i]] ?? null);
  }
  const { valid } = column;
  const has = (i: number) => valid === undefined || valid[begin + i] !== 0;
  if ('flags' in column) {
    const { flags } = column;
    return Array.from({ length: rows }, (_, i) => (has(i) ? flags[begin + i] !== 0 : null));
  }
  const { values } = column;
  if (valid === undefined) return values.subarray(begin, end);
  return Array.from({ length: rows }, (_, i) => (has(i) ? values[begin + i] : null));
}

export interface ParquetOptions {
  readonly createdBy: string;
  /** Key-value metadata of the file. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Rows of a row group. */
  readonly groupRows?: number;
}

/** A table as a Parquet file, in pieces: a group of rows each. */
export function* parquetPieces(
  columns: readonly ExportColumn[],
  rows: number,
  { createdBy, metadata, groupRows = GROUP_ROWS }: ParquetOptions,
): Generator<Uint8Array> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    createdBy,
    kvMetadata: Array.from(metadata, ([key, value]) => ({ key, value })),
  });
  const take = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  for (let begin = 0; begin < rows; begin += groupRows) {
    const end = Math.min(rows, begin + groupRows);
    file.write({
      columnData: columns.map(({ name, values }) => ({ name, data: valuesOf(values, begin, end) })),
      rowGroupSize: groupRows,
    });
    yield take();
  }
  file.finish();
  yield take();
}
