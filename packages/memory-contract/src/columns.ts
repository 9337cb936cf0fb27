import { DataType, type Table, type Vector } from 'apache-arrow';
import { int64ToNumbers } from './int64.js';

/**
 * A text column: `codes[row]` indexes `values`, −1 where it is null. Every distinct text stands in
 * `values` once.
 */
export interface TextColumn {
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** The column, or undefined where the table has none of that name. */
function vectorOf(table: Table, name: string): Vector | undefined {
  return table.getChild(name) ?? undefined;
}

class TextCollector {
  readonly values: string[] = [];
  readonly #codes = new Map<string, number>();

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.values.length);
    return this.values.push(text) - 1;
  }
}

/**
 * Reads a text column, however its producer encoded it: dictionaries of any index type, one or
 * many, or plain text.
 */
export function textColumn(table: Table, name: string): TextColumn | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const codes = new Int32Array(table.numRows);
  const collector = new TextCollector();
  let row = 0;
  for (const data of vector.data) {
    if (DataType.isDictionary(data.type)) {
      const dictionary = (data as { dictionary?: Vector }).dictionary;
      const remap = new Int32Array(dictionary?.length ?? 0);
      for (let i = 0; i < remap.length; i++) {
        const text = dictionary?.get(i);
        remap[i] = text === null ? -1 : collector.code(String(text));
      }
      const indices = data.values as ArrayLike<number>;
      for (let i = 0; i < data.length; i++, row++) {
        codes[row] = data.nullCount > 0 && !data.getValid(i) ? -1 : remap[Number(indices[i])];
      }
    } else {
      for (let i = 0; i < data.length; i++, row++) {
        const text = vector.get(row);
        codes[row] = text === null ? -1 : collector.code(String(text));
      }
    }
  }
  return { codes, values: collector.values };
}

/** The column's chunks as one typed array; its nulls are found with {@link validity}. */
function rawValues<A extends Float64Array | Int32Array | BigInt64Array>(
  vector: Vector,
  make: (length: number) => A,
): A {
  const chunks = vector.data.map((data) => data.values.subarray(0, data.length) as A);
  if (chunks.length === 1 && chunks[0].constructor === make(0).constructor) return chunks[0];
  const values = make(vector.length);
  let end = 0;
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) values[end + i] = chunk[i];
    end += chunk.length;
  }
  return values;
}

/** 1 where the column has a value; undefined where all rows have one. */
function validity(vector: Vector): Uint8Array | undefined {
  if (vector.nullCount === 0) return undefined;
  const valid = new Uint8Array(vector.length);
  let row = 0;
  for (const data of vector.data) {
    for (let i = 0; i < data.length; i++, row++) valid[row] = data.getValid(i) ? 1 : 0;
  }
  return valid;
}

function blank(numbers: Float64Array, valid: Uint8Array | undefined): Float64Array {
  if (valid === undefined) return numbers;
  const copy = numbers.slice();
  for (let row = 0; row < copy.length; row++) if (!valid[row]) copy[row] = Number.NaN;
  return copy;
}

/** A float64 (or int32) column as numbers; NaN where it is null. */
export function numberColumn(table: Table, name: string): Float64Array | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  return blank(
    rawValues(vector, (n) => new Float64Array(n)),
    validity(vector),
  );
}

/** An int64 column less `origin`, as numbers; NaN where it is null. */
export function int64Column(table: Table, name: string, origin = 0n): Float64Array | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const valid = validity(vector);
  let values = rawValues(vector, (n) => new BigInt64Array(n));
  if (valid !== undefined && origin !== 0n) {
    // What lies under a null may be anything; keep it from looking out of range.
    values = values.map((value, row) => (valid[row] ? value : origin));
  }
  return blank(int64ToNumbers(values, origin), valid);
}

/** The smallest value of an int64 column, or undefined where it has none. */
export function int64Minimum(table: Table, name: string): bigint | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined || vector.length === vector.nullCount) return undefined;
  const valid = validity(vector);
  const values = rawValues(vector, (n) => new BigInt64Array(n));
  let smallest: bigint | undefined;
  for (let row = 0; row < values.length; row++) {
    if (valid !== undefined && !valid[row]) continue;
    const value = values[row];
    if (smallest === undefined || value < smallest) smallest = value;
  }
  return smallest;
}

/** An int32 column; `missing` where it is null. */
export function int32Column(table: Table, name: string, missing: number): Int32Array | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const values = rawValues(vector, (n) => new Int32Array(n));
  const valid = validity(vector);
  return valid === undefined ? values : values.map((v, row) => (valid[row] ? v : missing));
}

/** A bool column as 1 and 0; 0 where it is null. */
export function flagColumn(table: Table, name: string): Uint8Array | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const flags = new Uint8Array(table.numRows);
  for (let row = 0; row < flags.length; row++) flags[row] = vector.get(row) === true ? 1 : 0;
  return flags;
}
