import { decodeTable, encodeTable } from '@rl-insight/core/tables';
import type { Table } from 'apache-arrow';
import { Nonconformity } from '../suite/nonconformity.js';
import { firstDifference } from './compare-tables.js';
import type { PlacedTable } from './each-table.js';

/** Writes a table as the runner does and reads it back. */
export function checkRoundTrip({ contract, table, where }: PlacedTable): void {
  let back: Table;
  try {
    const header = { contract: contract.name, version: contract.version, producer: '', runId: '' };
    back = decodeTable(encodeTable(table, header), `${contract.name}.arrow`, [contract]).table;
  } catch (cause) {
    throw new Nonconformity({
      problem: 'A table cannot be written to an Arrow file and read again',
      where,
      found: cause,
      remedy: 'Make it with buildTable, or with the types of the contract.',
      cause,
    });
  }
  const difference = firstDifference(table, back);
  if (difference === undefined) return;
  throw new Nonconformity({
    problem: 'A table is another one after it was written and read',
    where: { ...where, column: difference.column, row: difference.row },
    found: difference.second,
    expected: difference.first,
    remedy: 'Give columns buffers that are theirs alone, and values that their types can hold.',
  });
}
