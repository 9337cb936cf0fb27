import { encodeTable, METADATA } from '@rl-insight/core/tables';
import { Schema, Table } from 'apache-arrow';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { firstDifference, metadataDifference } from './compare-tables.js';
import type { ParsedSet, TestedParser } from './subject.js';

/** Cases about results that must not depend on time, chance or threads. */
export function determinismCases(tested: TestedParser, make: CaseMaker): ConformanceCase[] {
  return [
    make('determinism: a second run gives the same tables', async () => {
      const again = await tested.parse({ runId: 'run-2' });
      compareSets(await tested.sets(), again, 'a second run');
    }),
    make('determinism: two workers give the same tables as one', async () => {
      compareSets(
        await tested.sets(),
        await tested.parse({ workers: 2 }),
        'a run with two workers',
      );
    }),
  ];
}

/** The file of a table, but for the id of its run. */
function bytesOf(table: Table, contract: string): Uint8Array {
  const metadata = new Map(table.schema.metadata);
  metadata.delete(METADATA.runId);
  const schema = new Schema(table.schema.fields, metadata);
  const bare = new Table(schema, table.batches);
  return encodeTable(bare, { contract, version: '1', producer: '', runId: '' });
}

function compareSets(one: readonly ParsedSet[], other: readonly ParsedSet[], run: string): void {
  const list = (sets: readonly ParsedSet[]) =>
    sets.map(({ name, tables }) => `${name} (${Object.keys(tables).join(', ')})`).join('; ');
  const fail = (
    problem: string,
    parts: { where?: Record<string, string | number | undefined> } & {
      found: unknown;
      expected: unknown;
    },
  ): never => {
    throw new Nonconformity({
      problem: `${problem} in ${run}`,
      ...parts,
      remedy:
        'Take nothing from the clock, from chance or from the order in which threads finish; sort what the file system lists.',
    });
  };
  if (list(one) !== list(other)) {
    fail('There are other sets or tables', { found: list(other), expected: list(one) });
  }
  for (const [i, { name: set, tables }] of one.entries()) {
    for (const [contract, table] of Object.entries(tables)) {
      const again = other[i].tables[contract];
      if (Buffer.compare(bytesOf(table, contract), bytesOf(again, contract)) === 0) continue;
      const where = { set, table: contract };
      const value = firstDifference(table, again);
      if (value !== undefined) {
        const { column, row, first, second } = value;
        fail('A value is another one', {
          where: { ...where, column, row },
          found: second,
          expected: first,
        });
      }
      const told = metadataDifference(table, again, [METADATA.runId]);
      fail(told === undefined ? 'Bytes of a table differ' : `The metadata ${told.key} differs`, {
        where,
        found: told?.second ?? 'other dictionaries or batches',
        expected: told?.first ?? 'the same bytes',
      });
    }
  }
}
