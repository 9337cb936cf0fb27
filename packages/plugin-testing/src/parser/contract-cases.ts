import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { isOfNamedType } from './column-type.js';
import { checkDictionary } from './dictionary.js';
import { tablesOf } from './each-table.js';
import { checkRoundTrip } from './round-trip.js';
import { checkRules } from './rules.js';
import type { TestedParser } from './subject.js';

/** Cases about what tables are made of, whatever their contracts. */
export function contractCases(tested: TestedParser, make: CaseMaker): ConformanceCase[] {
  return [
    make('tables: every set has the first contract and none that is not named', () =>
      checkContracts(tested),
    ),
    make('tables: required columns are there, with the types of the contract', () =>
      checkColumns(tested),
    ),
    make('tables: what cannot be null is never null', () => checkNulls(tested)),
    make('tables: each text column has one complete dictionary', async () => {
      for (const table of await tablesOf(tested)) checkDictionary(table);
    }),
    make('tables: the rules of their contracts find nothing wrong', () => checkRules(tested)),
    make('tables: they are the same after a round trip through an Arrow file', async () => {
      for (const table of await tablesOf(tested)) checkRoundTrip(table);
    }),
  ];
}

async function checkContracts(tested: TestedParser): Promise<void> {
  const { contracts = [] } = (await tested.host()).plugin.descriptor;
  const known = contracts.map(({ name }) => name);
  const sets = await tested.sets();
  if (sets.length === 0) {
    throw new Nonconformity({
      problem: 'The sample gives no tables',
      where: { file: tested.input },
      expected: 'a set of tables',
      remedy: 'Give a sample that the parser can read, and yield what it holds.',
    });
  }
  for (const { name: set, tables } of sets) {
    const unknown = Object.keys(tables).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new Nonconformity({
        problem: 'A set has a table of a contract that the descriptor does not name',
        where: { set, table: unknown[0] },
        expected: known,
        remedy: 'Name the contract in `contracts` of the descriptor, or leave the table out.',
      });
    }
    if (!Object.hasOwn(tables, known[0])) {
      throw new Nonconformity({
        problem: `A set has no ${known[0]}, which no set may lack`,
        where: { set },
        found: Object.keys(tables),
        remedy: `Yield a ${known[0]} with every set, be it without rows.`,
      });
    }
  }
  const names = sets.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  const unsafe = sets.find(
    ({ name }) => !/^[^/\\:*?"<>|\p{Cc}]+$/u.test(name) || /^\.+$/.test(name),
  );
  if (twice !== undefined || unsafe !== undefined) {
    throw new Nonconformity({
      problem: twice === undefined ? 'A set is named for no folder' : 'Two sets have one name',
      where: { set: twice ?? unsafe?.name },
      expected: 'a name of its own that can be that of a folder on any system',
      remedy: 'Make it with groupFolderName and NameTaker of @rl-insight/memory-contract.',
    });
  }
}

async function checkColumns(tested: TestedParser): Promise<void> {
  for (const { contract, table, where } of await tablesOf(tested)) {
    for (const { name, type, required } of contract.columns) {
      const vector = table.getChild(name);
      if (vector === null && required) {
        throw new Nonconformity({
          problem: 'A required column is missing',
          where: { ...where, column: name },
          found: table.schema.fields.map((field) => field.name).join(', '),
          remedy:
            'Write it; buildTable of @rl-insight/memory-contract asks for all that are needed.',
        });
      }
      if (vector !== null && !isOfNamedType(vector.type, type)) {
        throw new Nonconformity({
          problem: 'A column has another type than its contract says',
          where: { ...where, column: name },
          found: String(vector.type),
          expected: type,
          remedy: 'Write the column as that type.',
        });
      }
    }
  }
}

async function checkNulls(tested: TestedParser): Promise<void> {
  for (const { contract, table, where } of await tablesOf(tested)) {
    for (const { name, nullable } of contract.columns) {
      const vector = table.getChild(name);
      if (nullable || vector === null || vector.nullCount === 0) continue;
      let row = 0;
      while (row < vector.length && vector.isValid(row)) row++;
      throw new Nonconformity({
        problem: `A column that cannot be null is null in ${vector.nullCount} rows`,
        where: { ...where, column: name, row },
        found: null,
        expected: 'a value',
        remedy:
          'Write a value: the empty text, 0, or what the contract says where the source is silent.',
      });
    }
  }
}
