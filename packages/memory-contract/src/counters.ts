import type { Table } from 'apache-arrow';
import { int32Column, int64Column, type TextColumn, textColumn } from './columns.js';

/** The samples of a `memory_counters` table as typed arrays; NaN is null. */
export interface Counters {
  readonly rows: number;
  /** Time of the sample, ns after the origin that was asked for. */
  readonly timeNs: Float64Array;
  readonly captureId: Int32Array;
  readonly component: TextColumn;
  readonly allocatedBytes: Float64Array;
  readonly reservedBytes: Float64Array;
  readonly activeBytes: Float64Array;
}

/** Reads the samples with times counted from `originNs`. */
export function readCounters(table: Table, originNs: bigint): Counters {
  const rows = table.numRows;
  const missing = () => new Float64Array(rows).fill(Number.NaN);
  return {
    rows,
    timeNs: int64Column(table, 'time_ns', originNs) ?? missing(),
    captureId: int32Column(table, 'capture_id', 0) ?? new Int32Array(rows),
    component: textColumn(table, 'component') ?? {
      codes: new Int32Array(rows).fill(-1),
      values: [],
    },
    allocatedBytes: int64Column(table, 'allocated_bytes') ?? missing(),
    reservedBytes: int64Column(table, 'reserved_bytes') ?? missing(),
    activeBytes: int64Column(table, 'active_bytes') ?? missing(),
  };
}
