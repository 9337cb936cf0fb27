import type { Table } from 'apache-arrow';
import { Allocations } from './allocations.js';
import { buildTable } from './build.js';
import { int32Column, int64Minimum, textColumn } from './columns.js';
import { MEMORY_CONTRACTS, MEMORY_COUNTERS, MEMORY_SUMMARY } from './contracts/index.js';
import { type Counters, readCounters } from './counters.js';
import { type CaptureInfo, GROUPS_KEY, type GroupInfo, readGroups } from './groups.js';
import { columnsOf, takeRows } from './reshape.js';

/** Tables by the name of their contract. */
export type MemoryTables = Readonly<Record<string, Table>>;

/** One (role, rank, device): what is known of it and its rows. */
export interface MemoryGroup {
  readonly info: GroupInfo;
  readonly allocations: Allocations;
  readonly counters: Counters;
  /** The tables this group was read from, its rows only. */
  readonly tables: MemoryTables;
}

interface GroupKey {
  readonly role: string;
  readonly rank_id: number;
  readonly device_type: string;
}

function keyText(key: GroupKey): string {
  return JSON.stringify([key.role, key.rank_id, key.device_type]);
}

/** The distinct groups of a table in order of first appearance, and which one each row is of. */
interface GroupShares {
  readonly keys: readonly GroupKey[];
  readonly groupOfRow: Int32Array;
}

function shareOut(table: Table): GroupShares {
  const role = textColumn(table, 'role');
  const device = textColumn(table, 'device_type');
  const rank = int32Column(table, 'rank_id', 0);
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

/** The rows of one group as a table of their own; the table itself where they are all of them. */
function restrict(table: Table, contractName: string, shares: GroupShares, text: string): Table {
  const group = shares.keys.findIndex((key) => keyText(key) === text);
  if (group === 0 && shares.keys.length === 1) return table;
  const contract = MEMORY_CONTRACTS.find((known) => known.name === contractName);
  if (contract === undefined) return table;
  let count = 0;
  for (const of of shares.groupOfRow) if (of === group) count++;
  const rows = new Int32Array(count);
  let end = 0;
  shares.groupOfRow.forEach((of, row) => {
    if (of === group) rows[end++] = row;
  });
  return buildTable(
    contract,
    count,
    takeRows(columnsOf(table, contract), rows),
    table.schema.metadata,
  );
}

/** What the rows themselves tell of their captures, for tables that came without `rl_insight.groups`. */
function deriveCaptures(allocations: Allocations): CaptureInfo[] {
  const { startNs, durationNs, captureId, originNs } = allocations;
  const windows: { start: number; end: number }[] = [];
  for (let row = 0; row < allocations.rows; row++) {
    const id = captureId[row];
    if (id < 0) continue;
    windows[id] ??= { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
    const window = windows[id];
    const end = durationNs[row] > 0 ? startNs[row] + durationNs[row] : startNs[row];
    window.start = Math.min(window.start, startNs[row]);
    window.end = Math.max(window.end, end);
  }
  return Array.from(windows, (window) => ({
    sources: [],
    start_ns: String(originNs + BigInt(window?.start ?? 0)),
    end_ns: String(originNs + BigInt(window?.end ?? 0)),
    step: null,
    time_basis: 'utc' as const,
    allocators: [],
  }));
}

function groupOf(key: GroupKey, known: GroupInfo | undefined, tables: MemoryTables): MemoryGroup {
  const summary = tables[MEMORY_SUMMARY.name];
  const counterTable = tables[MEMORY_COUNTERS.name];
  const firstWindow = known?.captures[0]?.start_ns;
  const origin =
    int64Minimum(summary, 'start_time_ns') ??
    (firstWindow === undefined ? undefined : BigInt(firstWindow));
  const allocations = new Allocations(summary, origin);
  const captures = known?.captures.length ? known.captures : deriveCaptures(allocations);
  return {
    info: {
      ...key,
      captures,
      warnings: known?.warnings ?? [],
      ...(known?.parallel_groups === undefined ? {} : { parallel_groups: known.parallel_groups }),
    },
    allocations,
    counters:
      counterTable === undefined ? NO_COUNTERS : readCounters(counterTable, allocations.originNs),
    tables,
  };
}

const NO_COUNTERS: Counters = {
  rows: 0,
  timeNs: new Float64Array(0),
  captureId: new Int32Array(0),
  component: { codes: new Int32Array(0), values: [] },
  allocatedBytes: new Float64Array(0),
  reservedBytes: new Float64Array(0),
  activeBytes: new Float64Array(0),
};

/**
 * The groups of a set of memory tables, in order of first appearance. `memory_summary` must be
 * among the tables; the others are shared out by role, rank and device.
 *
 * @throws RangeError when there is no `memory_summary`.
 */
export function memoryGroups(tables: MemoryTables): MemoryGroup[] {
  const summary = tables[MEMORY_SUMMARY.name];
  if (summary === undefined) throw new RangeError(`no table ${MEMORY_SUMMARY.name} was given`);
  const infos = readGroups(summary.schema.metadata.get(GROUPS_KEY));
  const shares = new Map(
    Object.entries(tables).map(([name, table]) => [name, shareOut(table)] as const),
  );
  const keys = new Map<string, GroupKey>();
  for (const { role, rank_id, device_type } of infos) {
    const key = { role, rank_id, device_type };
    keys.set(keyText(key), key);
  }
  for (const name of [MEMORY_SUMMARY.name, MEMORY_COUNTERS.name]) {
    for (const key of shares.get(name)?.keys ?? []) keys.set(keyText(key), key);
  }
  return [...keys].map(([text, key]) => {
    const own: Record<string, Table> = {};
    for (const [name, table] of Object.entries(tables)) {
      own[name] = restrict(table, name, shares.get(name) as GroupShares, text);
    }
    const info = infos.find((candidate) => keyText(candidate) === text);
    return groupOf(key, info, own);
  });
}
