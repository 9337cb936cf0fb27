import type { Table } from 'apache-arrow';
import { type AddressView, addressView } from './addresses.js';
import { int64View } from './columns.js';
import { type TextColumn, textColumn } from './text-column.js';

/** The segments of a `memory_segments` table as typed arrays; NaN is null. */
export interface Segments {
  readonly rows: number;
  readonly address: AddressView;
  readonly sizeBytes: Float64Array;
  /** ns after the origin that was asked for; NaN for one from before the capture. */
  readonly startNs: Float64Array;
  /** NaN for one that was not given back. */
  readonly endNs: Float64Array;
  readonly stream: TextColumn;
  readonly pool: TextColumn;
}

/** Reads the segments with times counted from `originNs`; undefined where they have no addresses. */
export function readSegments(table: Table, originNs: bigint): Segments | undefined {
  const rows = table.numRows;
  const address = addressView(table);
  if (address === undefined) return undefined;
  const int64 = (name: string, origin = 0n) =>
    int64View(table, name, origin)?.toArray() ?? new Float64Array(rows).fill(Number.NaN);
  const text = (name: string) =>
    textColumn(table, name) ?? { codes: new Int32Array(rows).fill(-1), values: [] };
  return {
    rows,
    address,
    sizeBytes: int64('size_bytes'),
    startNs: int64('start_ns', originNs),
    endNs: int64('end_ns', originNs),
    stream: text('stream'),
    pool: text('pool'),
  };
}
