import {
  type ColumnType,
  type ColumnValues,
  columnsOf,
  MEMORY_CONTRACTS,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';

/** A column of a table, however its producer chunked and encoded it. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly values: ColumnValues;
}

/** The columns of the contract that a table has, in the order of the table. */
export function exportColumns(table: Table, contractName: string): ExportColumn[] {
  const contract = MEMORY_CONTRACTS.find(({ name }) => name === contractName);
  if (contract === undefined) throw new RangeError(`${contractName} is no memory table`);
  const values = columnsOf(table, contract);
  return table.schema.fields.flatMap(({ name, nullable }) => {
    const spec = contract.columns.find((column) => column.name === name);
    if (spec === undefined) return [];
    const hasNulls = (table.getChild(name)?.nullCount ?? 0) > 0;
    return [{ name, type: spec.type, nullable: nullable || hasNulls, values: values[name] }];
  });
}
