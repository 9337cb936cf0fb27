import { createRequire } from 'node:module';
import * as arrow from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { adoptTable, adoptTableSet, decodeTable, encodeTable, tableSet } from './index.js';

/** Another copy of the library: the one for CommonJS has classes of its own. */
const other = createRequire(import.meta.url)('apache-arrow') as typeof arrow;

const { Type } = arrow;
const HEADER = { contract: 'things', version: '1', producer: 'test@1', runId: 'r' };
const THINGS = [{ name: 'things', version: '1', meaning: '', columns: [] }];

/** A table of the other copy with one column, in two batches. */
function foreignTable(type: arrow.DataType, values: readonly unknown[]): arrow.Table {
  const { Field, RecordBatch, Schema, Struct, Table, makeData, vectorFromArray } = other;
  const schema = new Schema([new Field('value', type, true, new Map([['unit', 'ns']]))]);
  const whole = vectorFromArray(values, type);
  const batches = [whole.slice(0, 2), whole.slice(2)].map(
    ({ data: [data] }) =>
      new RecordBatch(
        schema,
        makeData({ type: new Struct(schema.fields), length: data.length, children: [data] }),
      ),
  );
  return new Table(schema, batches);
}

const texts = (table: arrow.Table) =>
  Array.from(table.getChild('value') ?? [], (value) =>
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)),
  );

const field = (name: string, type: arrow.DataType) => new other.Field(name, type, true);

const TYPES: readonly [string, arrow.DataType, readonly unknown[]][] = [
  ['int8', new other.Int8(), [1, null, -3]],
  ['uint32', new other.Uint32(), [1, null, 4294967295]],
  ['int32', new other.Int32(), [1, 2, -3]],
  ['int64', new other.Int64(), [1n, null, -(2n ** 62n)]],
  ['uint64', new other.Uint64(), [1n, null, 2n ** 63n]],
  ['float32', new other.Float32(), [0.5, null, -1]],
  ['float64', new other.Float64(), [0.1, null, -1]],
  ['bool', new other.Bool(), [true, null, false, true]],
  ['utf8', new other.Utf8(), ['a', null, 'ü']],
  ['large utf8', new other.LargeUtf8(), ['a', null, 'ü']],
  ['binary', new other.Binary(), [Uint8Array.of(1, 2), null, Uint8Array.of(3)]],
  ['fixed size binary', new other.FixedSizeBinary(2), [Uint8Array.of(1, 2), null]],
  ['decimal', new other.Decimal(2, 10, 128), [Uint32Array.of(1, 0, 0, 0), null]],
  ['date', new other.DateMillisecond(), [86_400_000, null, 0]],
  ['time', new other.TimeNanosecond(), [5n, null, 6n]],
  ['timestamp', new other.TimestampNanosecond('UTC'), [5, null, 6]],
  ['duration', new other.DurationMicrosecond(), [5n, null, 6n]],
  ['dictionary', new other.Dictionary(new other.Utf8(), new other.Int32()), ['a', null, 'b', 'a']],
  ['list', new other.List(field('item', new other.Int32())), [[1, 2], null, [3]]],
  [
    'list of texts of a dictionary',
    new other.List(field('item', new other.Dictionary(new other.Utf8(), new other.Int32()))),
    [['a', 'b'], ['b'], ['a']],
  ],
  [
    'fixed size list',
    new other.FixedSizeList(2, field('item', new other.Float64())),
    [[1, 2], null, [3, 4]],
  ],
  [
    'struct',
    new other.Struct([field('name', new other.Utf8()), field('size', new other.Int64())]),
    [{ name: 'a', size: 1n }, null, { name: 'b', size: 2n }],
  ],
  ['null', new other.Null(), [null, null, null]],
];

