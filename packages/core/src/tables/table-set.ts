import type { Table } from 'apache-arrow';

/** Tables by the name of their contract. */
export type Tables = Readonly<Record<string, Table>>;

/** The tables of one subject (what that is, its parser knows), each loaded when it is asked for. */
export interface TableSet {
  /** For people and for folders; different for each set of a run and safe as a file name. */
  readonly name: string;
  readonly contracts: readonly string[];
  /** @throws RangeError when the set has no table of that contract. */
  table(contract: string): Promise<Table>;
  /** The table as an Arrow IPC file, header included, where that exists already. */
  bytes?(contract: string): Uint8Array | undefined;
}

/** All tables of a set. */
export async function loadTables(set: TableSet): Promise<Tables> {
  const entries = await Promise.all(
    set.contracts.map(async (contract) => [contract, await set.table(contract)] as const),
  );
  return Object.fromEntries(entries);
}

function missing(name: string, contract: string): RangeError {
  return new RangeError(`the tables of ${name} have no ${contract}`);
}

/** Tables that are in memory already. */
export function tableSet(name: string, tables: Tables): TableSet {
  return {
    name,
    contracts: Object.keys(tables),
    table: async (contract) => {
      const table = tables[contract];
      if (table === undefined) throw missing(name, contract);
      return table;
    },
  };
}

/** Tables that `load` fetches by contract whenever they are asked for; nothing is kept. */
export function lazyTableSet(
  name: string,
  contracts: readonly string[],
  load: (contract: string) => Promise<Table>,
): TableSet {
  return {
    name,
    contracts,
    table: async (contract) => {
      if (!contracts.includes(contract)) throw missing(name, contract);
      return load(contract);
    },
  };
}

/** Tables that exist as the bytes of Arrow IPC files; `decode` makes one of them a table. */
export function encodedTableSet(
  name: string,
  files: Readonly<Record<string, Uint8Array>>,
  decode: (bytes: Uint8Array, contract: string) => Table,
): TableSet {
  const bytesOf = (contract: string) => {
    if (!Object.hasOwn(files, contract)) throw missing(name, contract);
    return files[contract];
  };
  return {
    name,
    contracts: Object.keys(files),
    table: async (contract) => decode(bytesOf(contract), contract),
    bytes: bytesOf,
  };
}
