import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputStore } from '../../inputs/store.js';
import { findPython, NO_PYTHON } from '../../measure/python.js';
import { runSuite, type SuiteReport } from '../run.js';
import { READING } from './index.js';
import { requireSameFacts } from './same-facts.js';

/** The other cases run the same commands on other inputs. */
const TRIED = ['parse', 'select', 'csv'];
const SCALE = 0.002;

const python = await findPython();
let folder = '';
let report: SuiteReport;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-bench-test-'));
  const log = (): void => undefined;
  const inputs = new InputStore({ folder, scale: SCALE, log });
  const cases = READING.cases.filter(({ id }) => TRIED.includes(id));
  const bench = { runs: 1, workFolder: folder, log, inputs, python };
  report = await runSuite({ ...READING, cases }, bench);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function contenders(): string[] {
  return report.cases.flatMap(({ measured }) => measured.map(({ name }) => name));
}

describe('the real commands on tiny inputs', () => {
  test('all cases work, and contenders read the same', () => {
    expect(report.failures).toEqual([]);
    expect(report.cases).toHaveLength(TRIED.length);
    expect(contenders()).toEqual(
      expect.arrayContaining(['`rl-insight parse`', '`trace-scan`', '`stream-json`', 'ours']),
    );
    const [parse, select, csv] = report.cases.map(({ measured }) => measured[0]);
    expect(parse.facts.rows).toBe(210);
    expect(parse.facts.stacks).toBeGreaterThan(100);
    expect(select.facts.selected).toBeGreaterThan(200);
    expect(csv.facts.rows).toBe(2100);
  });

  test('every target that needs no Python has a value', () => {
    const open = report.cases.flatMap(({ targets }) =>
      targets.filter(({ value }) => value === undefined),
    );
    expect(open).toHaveLength(python === undefined ? 3 : 0);
  });

  const title = 'the baseline in Python is measured';
  test.skipIf(python === undefined)(python === undefined ? `${title}: ${NO_PYTHON}` : title, () => {
    expect(contenders()).toEqual(expect.arrayContaining(['Python: `ijson` + `csv`', '`ijson`']));
  });
});

test('a case that fails stops no other', async () => {
  const failing = {
    id: 'broken',
    measure: () => Promise.reject(new Error('out of luck')),
  };
  const fine = { question: 'q', measured: [], targets: [], notes: [] };
  const working = { id: 'fine', measure: async () => fine };
  const log = (): void => undefined;
  const { cases, failures } = await runSuite(
    { id: 'x', title: 'X', cases: [failing, working] },
    { runs: 1, workFolder: '', log, inputs: new InputStore({ folder: '', scale: 1, log }), python },
  );
  expect(cases).toEqual([fine]);
  expect(failures).toMatchObject([{ id: 'broken', error: { message: 'out of luck' } }]);
});

test('contenders that read something else are not compared', () => {
  const [first] = report.cases[0].measured;
  const other = (rows: number) => ({ ...first, name: 'other', facts: { rows } });
  const close = first.facts.rows * (1 + 1e-12);
  expect(() => requireSameFacts([first, other(close)], ['rows'])).not.toThrow();
  expect(() => requireSameFacts([first, other(7)], ['rows'])).toThrow(
    '`rl-insight parse` and other differ in rows: 210, 7',
  );
  expect(() => requireSameFacts([first, other(Number.NaN)], ['rows'])).toThrow();
});
