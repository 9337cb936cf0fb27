import type { Table } from 'apache-arrow';
import { buildTable } from './build.js';
import { int32Column } from './columns.js';
import { MEMORY_CONTRACTS } from './contracts/index.js';
import { columnsOf, takeRows } from './reshape.js';
import { onlyText, textColumn } from './text-column.js';

/** What tells the rows of one group from those of another. */
export interface GroupKey {
  readonly role: string;
  readonly rank_id: number;
  readonly device_type: string;
}

export function keyText(key: GroupKey): string {
  return JSON.stringify([key.role, key.rank_id, key.device_type]);
}

/** The distinct groups of a table in order of first appearance, and which one each row is of. */
export interface GroupShares {
  readonly keys: readonly GroupKey[];
  /** Undefined where all rows are of one group. */
  readonly groupOfRow: Int32Array | undefined;
}

export function shareOut(table: Table): GroupShares {
  const rank = int32Column(table, 'rank_id', 0);
  const only = onlyKey(table, rank);
  if (only !== undefined) return { keys: [only], groupOfRow: undefined };
  const role = textColumn(table, 'role');
  const device = textColumn(table, 'device_type');
  const keys: GroupKey[] = [];
  const known = new Map<string, number>();
  const groupOfRow = new Int32Array(table.numRows);
  let before = -1;
  for (let row = 0; row < table.numRows; row++) {
    const sameAsBefore =
      row > 0 &&
      role?.codes[row] === role?.codes[row - 1] &&
      device?.codes[row] === device?.codes[row - 1] &&
      rank?.[row] === rank?.[row - 1];
    if (!sameAsBefore) {
      const key: GroupKey = {
        role: role?.values[role.codes[row]] ?? '',
        rank_id: rank?.[row] ?? 0,
        device_type: device?.values[device.codes[row]] ?? '',
      };
      const text = keyText(key);
      before = known.get(text) ?? keys.push(key) - 1;
      known.set(text, before);
    }
    groupOfRow[row] = before;
  }
  return { keys, groupOfRow };
}

/** Most tables are of one group, which mostly can be told from their dictionaries. */
function onlyKey(table: Table, rank: Int32Array | undefined): GroupKey | undefined {
  const role = onlyText(table, 'role');
  const device_type = onlyText(table, 'device_type');
  if (role === undefined || device_type === undefined || table.numRows === 0) return undefined;
  const rank_id = rank?.[0] ?? 0;
  for (let row = 1; row < (rank?.length ?? 0); row++) {
    if (rank?.[row] !== rank_id) return undefined;
  }
  return { role, rank_id, device_type };
}

/** The rows of one group as a table of their own; the table itself where they are all of them. */
export function restrict(
  table: Table,
  contractName: string,
  { keys, groupOfRow }: GroupShares,
  text: string,
): Table {
  const group = keys.findIndex((key) => keyText(key) === text);
  if (group === 0 && keys.length === 1) return table;
  const contract = MEMORY_CONTRACTS.find((known) => known.name === contractName);
  if (contract === undefined) return table;
  let count = 0;
  for (const of of groupOfRow ?? []) if (of === group) count++;
  const rows = new Int32Array(count);
  let end = 0;
  groupOfRow?.forEach((of, row) => {
    if (of === group) rows[end++] = row;
  });
  return buildTable(
    contract,
    count,
    takeRows(columnsOf(table, contract), rows),
    table.schema.metadata,
  );
}
