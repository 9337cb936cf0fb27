import type { ContractDescription } from '@rl-insight/core/tables';
import type { Table } from 'apache-arrow';
import type { TestedParser } from './subject.js';

/** A table of the sample, with where it is for messages. */
export interface PlacedTable {
  readonly set: string;
  readonly contract: ContractDescription;
  readonly table: Table;
  readonly where: { readonly set: string; readonly table: string };
}

/** The tables of the sample whose contract the descriptor names; of one contract alone if it is given. */
export async function tablesOf(tested: TestedParser, only?: string): Promise<PlacedTable[]> {
  const { descriptor } = (await tested.host()).plugin;
  const found: PlacedTable[] = [];
  for (const { name: set, tables } of await tested.sets()) {
    for (const [name, table] of Object.entries(tables)) {
      const contract = descriptor.contracts?.find((known) => known.name === name);
      if (contract === undefined || (only !== undefined && only !== name)) continue;
      found.push({ set, contract, table, where: { set, table: name } });
    }
  }
  return found;
}