describe('a table of another copy of Arrow', () => {
  test.each(TYPES)('of %s is one of ours, and its file reads the same', (_, type, values) => {
    const foreign = foreignTable(type, values);
    expect(foreign.schema.fields[0].type).not.toBeInstanceOf(arrow.DataType);
    const adopted = adoptTable(foreign);
    expect(adopted.schema.fields[0]).toMatchObject({ name: 'value', nullable: true });
    expect(adopted.schema.fields[0].metadata.get('unit')).toBe('ns');
    expect(adopted.schema.fields[0].type).toBeInstanceOf(arrow.DataType);
    expect(String(adopted.schema)).toBe(String(foreign.schema));
    expect(texts(adopted)).toEqual(texts(foreign));
    expect(adopted.batches.map(({ numRows }) => numRows)).toEqual(
      foreign.batches.map(({ numRows }) => numRows),
    );
    const { table } = decodeTable(encodeTable(foreign, HEADER), 'things.arrow', THINGS);
    expect(texts(table)).toEqual(texts(foreign));
  });

  test('of texts in buffers beside their views', () => {
    const foreign = foreignTable(new other.Utf8View(), ['a', null, 'longer than what fits a view']);
    const adopted = adoptTable(foreign);
    expect(adopted.schema.fields[0].type).toBeInstanceOf(arrow.DataType);
    expect(texts(adopted)).toEqual(texts(foreign));
  });

  test('shares its memory, and a dictionary is one for all batches', () => {
    const type = new other.Dictionary(new other.Utf8(), new other.Int32());
    const foreign = foreignTable(type, ['a', 'b', 'a']);
    const adopted = adoptTable(foreign);
    const column = (table: arrow.Table) => table.getChildAt(0)?.data ?? [];
    column(adopted).forEach(({ values, dictionary }, batch) => {
      const before = column(foreign)[batch];
      expect(values).toBe(before.values);
      expect(dictionary?.data[0].values).toBe(before.dictionary?.data[0].values);
      expect(dictionary).toBe(column(adopted)[0].dictionary);
    });
  });

  test('of a version that looks at 64 bits as two numbers', () => {
    const foreign = foreignTable(new other.TimestampNanosecond(), [5, 6]);
    const [data] = foreign.batches[0].data.children;
    const pairs = new Int32Array(data.values.buffer, data.values.byteOffset, 4);
    Object.assign(data, { values: pairs, stride: 2 });
    const [own] = adoptTable(foreign).batches[0].data.children;
    expect(own.values).toBeInstanceOf(BigInt64Array);
    expect(own.values.buffer).toBe(pairs.buffer);
    // Bytes that do not begin where a 64-bit number may are the only ones to be copied.
    const odd = new Int32Array(new ArrayBuffer(20), 4, 4);
    odd.set(pairs);
    Object.assign(data, { values: odd });
    expect([...adoptTable(foreign).batches[0].data.children[0].values]).toEqual([...own.values]);
  });

  test('of a type that we do not know is an error that names the column', () => {
    const foreign = foreignTable(new other.Int32(), [1]);
    Object.assign(foreign.schema.fields[0].type, { typeId: 99, toString: () => 'Quaternion' });
    expect(() => adoptTable(foreign)).toThrow(
      expect.objectContaining({
        code: 'table-unknown-type',
        message: expect.stringContaining('column value is of Arrow’s type Quaternion'),
      }),
    );
  });
});

test('a table of ours stays as it is', () => {
  const table = arrow.tableFromArrays({ a: Int32Array.of(1) }) as unknown as arrow.Table;
  expect(adoptTable(table)).toBe(table);
});

test('a set gives tables of ours, and the bytes that it has', async () => {
  const foreign = foreignTable(new other.Int32(), [1, 2, 3]);
  const set = adoptTableSet({
    ...tableSet('a', { things: foreign }),
    bytes: () => Uint8Array.of(7),
  });
  expect((await set.table('things')).schema.fields[0].type.typeId).toBe(Type.Int);
  expect((await set.table('things')).schema.fields[0].type).toBeInstanceOf(arrow.DataType);
  expect(set.bytes?.('things')).toEqual(Uint8Array.of(7));
  expect(adoptTableSet(tableSet('a', {})).bytes?.('things')).toBeUndefined();
});
