import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseOf } from '../../test/exports.js';
import { type Cell, ReadOnlyDatabase } from '../database/database.js';
import { PlainTable } from './plain-table.js';
import { CELL } from './record.js';

const INTEGERS = [0n, 1n, -1n, 127n, -128n, 1n << 15n, -(1n << 23n), (1n << 31n) - 1n, 1n << 32n];
const EDGES = [...INTEGERS, -(1n << 47n), (1n << 53n) + 1n, -(1n << 63n), (1n << 63n) - 1n];

const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...EDGES),
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0')),
  // Longer than a page holds.
  fc.constant('long '.repeat(2000)),
);

function literal(cell: bigint | number | string | null): string {
  if (typeof cell === 'string') return `'${cell.replaceAll("'", "''")}'`;
  if (typeof cell !== 'number')
    return cell === null ? 'NULL' : cell === -(1n << 63n) ? '-9223372036854775807-1' : String(cell);
  return Number.isInteger(cell) ? `${BigInt(cell)}.0` : String(cell);
}

test('pages have what SQLite says, and what is not plain is told', async () => {
  const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(512, 4096), async (all, pageBytes) => {
      const values = all.map((row) => `(${row.map(literal).join(', ')})`);
      const path = await databaseOf(
        `PRAGMA page_size = ${pageBytes}; CREATE TABLE t(a, b, c); INSERT INTO t VALUES ${values.join(', ')};
         DELETE FROM t WHERE rowid % 7 = 0`,
      );
      const database = ReadOnlyDatabase.open(path);
      const expected = [...database.rows('SELECT rowid, a, b, c FROM t')];
      const plain = PlainTable.find(database, 't', ['c', 'a', 'none']);
      expect(plain).toBeDefined();
      let count = 0;
      for (const { cells, isPlain, rowId, file } of plain?.rows() ?? []) {
        const row = expected[count++];
        expect(rowId).toBe(row.rowid);
        const isLong = [row.a, row.b, row.c].some((cell) => String(cell).length > 400);
        if (!isPlain) expect(isLong).toBe(true);
        else {
          const cellOf = (slot: number): Cell => {
            const at = cells.textAt[slot];
            if (cells.kind[slot] === CELL.text)
              return file.bytes.toString('utf8', at, at + cells.textBytes[slot]);
            return cells.kind[slot] === CELL.real ? cells.number(slot) : cells.cell(slot);
          };
          expect([cellOf(0), cellOf(1), cellOf(2)]).toEqual([row.c, row.a, null]);
        }
      }
      expect(count).toBe(expected.length);
      database.close();
    }),
    { numRuns: 25 },
  );
});

test.each([
  'CREATE TABLE t(a INTEGER PRIMARY KEY, b)',
  'CREATE TABLE t(a TEXT PRIMARY KEY, b) WITHOUT ROWID',
  "CREATE TABLE t(a, b DEFAULT 'x')",
  'CREATE VIEW t AS SELECT 1 AS a',
])('%s is left to SQLite', async (sql) => {
  const database = ReadOnlyDatabase.open(await databaseOf(sql));
  expect(PlainTable.find(database, 't', ['a'])).toBeUndefined();
  database.close();
});

function idsOf(database: ReadOnlyDatabase): number[] {
  const ids: number[] = [];
  for (const { rowId } of PlainTable.find(database, 't', ['b'])?.rows() ?? []) ids.push(rowId);
  return ids;
}

test('ids may begin at 0; those that take nine bytes are left to SQLite', async () => {
  const of = async (ids: readonly (number | bigint)[]) => {
    const rows = ids.map((id) => `(${id}, 'x')`).join(', ');
    const sql = `CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES ${rows}`;
    return ReadOnlyDatabase.open(await databaseOf(sql));
  };
  expect(idsOf(await of([0, 1, 7]))).toEqual([0, 1, 7]);
  expect(PlainTable.find(await of([-1, 1]), 't', ['b'])).toBeUndefined();
  expect(PlainTable.find(await of([1, 1n << 60n]), 't', ['b'])).toBeUndefined();
});

describe('a page that is damaged is told, and no row is lost in silence', () => {
  const PAGE = 512;
  const INTERIOR = 0x05;
  const LEAF = 0x0d;

  /** A table of many pages, one of which `damage` writes into. */
  async function damaged(kind: number, damage: (page: Buffer) => void) {
    const path = await databaseOf(
      `PRAGMA page_size = ${PAGE}; CREATE TABLE t(a, b);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO t SELECT i, 'text ' || i FROM n`,
    );
    const bytes = await readFile(path);
    const pages = Array.from({ length: bytes.length / PAGE }, (_, i) =>
      bytes.subarray(i * PAGE, (i + 1) * PAGE),
    ).slice(2);
    const page = pages.filter((one) => one[0] === kind).at(-1);
    expect(page).toBeDefined();
    damage(page as Buffer);
    await writeFile(path, bytes);
    return ReadOnlyDatabase.open(path);
  }

  test.each<[string, number, (page: Buffer) => void]>([
    ['a leaf without rows', LEAF, (page) => page.writeUInt16BE(0, 3)],
    ['an interior page without cells', INTERIOR, (page) => page.writeUInt16BE(0, 3)],
    ['no child', INTERIOR, (page) => page.writeUInt32BE(0, 8)],
    ['a child that is not there', INTERIOR, (page) => page.writeUInt32BE(0xffff_fff0, 8)],
    ['itself as a child', INTERIOR, (page) => page.writeUInt32BE(2, 8)],
  ])('%s', async (_, kind, damage) => {
    const database = await damaged(kind, damage);
    expect(() => idsOf(database)).toThrow(
      expect.objectContaining({ name: 'NsysExportError', code: 'damaged-export' }),
    );
    database.close();
  });
});
