import {
  Bool,
  Data,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import type { ColumnSpec, ColumnType, MemoryContract } from './column.js';

/** Text column: `codes[row]` indexes `values`; −1 is null. */
export interface DictionaryValues {
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** Number column. `valid[row]` is 1 where there is a value; all rows have one when it is absent. */
export interface NumberValues<A = Float64Array | Int32Array | BigInt64Array | BigUint64Array> {
  readonly values: A;
  readonly valid?: Uint8Array;
}

/** Truth column: 1 or 0 a row. */
export interface BoolValues {
  readonly flags: Uint8Array;
  readonly valid?: Uint8Array;
}

export type ColumnValues = DictionaryValues | NumberValues | BoolValues;

function bitmapOf(flags: Uint8Array, rows: number): { bits: Uint8Array; zeros: number } {
  const bits = new Uint8Array(((rows + 63) >> 6) << 3);
  let zeros = 0;
  for (let row = 0; row < rows; row++) {
    if (flags[row]) bits[row >> 3] |= 1 << (row & 7);
    else zeros++;
  }
  return { bits, zeros };
}

function validityOf(valid: Uint8Array | undefined, rows: number) {
  if (valid === undefined) return { nullCount: 0 };
  const { bits, zeros } = bitmapOf(valid, rows);
  return zeros === 0 ? { nullCount: 0 } : { nullCount: zeros, nullBitmap: bits };
}

/** Which codes are not null; undefined when none of them is null. */
function presenceOf(codes: Int32Array, rows: number): Uint8Array | undefined {
  let row = 0;
  while (row < rows && codes[row] >= 0) row++;
  if (row === rows) return undefined;
  const present = new Uint8Array(rows).fill(1, 0, row);
  for (; row < rows; row++) present[row] = codes[row] >= 0 ? 1 : 0;
  return present;
}

function utf8Vector(values: readonly string[]): Vector<Utf8> {
  const encoder = new TextEncoder();
  const offsets = new Int32Array(values.length + 1);
  let capacity = 64;
  for (const value of values) capacity += value.length;
  let bytes = new Uint8Array(capacity);
  let end = 0;
  values.forEach((value, i) => {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    if (end + value.length * 3 > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, end + value.length * 3));
      larger.set(bytes.subarray(0, end));
      bytes = larger;
    }
    end += encoder.encodeInto(value, bytes.subarray(end)).written;
    offsets[i + 1] = end;
  });
  return new Vector([
    makeData({
      type: new Utf8(),
      length: values.length,
      nullCount: 0,
      valueOffsets: offsets,
      data: bytes.subarray(0, end),
    }),
  ]);
}

/** Dictionary ids are fixed by the column's place, so that equal tables are equal bytes. */
function arrowType(type: ColumnType, dictionaryId: number): DataType {
  switch (type) {
    case 'dictionary':
      return new Dictionary(new Utf8(), new Int32(), dictionaryId);
    case 'int32':
      return new Int32();
    case 'int64':
      return new Int64();
    case 'uint64':
      return new Uint64();
    case 'float64':
      return new Float64();
    case 'bool':
      return new Bool();
    case 'utf8':
      return new Utf8();
  }
}

function dataOf(spec: ColumnSpec, type: DataType, column: ColumnValues, rows: number): Data {
  if ('codes' in column) {
    const validity = validityOf(presenceOf(column.codes, rows), rows);
    const codes = validity.nullCount > 0 ? column.codes.map((c) => Math.max(c, 0)) : column.codes;
    // Other readers look up index 0 under a null: keep it inside the dictionary.
    const values = column.values.length === 0 ? [''] : column.values;
    return makeData({
      type: type as Dictionary<Utf8, Int32>,
      length: rows,
      ...validity,
      data: codes,
      dictionary: utf8Vector(values),
    });
  }
  const validity = validityOf(column.valid, rows);
  if ('flags' in column) {
    const { bits } = bitmapOf(column.flags, rows);
    return makeData({ type: type as Bool, length: rows, ...validity, data: bits });
  }
  const values = column.values;
  if (values.length !== rows) {
    throw new RangeError(`column ${spec.name} has ${values.length} values for ${rows} rows`);
  }
  return new Data(type, 0, rows, validity.nullCount, [
    undefined,
    values,
    validity.nullBitmap,
    undefined,
  ] as never);
}

/**
 * Makes an Arrow table of `contract` from columns by name. Columns of the contract that are not
 * given are left out; each text column gets one complete dictionary with an id of its own.
 *
 * @throws RangeError when a required column is missing, a column is unknown, or lengths differ.
 */
export function buildTable(
  contract: MemoryContract,
  rows: number,
  columns: Readonly<Record<string, ColumnValues | undefined>>,
  metadata: ReadonlyMap<string, string> = new Map(),
): Table {
  const fields: Field[] = [];
  const children: Data[] = [];
  const known = new Set(contract.columns.map((spec) => spec.name));
  for (const name of Object.keys(columns)) {
    if (!known.has(name)) throw new RangeError(`${contract.name} has no column ${name}`);
  }
  contract.columns.forEach((spec, place) => {
    const column = columns[spec.name];
    if (column === undefined) {
      if (spec.required) throw new RangeError(`${contract.name} needs column ${spec.name}`);
      return;
    }
    const type = arrowType(spec.type, place);
    fields.push(new Field(spec.name, type, spec.nullable));
    children.push(dataOf(spec, type, column, rows));
  });
  const schema = new Schema(fields, new Map(metadata));
  const struct = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  return new Table(schema, new RecordBatch(schema, struct));
}
