/** What is generated for an input. */
export interface InputPlan {
  /** For people. */
  readonly what: string;
  /** Of each rank: rows of PyTorch, and of the graph engine. */
  readonly allocations: number;
  readonly geAllocations: number;
  /** Size of each rank's trace. */
  readonly traceBytes: number;
  readonly ranks: number;
}

export type InputName = 'one-rank' | 'long-trace' | 'million' | 'eight-ranks';

export const PLANS: Readonly<Record<InputName, InputPlan>> = {
  'one-rank': {
    what: '100,000 allocations, a trace of 172 MB',
    allocations: 100_000,
    geAllocations: 5_000,
    traceBytes: 172e6,
    ranks: 1,
  },
  'long-trace': {
    what: 'the same 100,000 allocations, a trace of 1.72 GB',
    allocations: 100_000,
    geAllocations: 5_000,
    traceBytes: 1.72e9,
    ranks: 1,
  },
  million: {
    what: '1,000,000 allocations, a trace of 1.2 GB',
    allocations: 1_000_000,
    geAllocations: 50_000,
    traceBytes: 1.2e9,
    ranks: 1,
  },
  'eight-ranks': {
    what: '8 ranks, each of 100,000 allocations and a trace of 172 MB',
    allocations: 100_000,
    geAllocations: 5_000,
    traceBytes: 172e6,
    ranks: 8,
  },
};

/** Bytes of a row of operator_memory.csv, roundly. */
const ROW_BYTES = 200;

/** What an input takes on the disk, roundly. */
export function diskBytes(plan: InputPlan, scale: number): number {
  return scale * plan.ranks * (plan.traceBytes + plan.allocations * ROW_BYTES);
}

/**
 * Flags of make-capture. The seed is the same for all inputs, and a longer trace has only more
 * events that no allocation is of, so two plans with the same allocations have the same table.
 */
export function generatorFlags(plan: InputPlan, scale: number): string[] {
  const scaled = (count: number): string => String(Math.max(1, Math.round(count * scale)));
  return [
    ...['--ranks', Array.from({ length: plan.ranks }, (_, rank) => rank).join(',')],
    ...['--allocations', scaled(plan.allocations)],
    ...['--ge-allocations', scaled(plan.geAllocations)],
    ...['--target-bytes', scaled(plan.traceBytes)],
    // The baseline does not read it.
    '--no-memory-record',
  ];
}

/** A memory_summary table that is made without a capture. */
export interface TablePlan {
  readonly what: string;
  readonly rows: number;
}

export type TableName = 'million-rows' | 'ten-million-rows';

export const TABLES: Readonly<Record<TableName, TablePlan>> = {
  'million-rows': { what: 'an Arrow table of 1,000,000 allocations', rows: 1_000_000 },
  'ten-million-rows': { what: 'an Arrow table of 10,000,000 allocations', rows: 10_000_000 },
};

/** Bytes of its columns for a row, roundly. */
const COLUMN_BYTES = 135;

export function tableRows(plan: TablePlan, scale: number): number {
  return Math.max(1, Math.round(plan.rows * scale));
}

export function tableBytes(plan: TablePlan, scale: number): number {
  return tableRows(plan, scale) * COLUMN_BYTES;
}

/** A log of RMM's allocations. */
export interface LogPlan {
  readonly what: string;
  readonly rows: number;
}

export type LogName = 'ten-million-events';

export const LOGS: Readonly<Record<LogName, LogPlan>> = {
  'ten-million-events': {
    what: 'a log of RMM with 10,000,000 rows of 64 threads',
    rows: 10_000_000,
  },
};

/** Bytes of a row of it, roundly. */
const LOG_ROW_BYTES = 57;

export function logRows(plan: LogPlan, scale: number): number {
  return Math.max(1, Math.round(plan.rows * scale));
}

export function logBytes(plan: LogPlan, scale: number): number {
  return logRows(plan, scale) * LOG_ROW_BYTES;
}

/** An export of Nsight Systems; see {@link LogPlan}. */
export type ExportName = 'ten-million-memory-events';

export const EXPORTS: Readonly<Record<ExportName, LogPlan>> = {
  'ten-million-memory-events': {
    what: 'an export of Nsight Systems with 10,000,000 events of memory of 64 threads, and their calls and ranges',
    rows: 10_000_000,
  },
};

/** Bytes of an event, its call and its share of the ranges, roundly. */
const EXPORT_ROW_BYTES = 105;

export function exportBytes(plan: LogPlan, scale: number): number {
  return logRows(plan, scale) * EXPORT_ROW_BYTES;
}

/** A memory snapshot of PyTorch. */
export interface SnapshotPlan {
  readonly what: string;
  readonly bytes: number;
}

export type SnapshotName = 'gigabyte-snapshot';

export const SNAPSHOTS: Readonly<Record<SnapshotName, SnapshotPlan>> = {
  'gigabyte-snapshot': {
    what: 'a memory snapshot of PyTorch of 1 GB, with Python call stacks of 24 frames',
    bytes: 1e9,
  },
};

export type TraceName = 'gigabyte-trace';

export const TRACES: Readonly<Record<TraceName, SnapshotPlan>> = {
  'gigabyte-trace': {
    what: 'a trace of PyTorch’s profiler of 1 GB, with Python functions',
    bytes: 1e9,
  },
};

export function snapshotBytes(plan: SnapshotPlan, scale: number): number {
  return Math.max(1, Math.round(plan.bytes * scale));
}
