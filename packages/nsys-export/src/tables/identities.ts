import { integerOrNull, textOrNull } from '../cells.js';
import type { Cell, ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import { type GlobalId, globalPidOf, splitGlobalId } from '../global-id.js';
import { Enumeration, EVENT_TYPES } from './enumeration.js';

export interface NsysProcess extends Omit<GlobalId, 'threadId'> {
  /** As the export writes it: signed, with a thread id of 0. */
  readonly globalPid: bigint;
  /** Null where the export does not say. */
  readonly name: string | null;
}

export interface NsysThread extends GlobalId {
  /** As the export writes it, signed. */
  readonly globalTid: bigint;
  /** Place of its process in `processes`. */
  readonly process: number;
  /** What the program called it with NVTX, else what the system does; null where neither is known. */
  readonly name: string | null;
}

/** Numbers things by a global id, in the order in which they are met. */
class Numbering<T> {
  readonly items: T[] = [];
  readonly #places = new Map<Cell, number>();
  readonly #make: (id: bigint) => T;
  #lastId: Cell | undefined;
  #lastPlace = -1;

  constructor(make: (id: bigint) => T) {
    this.#make = make;
  }

  /** −1 for what is no id. */
  place(id: Cell | undefined): number {
    if (id === this.#lastId) return this.#lastPlace;
    if (typeof id !== 'number' && typeof id !== 'bigint') return -1;
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.items.push(this.#make(BigInt(id))) - 1;
      this.#places.set(id, place);
    }
    this.#lastId = id;
    this.#lastPlace = place;
    return place;
  }
}

/**
 * The processes and threads of an export. Rows name them by ids of 64 bits; batches by their place
 * in these lists, which grow as rows are read that name others.
 */
export class Identities {
  readonly #processes: Numbering<NsysProcess>;
  readonly #threads: Numbering<NsysThread>;

  constructor(database: ReadOnlyDatabase) {
    const processNames = readProcessNames(database);
    const threadNames = readThreadNames(database);
    this.#processes = new Numbering((globalPid) => {
      const { threadId: _, ...id } = splitGlobalId(globalPid);
      return { globalPid, ...id, name: processNames.get(globalPid) ?? null };
    });
    this.#threads = new Numbering((globalTid) => ({
      globalTid,
      ...splitGlobalId(globalTid),
      process: this.processPlace(cellOf(globalPidOf(globalTid))),
      name: threadNames.get(globalTid) ?? null,
    }));
    for (const globalPid of processNames.keys()) this.processPlace(cellOf(globalPid));
    for (const globalTid of threadNames.keys()) this.threadPlace(cellOf(globalTid));
  }

  get processes(): readonly NsysProcess[] {
    return this.#processes.items;
  }

  get threads(): readonly NsysThread[] {
    return this.#threads.items;
  }

  /** Place of a process; −1 where the cell has no id. */
  processPlace(globalPid: Cell | undefined): number {
    return this.#processes.place(globalPid);
  }

  /** Place of a thread; −1 where the cell has no id. */
  threadPlace(globalTid: Cell | undefined): number {
    return this.#threads.place(globalTid);
  }
}

/** As the database hands it over. */
function cellOf(id: bigint): Cell {
  const value = Number(id);
  return Number.isSafeInteger(value) ? value : id;
}

function readProcessNames(database: ReadOnlyDatabase): Map<bigint, string | null> {
  const names = new Map<bigint, string | null>();
  const table = Table.find(database, 'PROCESSES', ['globalPid']);
  if (table === undefined) return names;
  for (const row of database.rows(`SELECT ${table.columns('globalPid', 'name')} FROM PROCESSES`)) {
    const globalPid = integerOrNull(row.globalPid);
    if (globalPid !== null) names.set(globalPid, textOrNull(row.name));
  }
  return names;
}

function readThreadNames(database: ReadOnlyDatabase): Map<bigint, string> {
  const names = new Map<bigint, string>();
  const queries = [systemNames(database), programNames(database)];
  for (const query of queries) {
    if (query === undefined) continue;
    for (const row of database.rows(query)) {
      const globalTid = integerOrNull(row.globalTid);
      const name = textOrNull(row.name);
      if (globalTid !== null && name !== null && name !== '') names.set(globalTid, name);
    }
  }
  return names;
}

function systemNames(database: ReadOnlyDatabase): string | undefined {
  const table = Table.find(database, 'ThreadNames', ['globalTid', 'nameId']);
  if (table === undefined || database.columns('StringIds').size === 0) return undefined;
  return 'SELECT globalTid, value AS name FROM ThreadNames JOIN StringIds ON id = nameId';
}

/** Names given by `nvtxNameOsThread`. */
function programNames(database: ReadOnlyDatabase): string | undefined {
  const table = Table.find(database, 'NVTX_EVENTS', ['eventType']);
  if (table === undefined) return undefined;
  const types = Enumeration.read(database, 'ENUM_NSYS_EVENT_TYPE', EVENT_TYPES);
  const ids = types.idsOf(/^NvtxThread$/).join(', ');
  const name = nvtxText(database, table);
  return `SELECT ${table.columns('globalTid')}, ${name} AS name FROM NVTX_EVENTS WHERE eventType IN (${ids})`;
}

/** SQL for the text of a row of NVTX_EVENTS, which is in the row or in StringIds. */
export function nvtxText(database: ReadOnlyDatabase, table: Table): string {
  const own = table.column('text');
  if (!table.has('textId') || database.columns('StringIds').size === 0) return own;
  // Where old versions have no NULL, a registered text leaves an empty one.
  return `coalesce(nullif(${own}, ''), (SELECT value FROM StringIds WHERE id = textId), ${own})`;
}
