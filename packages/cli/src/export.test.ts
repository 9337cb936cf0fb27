import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTableFile } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight, SAMPLE } from '../test/command.js';

const CAPTURE = [SAMPLE, 'memory.parser.type=memory'];
const OWN = ['rl_insight_config.yaml', 'rl_insight_run.json'];
type Row = Readonly<Record<string, unknown>>;

function csvRows(text: string): Row[] {
  return parse(text, {
    columns: true,
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });
}

async function parquetRows(path: string): Promise<Row[]> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
}

describe('a capture as files for other tools', () => {
  let tables = '';
  const arrow = new Map<string, Row[]>();

  beforeAll(async () => {
    tables = await mkdtemp(join(tmpdir(), 'rl-insight-'));
    await rlInsight(['parse', ...CAPTURE, `output.path=${tables}`]);
    for (const file of await filesBelow(tables)) {
      if (!file.endsWith('.arrow')) continue;
      const { table } = await readTableFile(join(tables, file), MEMORY_CONTRACTS);
      const names = table.schema.fields.map(({ name }) => name);
      const rows = Array.from({ length: table.numRows }, (_, row) =>
        Object.fromEntries(names.map((name) => [name, table.getChild(name)?.get(row)])),
      );
      arrow.set(file.replace(/\.arrow$/, ''), rows);
    }
  });
  afterAll(() => rm(tables, { recursive: true, force: true }));

  test('CSV where nothing else is asked for: every cell, and no Arrow tables beside', async () => {
    const out = await emptyFolder();
    const { code, stdout, stderr } = await rlInsight(['export', ...CAPTURE, `output.path=${out}`]);
    expect(stderr).toMatch(/\nwriting\n$/);
    const names = [...arrow.keys()].map((name) => `${name}.csv`);
    expect([code, stdout]).toEqual([0, names.map((name) => `${join(out, name)}\n`).join('')]);
    expect(await filesBelow(out)).toEqual([...names, ...OWN].sort());
    for (const [name, rows] of arrow) {
      const found = csvRows(await readFile(join(out, `${name}.csv`), 'utf8'));
      const texts = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, cell]) => [key, cell === null ? null : String(cell)]),
        ),
      );
      expect(found, name).toEqual(texts);
    }
  });

  test('Parquet, of tables that are there', async () => {
    const out = await emptyFolder();
    const { code } = await rlInsight([
      'export',
      tables,
      'memory.visualizer.type=parquet',
      `output.path=${out}`,
    ]);
    expect(code).toBe(0);
    const names = [...arrow.keys()].map((name) => `${name}.parquet`);
    expect(await filesBelow(out)).toEqual([...names, ...OWN].sort());
    for (const [name, rows] of arrow) {
      expect(await parquetRows(join(out, `${name}.parquet`)), name).toEqual(rows);
    }
  });
});

test('entries into scopes add up to what the report says of them', async () => {
  const out = await emptyFolder();
  const exclude = 'memory.tracking.exclude=[ProfilerStep#2]';
  const type = 'memory.visualizer.type=scopes_csv';
  const { code } = await rlInsight(['export', ...CAPTURE, type, exclude, `output.path=${out}`]);
  expect(code).toBe(0);
  const { stdout } = await rlInsight(['summary', ...CAPTURE, exclude, '--json', '-q']);
  for (const { role, rank_id, device_type, scopes } of JSON.parse(stdout).groups) {
    const path = join(out, `${role}_rank${rank_id}`, 'memory_scopes.csv');
    const rows = csvRows(await readFile(path, 'utf8'));
    // The second step is none of them; what is in it is, and counts nothing.
    const optimizer = 'Optimizer.step#AdamW.step';
    expect(rows.map((row) => [row.name, row.device_type])).toEqual(
      ['ProfilerStep#1', optimizer, optimizer].map((name) => [name, device_type]),
    );
    const bytes = (row: Row) => Number(row.max_outstanding_bytes);
    const most = [...new Set(rows.map(({ path }) => path))].map((path) =>
      rows.filter((row) => row.path === path).reduce((a, b) => (bytes(b) > bytes(a) ? b : a)),
    );
    expect(scopes).toEqual(
      most.map((row) => ({
        path: row.path,
        thread_id: Number(row.thread_id),
        entries: rows.filter(({ path }) => path === row.path).length,
        max_outstanding_bytes: Number(row.max_outstanding_bytes),
        max_outstanding_time_ns: row.max_outstanding_time_ns,
        left_outstanding_bytes: Number(row.left_outstanding_bytes),
      })),
    );
    const [start, peak, end] = ['start_ns', 'max_outstanding_time_ns', 'end_ns'].map((key) =>
      BigInt(rows[0][key] as string),
    );
    expect(start < peak && peak < end).toBe(true);
  }
});

test('pages are no export, and nothing is written', async () => {
  const cwd = await emptyFolder();
  const type = 'memory.visualizer.type=memory_html';
  const { code, stdout, stderr } = await rlInsight(['export', ...CAPTURE, type], { cwd });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('chrome_trace, csv, parquet, scopes_csv, speedscope.');
  expect(await filesBelow(cwd)).toEqual([]);
});

test('the results of a run are not replaced by exports of them, nor its tables by pages', async () => {
  const cwd = await emptyFolder();
  const rank = ['input.rank_list=0', 'memory.parser.role=actor_update'];
  await rlInsight([...CAPTURE, ...rank, 'output.path=out'], { cwd });
  const before = await filesBelow(cwd);
  const table = () => readFile(join(cwd, 'out', 'memory_summary.arrow'));
  const bytes = await table();
  for (const command of ['export', 'run', 'parse']) {
    const refused = await rlInsight([command, 'out', 'output.path=out', '--json'], { cwd });
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout).error ?? JSON.parse(refused.stdout)).toMatchObject({
      code: 'output-is-input',
    });
  }
  expect(await filesBelow(cwd)).toEqual(before);
  const drawn = await rlInsight(['visualize', 'out', 'output.path=out'], { cwd });
  expect(drawn.code).toBe(0);
  expect(await filesBelow(cwd)).toEqual(before);
  expect(await table()).toEqual(bytes);
});

test('writes beside what a run writes, and says so', async () => {
  const { stdout } = await rlInsight(['export', SAMPLE, '--cfg', '--json']);
  expect(stdout).toContain('"csv"');
  expect(stdout).toContain('"export"');
});
