import type { Table } from 'apache-arrow';
import { Allocations } from './allocations.js';
import { int64Minimum } from './columns.js';
import { MEMORY_COUNTERS, MEMORY_SUMMARY } from './contracts/index.js';
import { Counters } from './counters.js';
import { type GroupKey, type GroupShares, keyText, restrict, shareOut } from './group-shares.js';
import { type CaptureInfo, GROUPS_KEY, type GroupInfo, readGroups } from './groups.js';

/** Tables by the name of their contract. */
export type MemoryTables = Readonly<Record<string, Table>>;

/**
 * Tables by contract, or a table alone, which is a `memory_summary`. It may be of another copy of
 * Arrow's library.
 */
export function tablesByContract(tables: MemoryTables | Table): MemoryTables {
  return isTable(tables) ? { [MEMORY_SUMMARY.name]: tables } : tables;
}

function isTable(tables: MemoryTables | Table): tables is Table {
  return typeof (tables as Partial<Table>).getChild === 'function';
}

/** One (role, rank, device): what is known of it and its rows, which are read when asked for. */
export interface MemoryGroup {
  readonly info: GroupInfo;
  readonly allocations: Allocations;
  readonly counters: Counters;
  /** The tables this group was read from, its rows only. */
  readonly tables: MemoryTables;
}

/** What the rows themselves tell of their captures, for tables that came without `rl_insight.groups`. */
function deriveCaptures(allocations: Allocations): CaptureInfo[] {
  const { captureId, originNs } = allocations;
  const { startNs, durationNs } = allocations.views;
  const windows: { start: number; end: number }[] = [];
  for (let row = 0; row < allocations.rows; row++) {
    const id = captureId[row];
    if (id < 0) continue;
    windows[id] ??= { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
    const window = windows[id];
    const start = startNs.at(row);
    const held = durationNs.at(row);
    window.start = Math.min(window.start, start);
    window.end = Math.max(window.end, held > 0 ? start + held : start);
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

/** A group of tables that hold others as well. Its own rows are taken out when they are asked for. */
class SharedGroup implements MemoryGroup {
  readonly #key: GroupKey;
  readonly #known: GroupInfo | undefined;
  readonly #shared: MemoryTables;
  readonly #shares: ReadonlyMap<string, GroupShares>;
  #tables: MemoryTables | undefined;
  #allocations: Allocations | undefined;
  #counters: Counters | undefined;
  #info: GroupInfo | undefined;

  constructor(
    key: GroupKey,
    known: GroupInfo | undefined,
    shared: MemoryTables,
    shares: ReadonlyMap<string, GroupShares>,
  ) {
    this.#key = key;
    this.#known = known;
    this.#shared = shared;
    this.#shares = shares;
  }

  get tables(): MemoryTables {
    this.#tables ??= Object.fromEntries(
      Object.entries(this.#shared).map(([name, table]) => {
        const shares = this.#shares.get(name) as GroupShares;
        return [name, restrict(table, name, shares, keyText(this.#key))];
      }),
    );
    return this.#tables;
  }

  get allocations(): Allocations {
    this.#allocations ??= this.#readAllocations();
    return this.#allocations;
  }

  get counters(): Counters {
    const { originNs } = this.allocations;
    this.#counters ??= new Counters(this.tables[MEMORY_COUNTERS.name], originNs);
    return this.#counters;
  }

  get info(): GroupInfo {
    const known = this.#known;
    this.#info ??= {
      ...this.#key,
      captures: known?.captures.length ? known.captures : deriveCaptures(this.allocations),
      warnings: known?.warnings ?? [],
      ...(known?.parallel_groups === undefined ? {} : { parallel_groups: known.parallel_groups }),
    };
    return this.#info;
  }

  #readAllocations(): Allocations {
    const summary = this.tables[MEMORY_SUMMARY.name];
    const firstWindow = this.#known?.captures[0]?.start_ns;
    const origin =
      int64Minimum(summary, 'start_time_ns') ??
      (firstWindow === undefined ? undefined : BigInt(firstWindow));
    return new Allocations(summary, origin);
  }
}

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
    const info = infos.find((candidate) => keyText(candidate) === text);
    return new SharedGroup(key, info, tables, shares);
  });
}

/** What the metadata of a table tells of its groups, where it tells all that is to know of them. */
export interface DescribedGroups {
  readonly infos: readonly GroupInfo[];
  /** The earliest time of them all, ns since the source's epoch. */
  readonly firstNs: bigint;
}

/**
 * The groups of a set of tables from its `memory_summary` alone, without decoding its rows.
 *
 * @returns undefined where its metadata does not describe the captures of every row.
 */
export function describedGroups(summary: Table): DescribedGroups | undefined {
  const infos = readGroups(summary.schema.metadata.get(GROUPS_KEY));
  if (infos.length === 0 || infos.some(({ captures }) => captures.length === 0)) return undefined;
  const known = new Set(infos.map(keyText));
  if (known.size < infos.length) return undefined;
  if (!shareOut(summary).keys.every((key) => known.has(keyText(key)))) return undefined;
  const times = infos.flatMap(({ captures }) => captures.map(({ start_ns }) => BigInt(start_ns)));
  if (summary.numRows > 0) {
    const firstRow = int64Minimum(summary, 'start_time_ns');
    if (firstRow === undefined) return undefined;
    times.push(firstRow);
  }
  const [firstNs] = times.sort((a, b) => (a < b ? -1 : 1));
  return { infos, firstNs };
}
