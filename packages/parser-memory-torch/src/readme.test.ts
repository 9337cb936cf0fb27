import { runReadmeExample } from '@rl-insight/tools';
import { expect, test } from 'vitest';

test('the example of the README does what it says', async () => {
  const { promised, printed } = await runReadmeExample(new URL('../', import.meta.url), {
    snapshots: 'torch-snapshot',
  });
  expect(printed).toBe(promised);
});
