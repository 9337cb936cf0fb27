import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InputStore } from '../../inputs/store.js';
import { runSuite, type SuiteReport } from '../run.js';
import { RMM } from './index.js';

let folder = '';
let report: SuiteReport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-bench-test-'));
  const log = (): void => undefined;
  const inputs = new InputStore({ folder, scale: 0.003, log });
  report = await runSuite(RMM, { runs: 1, workFolder: folder, log, inputs, python: undefined });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the cases work on a smaller log, and every target has a value', () => {
  expect(report.failures).toEqual([]);
  const [{ measured }] = report.cases;
  expect(measured.map(({ facts }) => facts.rows)).toEqual([undefined, 30_000, 30_000]);
  const values = report.cases.flatMap(({ targets }) => targets.map(({ value }) => value));
  expect(values).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
});
