import type { Table } from 'apache-arrow';
import { int32Column, int64View } from './columns.js';
import { type TextColumn, textColumn } from './text-column.js';

/** The user ranges of a `memory_ranges` table as typed arrays; NaN is null. */
export interface Ranges {
  readonly rows: number;
  readonly id: Float64Array;
  readonly name: TextColumn;
  /** `step`, `annotation`, `nvtx` or `operator`. */
  readonly kind: TextColumn;
  readonly domain: TextColumn;
  /** ns after the origin that was asked for. */
  readonly startNs: Float64Array;
  /** NaN for one that was still open. */
  readonly endNs: Float64Array;
  readonly captureId: Int32Array;
  readonly threadId: Float64Array;
  /** Order of begin and end among all events of the capture; NaN where it is not known. */
  readonly startSeq: Float64Array;
  readonly endSeq: Float64Array;
  /** Id of the enclosing range, NaN for a root; undefined where the source does not tell. */
  readonly parentId: Float64Array | undefined;
}

/** Reads the ranges with times counted from `originNs`. */
export function readRanges(table: Table, originNs: bigint): Ranges {
  const rows = table.numRows;
  const missing = () => new Float64Array(rows).fill(Number.NaN);
  const text = (name: string) =>
    textColumn(table, name) ?? { codes: new Int32Array(rows).fill(-1), values: [] };
  const int64 = (name: string, origin = 0n) =>
    int64View(table, name, origin)?.toArray() ?? missing();
  return {
    rows,
    id: int64('range_id'),
    name: text('name'),
    kind: text('kind'),
    domain: text('domain'),
    startNs: int64('start_ns', originNs),
    endNs: int64('end_ns', originNs),
    captureId: int32Column(table, 'capture_id', 0) ?? new Int32Array(rows),
    threadId: int64('thread_id'),
    startSeq: int64('start_seq'),
    endSeq: int64('end_seq'),
    parentId: int64View(table, 'parent_id')?.toArray(),
  };
}

/** A group without ranges. */
export const NO_RANGES: Ranges = {
  rows: 0,
  id: new Float64Array(0),
  name: { codes: new Int32Array(0), values: [] },
  kind: { codes: new Int32Array(0), values: [] },
  domain: { codes: new Int32Array(0), values: [] },
  startNs: new Float64Array(0),
  endNs: new Float64Array(0),
  captureId: new Int32Array(0),
  threadId: new Float64Array(0),
  startSeq: new Float64Array(0),
  endSeq: new Float64Array(0),
  parentId: undefined,
};
