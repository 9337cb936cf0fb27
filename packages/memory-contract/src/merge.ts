import type { Table } from 'apache-arrow';
import { buildTable, type ColumnValues } from './build.js';
import {
  MEMORY_CONTRACTS,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_SUMMARY,
} from './contracts/index.js';
import { GROUPS_KEY, readGroups, writeGroups } from './groups.js';
import type { MemoryTables } from './memory-group.js';
import { columnsOf, concatenate, takeRows } from './reshape.js';

/** What the rows of a contract are ordered by, as far as the columns are there. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  [MEMORY_SUMMARY.name]: ['start_time_ns', 'alloc_seq'],
  [MEMORY_COUNTERS.name]: ['time_ns'],
  [MEMORY_FAILURES.name]: ['time_ns', 'seq'],
};

/**
 * The tables of several groups as one table a contract, its rows in the contract's order.
 * Contracts that this package does not know are left out.
 */
export function mergeTables(sets: readonly MemoryTables[]): MemoryTables {
  if (sets.length === 1) return sets[0];
  const merged: Record<string, Table> = {};
  for (const contract of MEMORY_CONTRACTS) {
    const tables = sets.flatMap((set) => set[contract.name] ?? []);
    if (tables.length === 0) continue;
    const parts = tables.map((table) => ({
      rows: table.numRows,
      columns: columnsOf(table, contract),
    }));
    const { rows, columns } = concatenate(parts, contract);
    const order = rowOrder(columns, rows, ORDER[contract.name] ?? []);
    const groups = tables.flatMap((table) => readGroups(table.schema.metadata.get(GROUPS_KEY)));
    const metadata = new Map(tables[0].schema.metadata);
    metadata.set(GROUPS_KEY, writeGroups(groups));
    merged[contract.name] = buildTable(contract, rows, takeRows(columns, order), metadata);
  }
  return merged;
}

function rowOrder(
  columns: Readonly<Record<string, ColumnValues>>,
  rows: number,
  keys: readonly string[],
): Int32Array {
  const values = keys.flatMap((key) => {
    const column = columns[key];
    return column !== undefined && 'values' in column && !('codes' in column)
      ? [column.values]
      : [];
  });
  return Int32Array.from({ length: rows }, (_, row) => row).sort((a, b) => {
    for (const column of values) {
      if (column[a] < column[b]) return -1;
      if (column[a] > column[b]) return 1;
    }
    return a - b;
  });
}
