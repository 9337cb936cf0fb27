import type { PlacedTableSet } from '../plugin/stages.js';
import type { ContractDescription } from '../tables/contract.js';
import { decodeTable, encodeTablePieces } from '../tables/file.js';
import { METADATA } from '../tables/metadata.js';
import { lazyTableSet, type TableSet } from '../tables/table-set.js';
import type { OutputStaging } from './staging.js';

/** What is written into each table's file. */
export interface TableOrigin {
  readonly contracts: readonly ContractDescription[];
  readonly runId: string;
  /** Who made the tables that do not say it themselves. */
  readonly producer: () => string;
}

/** Puts the tables of sets among the results, so that no more than one has to be in memory. */
export class SetStore {
  readonly #staging: OutputStaging;
  readonly #origin: TableOrigin;

  constructor(staging: OutputStaging, origin: TableOrigin) {
    this.#staging = staging;
    this.#origin = origin;
  }

  /** Writes the tables of a set and gives a set that reads them back when they are asked for. */
  async store(set: TableSet): Promise<TableSet> {
    const { name, contracts } = set;
    for (const contract of contracts) await this.#storeTable(set, contract);
    // What is given must not hold on to the set, which has all that its tables are made from.
    return lazyTableSet(name, contracts, async (contract) => {
      const inFolder = placeOf(name, contract);
      const path = this.#staging.files.includes(inFolder) ? inFolder : `${contract}.arrow`;
      return decodeTable(await this.#staging.read(path), path, this.#origin.contracts).table;
    });
  }

  /** A set that is alone has no folder of its own. */
  async placeAlone(set: TableSet): Promise<PlacedTableSet> {
    for (const contract of set.contracts) {
      await this.#staging.move(placeOf(set.name, contract), `${contract}.arrow`);
    }
    return { set, folder: '' };
  }

  /** A function of its own, so that one table is gone before the next is made. */
  async #storeTable(set: TableSet, contract: string): Promise<void> {
    const made = set.bytes?.(contract);
    if (made !== undefined) {
      await this.#staging.write(placeOf(set.name, contract), made);
      return;
    }
    const table = await set.table(contract);
    const { contracts, runId, producer } = this.#origin;
    const groups = table.schema.metadata.get(METADATA.groups);
    const pieces = await encodeTablePieces(table, {
      contract,
      version: contracts.find(({ name }) => name === contract)?.version ?? '1',
      producer: table.schema.metadata.get(METADATA.producer) || producer(),
      runId,
      ...(groups === undefined ? {} : { groups }),
    });
    await this.#staging.write(placeOf(set.name, contract), pieces);
  }
}

/** Where a table of a set stands in the output of several sets. */
function placeOf(name: string, contract: string): string {
  return `${name}/${contract}.arrow`;
}
