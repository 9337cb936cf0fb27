import { type TableSet, tableSet } from '@rl-insight/core/tables';
import {
  buildTable,
  type ColumnValues,
  GROUPS_KEY,
  MEMORY_SUMMARY,
  nullableInt64,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { type DrawnBlock, drawnBlocks } from './drawn-blocks.js';
import { groupsOf } from './drawn-groups.js';

export interface DrawnSetOptions {
  /** Name of the set; `drawn` unless given. */
  readonly name?: string;
  /** `required`: the columns that every table has, without groups. `exact` unless given. */
  readonly columns?: 'required' | 'exact';
}

const NS_PER_MS = 1e6;

/** A set of tables of memory that is drawn as text, or as blocks: see {@link drawnBlocks}. */
export function drawnSet(
  drawing: string | readonly DrawnBlock[],
  { name = 'drawn', columns = 'exact' }: DrawnSetOptions = {},
): TableSet {
  const blocks = typeof drawing === 'string' ? drawnBlocks(drawing) : drawing;
  return tableSet(name, { [MEMORY_SUMMARY.name]: drawnTable(blocks, columns) });
}

/** The `memory_summary` of some blocks, in order of their start. */
export function drawnTable(
  drawn: readonly DrawnBlock[],
  columns: DrawnSetOptions['columns'] = 'exact',
): Table {
  const blocks = drawn.toSorted((a, b) => a.start - b.start);
  const required = requiredColumns(blocks);
  if (columns === 'required') return buildTable(MEMORY_SUMMARY, blocks.length, required);
  const metadata = new Map([[GROUPS_KEY, writeGroups(groupsOf(blocks))]]);
  return buildTable(
    MEMORY_SUMMARY,
    blocks.length,
    { ...required, ...exactColumns(blocks) },
    metadata,
  );
}

function text(blocks: readonly DrawnBlock[], of: (block: DrawnBlock) => string): ColumnValues {
  const values = [...new Set(blocks.map(of))];
  const codes = new Map(values.map((value, i) => [value, i]));
  return { codes: Int32Array.from(blocks, (block) => codes.get(of(block)) as number), values };
}

function requiredColumns(blocks: readonly DrawnBlock[]): Record<string, ColumnValues> {
  const double = (of: (block: DrawnBlock) => number) => ({
    values: Float64Array.from(blocks, of),
  });
  const unknown = { ...double(() => 0), valid: new Uint8Array(blocks.length) };
  return {
    name: text(blocks, ({ who }) => who),
    role: text(blocks, ({ role = '' }) => role),
    rank_id: { values: Int32Array.from(blocks, ({ rank = 0 }) => rank) },
    call_stack: text(blocks, ({ stack = '' }) => stack),
    call_stack_top: text(blocks, ({ stack = '' }) => stack.split(';\r\n')[0]),
    size_kb: double(({ size }) => size / 1024),
    start_time_ms: double(({ start }) => start / NS_PER_MS),
    duration_ms: double(({ start, end }) => (end === null ? 0 : (end - start) / NS_PER_MS)),
    total_allocated_mb: unknown,
    total_reserved_mb: unknown,
    total_active_mb: unknown,
    device_type: text(blocks, ({ device = 'GPU:0' }) => device),
  };
}

function exactColumns(blocks: readonly DrawnBlock[]): Record<string, ColumnValues> {
  const int64 = (of: (block: DrawnBlock, i: number) => number) =>
    nullableInt64(Float64Array.from(blocks, of));
  return {
    start_time_ns: int64(({ start }) => start),
    duration_ns: int64(({ start, end }) => (end === null ? Number.NaN : end - start)),
    size_bytes: int64(({ size }) => size),
    capture_id: { values: new Int32Array(blocks.length) },
    allocator: text(blocks, () => 'caching'),
    thread_id: int64(({ thread = 1 }) => thread),
    thread_name: text(blocks, ({ threadName = 'main' }) => threadName),
  };
}
