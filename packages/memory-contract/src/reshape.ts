import type { Table } from 'apache-arrow';
import type { BoolValues, ColumnValues, DictionaryValues, NumberValues } from './build.js';
import type { MemoryContract } from './column.js';
import { textColumn } from './text-column.js';

type Numbers = Float64Array | Int32Array | BigInt64Array | BigUint64Array;

function emptyNumbers(type: string, rows: number): Numbers {
  switch (type) {
    case 'int32':
      return new Int32Array(rows);
    case 'int64':
      return new BigInt64Array(rows);
    case 'uint64':
      return new BigUint64Array(rows);
    default:
      return new Float64Array(rows);
  }
}

/** The contract's columns of a table, whichever way its producer chunked and encoded them. */
export function columnsOf(table: Table, contract: MemoryContract): Record<string, ColumnValues> {
  const columns: Record<string, ColumnValues> = {};
  for (const spec of contract.columns) {
    const vector = table.getChild(spec.name);
    if (vector === null) continue;
    if (spec.type === 'dictionary' || spec.type === 'utf8') {
      columns[spec.name] = textColumn(table, spec.name) as DictionaryValues;
      continue;
    }
    const rows = table.numRows;
    const valid = vector.nullCount === 0 ? undefined : new Uint8Array(rows);
    const flags = spec.type === 'bool' ? new Uint8Array(rows) : undefined;
    const values = flags ?? emptyNumbers(spec.type, rows);
    const whole = vector.data.length === 1 ? vector.data[0].values : undefined;
    if (valid === undefined && flags === undefined && whole?.constructor === values.constructor) {
      columns[spec.name] = { values: whole.subarray(0, rows) as Numbers };
      continue;
    }
    for (let row = 0; row < rows; row++) {
      const value = vector.get(row);
      if (value === null) continue;
      if (valid !== undefined) valid[row] = 1;
      values[row] = flags === undefined ? value : value ? 1 : 0;
    }
    const optional = valid === undefined ? {} : { valid };
    columns[spec.name] =
      flags === undefined
        ? { values: values as Numbers, ...optional }
        : { flags: flags, ...optional };
  }
  return columns;
}

/** The rows of `order`, in that order. */
export function takeRows(
  columns: Readonly<Record<string, ColumnValues>>,
  order: Int32Array,
): Record<string, ColumnValues> {
  const taken: Record<string, ColumnValues> = {};
  for (const [name, column] of Object.entries(columns)) {
    if ('codes' in column) {
      taken[name] = { codes: order.map((row) => column.codes[row]), values: column.values };
    } else if ('flags' in column) {
      taken[name] = takeBools(column, order);
    } else {
      taken[name] = takeNumbers(column, order);
    }
  }
  return taken;
}

function takeFlags(flags: Uint8Array, order: Int32Array): Uint8Array {
  const taken = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i++) taken[i] = flags[order[i]];
  return taken;
}

function takeValid(valid: Uint8Array | undefined, order: Int32Array) {
  return valid === undefined ? {} : { valid: takeFlags(valid, order) };
}

function takeBools(column: BoolValues, order: Int32Array): BoolValues {
  return { flags: takeFlags(column.flags, order), ...takeValid(column.valid, order) };
}

function takeNumbers(column: NumberValues, order: Int32Array): NumberValues {
  const source = column.values;
  const values = source.slice(0, 0).constructor as new (rows: number) => typeof source;
  const taken = new values(order.length);
  for (let i = 0; i < order.length; i++) taken[i] = source[order[i]];
  return { values: taken, ...takeValid(column.valid, order) };
}

/**
 * The rows of several tables one after another. A column that only some of them have is null in
 * the rows of the others.
 */
export function concatenate(
  parts: readonly { readonly rows: number; readonly columns: Record<string, ColumnValues> }[],
  contract: MemoryContract,
): { rows: number; columns: Record<string, ColumnValues> } {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const columns: Record<string, ColumnValues> = {};
  for (const spec of contract.columns) {
    if (!parts.some((part) => spec.name in part.columns)) continue;
    if (spec.type === 'dictionary' || spec.type === 'utf8') {
      columns[spec.name] = concatenateText(parts, spec.name, rows);
      continue;
    }
    const valid = new Uint8Array(rows);
    const values =
      spec.type === 'bool' ? new Uint8Array(rows) : (emptyNumbers(spec.type, rows) as Numbers);
    let begin = 0;
    for (const part of parts) {
      const column = part.columns[spec.name];
      if (column !== undefined && !('codes' in column)) {
        const source = 'flags' in column ? column.flags : column.values;
        (values as Float64Array).set(source as Float64Array, begin);
        if (column.valid === undefined) valid.fill(1, begin, begin + part.rows);
        else valid.set(column.valid, begin);
      }
      begin += part.rows;
    }
    const optional = valid.includes(0) ? { valid } : {};
    columns[spec.name] =
      spec.type === 'bool'
        ? { flags: values as Uint8Array, ...optional }
        : { values: values as Numbers, ...optional };
  }
  return { rows, columns };
}

function concatenateText(
  parts: readonly { readonly rows: number; readonly columns: Record<string, ColumnValues> }[],
  name: string,
  rows: number,
): DictionaryValues {
  const codes = new Int32Array(rows).fill(-1);
  const known = new Map<string, number>();
  let begin = 0;
  for (const part of parts) {
    const column = part.columns[name];
    if (column !== undefined && 'codes' in column) {
      const remap = column.values.map((text) => {
        const code = known.get(text) ?? known.size;
        known.set(text, code);
        return code;
      });
      for (let row = 0; row < part.rows; row++) {
        const code = column.codes[row];
        codes[begin + row] = code < 0 ? -1 : remap[code];
      }
    }
    begin += part.rows;
  }
  return { codes, values: [...known.keys()] };
}
