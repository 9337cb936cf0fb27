import { MEMORY_COUNTERS, MEMORY_SUMMARY } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { awkwardTable, cellsOf, emptyTable } from '../test/tables.js';
import { exportColumns } from './columns.js';
import { csvPieces } from './csv.js';

function csvOf(table: Table, contract: string, pieceBytes?: number): string {
  const pieces = csvPieces(exportColumns(table, contract), table.numRows, pieceBytes);
  return Buffer.concat([...pieces]).toString('utf8');
}

/** Cells by column, as texts; null for a cell without quotes that is empty. */
function read(csv: string): Record<string, (string | null)[]> {
  const [names, ...rows] = parse(csv, {
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  }) as unknown as [string[], ...(string | null)[][]];
  return Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));
}

test('every cell reads back as it is in the table', () => {
  const table = awkwardTable();
  const found = read(csvOf(table, MEMORY_SUMMARY.name));
  const wanted = cellsOf(table);
  expect(Object.keys(found)).toEqual(Object.keys(wanted));
  for (const [name, cells] of Object.entries(wanted)) {
    cells.forEach((cell, row) => {
      const text = found[name][row];
      const value = typeof cell === 'number' && text !== null ? Number(text) : text;
      const exact = typeof cell === 'bigint' || typeof cell === 'boolean' ? String(cell) : cell;
      expect(value, `${name} ${row}`).toBe(exact);
    });
  }
});

test('is what it promises to be', () => {
  const [head, ...lines] = csvOf(awkwardTable(3), MEMORY_SUMMARY.name).split('\r\n');
  expect(head).toMatch(/^name,role,rank_id,call_stack,.*,step,address$/);
  expect(lines[0]).toBe(
    'aten::matmul,aten::matmul,-5,aten::matmul,aten::matmul,0.1,0.1,0.1,0.1,0.1,,aten::matmul,' +
      '1779785515596661420,9007199254740992,9223372036854775807,-7,,false,,18446744073709551615',
  );
  expect(lines[1]).toMatch(
    /^"","",-4,"","",0,0,0,,0,,"",1779785515596661421,,-9223372036854775808/,
  );
  expect(lines[2]).toMatch(/^"say ""hello""",.*,-0,-0,/);
});

test('is the same in pieces of any size', () => {
  const whole = csvOf(awkwardTable(), MEMORY_SUMMARY.name);
  for (const size of [1, 100, 5000]) {
    expect(csvOf(awkwardTable(), MEMORY_SUMMARY.name, size)).toBe(whole);
  }
});

test('a table without rows is its header', () => {
  expect(csvOf(emptyTable(), MEMORY_COUNTERS.name)).toBe(
    'role,rank_id,device_type,capture_id,time_ns,component\r\n',
  );
});
