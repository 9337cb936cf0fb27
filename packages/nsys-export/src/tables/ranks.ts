import { numberOf } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import type { Identities } from './identities.js';

/** The rank that a process has in MPI. */
export interface NsysRank {
  readonly rank: number;
  /** Place in `threads` of the one that initialised MPI. */
  readonly thread: number;
}

export function readRanks(database: ReadOnlyDatabase, identities: Identities): NsysRank[] {
  const table = Table.find(database, 'MPI_RANKS', ['globalTid', 'rank']);
  if (table === undefined) return [];
  return [...database.rows('SELECT globalTid, rank FROM MPI_RANKS ORDER BY rowid')].map((row) => ({
    rank: numberOf(row.rank),
    thread: identities.threadPlace(row.globalTid),
  }));
}
