import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputStore } from '../../inputs/store.js';
import { findPlainPython } from '../../measure/plain-python.js';
import { runSuite } from '../run.js';
import { TORCH } from './index.js';

test('the cases work on smaller files, and every target has a value that can have one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-bench-test-'));
  const log = (): void => undefined;
  const inputs = new InputStore({ folder, scale: 0.001, log });
  try {
    const options = { runs: 1, workFolder: folder, log, inputs, python: undefined };
    const { failures, cases } = await runSuite(TORCH, options);
    expect(failures).toEqual([]);
    const hasPython = (await findPlainPython()) !== undefined;
    expect(cases[0].targets.map(({ value }) => value !== undefined)).toEqual([
      ...[hasPython, true, hasPython],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
