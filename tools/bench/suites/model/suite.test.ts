import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InputStore } from '../../inputs/store.js';
import { runSuite, type SuiteReport } from '../run.js';
import { MODEL } from './index.js';
import { requireRows } from './require-rows.js';

/** Several batches of the larger table, so that it is put together from them. */
const SCALE = 0.03;

let folder = '';
let report: SuiteReport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-bench-test-'));
  const log = (): void => undefined;
  const inputs = new InputStore({ folder, scale: SCALE, log });
  report = await runSuite(MODEL, { runs: 1, workFolder: folder, log, inputs, python: undefined });
  const tables = async () => (await readdir(folder)).filter((name) => name.includes('million'));
  expect(await tables()).toHaveLength(2);
  inputs.removeMade();
  expect(await tables()).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('all cases work on smaller tables, and every target has a value', () => {
  expect(report.failures).toEqual([]);
  const [million, tenMillion] = report.cases;
  expect(million.measured.map(({ facts }) => facts.rows)).toEqual([30_000, 30_000, undefined]);
  expect(tenMillion.measured[0].facts.rows).toBe(300_000);
  expect(million.measured[0].facts.values).toBe(30_000 * 21);
  const values = report.cases.flatMap(({ targets }) => targets.map(({ value }) => value));
  expect(values).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
});

test('who has not read the whole table is not measured', () => {
  const [{ measured }] = report.cases;
  expect(() => requireRows([measured[0]], 30_001)).toThrow(
    'reading all columns read 30000 of 30001 rows',
  );
});
