import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parserConformance, registerConformance } from '@rl-insight/plugin-testing';
import { test } from 'vitest';

// What is built, since processes of their own import it.
const module = new URL('../dist/plugin.js', import.meta.url);
const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/exec-python/${name}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

// Its program is in Python, which not every machine has.
registerConformance(
  test.skipIf(!hasPython),
  await parserConformance({
    module,
    type: 'exec',
    input: example('allocations.csv'),
    config: { 'memory.parser.command': ['python3', example('convert.py')] },
  }),
);
