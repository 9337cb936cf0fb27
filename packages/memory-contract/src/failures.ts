import type { Table } from 'apache-arrow';
import { int64View } from './columns.js';
import { type TextColumn, textColumn } from './text-column.js';

/** The rows of a `memory_failures` table as typed arrays; NaN is null. */
export interface Failures {
  readonly rows: number;
  /** ns after the origin that was asked for. */
  readonly timeNs: Float64Array;
  /** Order among all events of its capture. */
  readonly seq: Float64Array;
  readonly threadId: Float64Array;
  readonly requestedBytes: Float64Array;
  readonly deviceFreeBytes: Float64Array;
  readonly callStack: TextColumn;
}

/** Reads the failures with times counted from `originNs`. */
export function readFailures(table: Table, originNs: bigint): Failures {
  const rows = table.numRows;
  const int64 = (name: string, origin = 0n) =>
    int64View(table, name, origin)?.toArray() ?? new Float64Array(rows).fill(Number.NaN);
  return {
    rows,
    timeNs: int64('time_ns', originNs),
    seq: int64('seq'),
    threadId: int64('thread_id'),
    requestedBytes: int64('requested_bytes'),
    deviceFreeBytes: int64('device_free_bytes'),
    callStack: textColumn(table, 'call_stack') ?? {
      codes: new Int32Array(rows).fill(-1),
      values: [],
    },
  };
}
