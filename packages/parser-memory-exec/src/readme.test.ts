import { spawnSync } from 'node:child_process';
import { runReadmeExample } from '@rl-insight/tools';
import { expect, test } from 'vitest';

const hasPython = spawnSync('python3', ['--version']).status === 0;

// Its program is in Python, which not every machine has.
test.skipIf(!hasPython)('the example of the README does what it says', async () => {
  const { promised, printed } = await runReadmeExample(new URL('../', import.meta.url), {
    'exec-python': '../examples/exec-python',
  });
  expect(printed).toBe(promised);
});
