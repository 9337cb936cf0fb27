import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { type PlacedTable, tablesOf } from './each-table.js';
import type { TestedParser } from './subject.js';

/** What rows are ordered by; a column that the table lacks is passed over. */
const ORDERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  memory_summary: [['start_time_ns', 'alloc_seq'], ['start_time_ms']],
  memory_counters: [['time_ns']],
  memory_failures: [['time_ns']],
  memory_segments: [['start_ns']],
};

/** Cases about the order of rows, where the contract has one. */
export function orderCases(tested: TestedParser, make: CaseMaker): ConformanceCase[] {
  return [
    make('tables: rows are in the order of their contract', async () => {
      for (const table of await tablesOf(tested)) checkOrder(table);
    }),
  ];
}

function checkOrder({ contract, table, where }: PlacedTable): void {
  const order = (ORDERS[contract.name] ?? []).find(([first]) => table.getChild(first) !== null);
  if (order === undefined) return;
  const columns = order.filter((name) => table.getChild(name) !== null);
  const vectors = columns.map((name) => table.getChild(name));
  for (let row = 1; row < table.numRows; row++) {
    for (const [i, vector] of vectors.entries()) {
      const before = vector?.get(row - 1);
      const here = vector?.get(row);
      // A time that is not known has no place.
      if (before === null || here === null || before < here) break;
      if (before === here) continue;
      throw new Nonconformity({
        problem: `Rows are not in order of (${columns.join(', ')})`,
        where: { ...where, column: columns[i], row },
        found: `${here} after ${before}`,
        expected: 'no smaller value than in the row before',
        remedy:
          'Sort rows before the table is built; rows of equal times keep the order of the source.',
      });
    }
  }
}
