import { DataType, type Table, type Vector } from 'apache-arrow';
import { Int32View } from './int32-view.js';
import { NumberView } from './number-view.js';
import { validityOf } from './validity.js';

/** The column, or undefined where the table has none of that name. */
function vectorOf(table: Table, name: string): Vector | undefined {
  return table.getChild(name) ?? undefined;
}

/** The column's chunks as one typed array, the table's own memory where it can be. */
function rawValues<A extends Float64Array | Int32Array | BigInt64Array>(
  vector: Vector,
  make: (length: number) => A,
): A {
  const chunks = vector.data.map((data) => data.values.subarray(0, data.length) as A);
  if (chunks.length === 1 && chunks[0].constructor === make(0).constructor) return chunks[0];
  const values = make(vector.length);
  let end = 0;
  for (const chunk of chunks) {
    // A column of another width of integers or floats has to be converted.
    if (chunk.constructor === values.constructor) values.set(chunk as never, end);
    else for (let i = 0; i < chunk.length; i++) values[end + i] = chunk[i];
    end += chunk.length;
  }
  return values;
}

/** A float64 (or int32) column as it lies; NaN where it is null. */
export function numberView(table: Table, name: string): NumberView | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const values = rawValues(vector, (n) => new Float64Array(n));
  return NumberView.ofNumbers(values, validityOf(vector));
}

/** An int64 column less `origin` as it lies; NaN where it is null. */
export function int64View(table: Table, name: string, origin = 0n): NumberView | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const values = rawValues(vector, (n) => new BigInt64Array(n));
  return NumberView.ofInt64(values, validityOf(vector), origin);
}

/** An int32 column as it lies; `missing` where it is null. */
export function int32View(table: Table, name: string, missing: number): Int32View | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const values = rawValues(vector, (n) => new Int32Array(n));
  return new Int32View(values, validityOf(vector), missing);
}

/** A float64 (or int32) column as numbers; NaN where it is null. */
export function numberColumn(table: Table, name: string): Float64Array | undefined {
  return numberView(table, name)?.toArray();
}

/** An int64 column less `origin`, as numbers; NaN where it is null. */
export function int64Column(table: Table, name: string, origin = 0n): Float64Array | undefined {
  return int64View(table, name, origin)?.toArray();
}

/** An int32 column; `missing` where it is null. */
export function int32Column(table: Table, name: string, missing: number): Int32Array | undefined {
  return int32View(table, name, missing)?.toArray();
}

/** The smallest value of an int64 column, or undefined where it has none. */
export function int64Minimum(table: Table, name: string): bigint | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined || vector.length === vector.nullCount) return undefined;
  const validity = validityOf(vector);
  const values = rawValues(vector, (n) => new BigInt64Array(n));
  const low = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const high = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  let smallest = -1;
  for (let row = 0; row < values.length; row++) {
    if (smallest >= 0) {
      const difference = high[2 * row + 1] - high[2 * smallest + 1];
      if (difference > 0 || (difference === 0 && low[2 * row] >= low[2 * smallest])) continue;
    }
    if (validity === undefined || validity.has(row)) smallest = row;
  }
  return values[smallest];
}

/** A bool column as 1 and 0; 0 where it is null, or of another type. */
export function flagColumn(table: Table, name: string): Uint8Array | undefined {
  const vector = vectorOf(table, name);
  if (vector === undefined) return undefined;
  const flags = new Uint8Array(table.numRows);
  if (!DataType.isBool(vector.type)) return flags;
  let begin = 0;
  for (const { values, offset, length } of vector.data) {
    const bits = values as Uint8Array;
    for (let row = 0; row < length; ) {
      const place = row + offset;
      const byte = bits[place >> 3];
      // Flags are rare: most bytes are passed over as a whole.
      if (byte === 0 && (place & 7) === 0) row += 8;
      else flags[begin + row++] = (byte >> (place & 7)) & 1;
    }
    begin += length;
  }
  validityOf(vector)?.blank(flags, 0);
  return flags;
}
