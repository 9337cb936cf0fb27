import { deflateRawSync } from 'node:zlib';
import type { PackedColumn, PackedColumns, PackedLine } from '../page-data/format.js';
import { type ColumnCoding, encodeColumn } from '../page-data/varint.js';

export interface ColumnInput {
  readonly name: string;
  readonly coding: ColumnCoding;
  readonly values: ArrayLike<number>;
}

/** Packs columns of equal length; all values are whole. */
export function packColumns(inputs: readonly ColumnInput[]): PackedColumns {
  const rows = inputs[0]?.values.length ?? 0;
  const encoded = inputs.map(({ values, coding }) => encodeColumn(values, coding));
  const columns: PackedColumn[] = inputs.map(({ name, coding }, i) => ({
    name,
    coding,
    bytes: encoded[i].length,
  }));
  return { rows, columns, base64: deflateRawSync(Buffer.concat(encoded)).toString('base64') };
}

/** Packs the points of a line. `breaks` are the first points after gaps. */
export function packLine(
  time: ArrayLike<number>,
  value: ArrayLike<number>,
  breaks: readonly number[],
): PackedLine {
  const packed = packColumns([
    { name: 'time', coding: 'delta', values: time },
    { name: 'value', coding: 'delta', values: value },
  ]);
  return { packed, breaks };
}
