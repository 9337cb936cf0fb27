// Cases start processes of what is built, so what is built is tested.
import { visualizerConformance } from '@rl-insight/plugin-testing';
import { expect, test } from 'vitest';
import { failuresOf, faultyModule } from '../../test/faulty.js';
import { VISUALIZER_FAULTS } from '../../test/visualizer-faults.js';

async function casesOf(fault: string) {
  return visualizerConformance({
    module: await faultyModule('visualizer', fault),
    type: 'list',
    // A process that goes on is waited for.
    ...(fault === 'keeps-running' ? { timeoutMs: 8000 } : {}),
  });
}

test('a visualizer that conforms passes every case', async () => {
  const cases = await casesOf('none');
  expect(cases.map(({ name }) => name)).toMatchSnapshot();
  expect(await failuresOf(cases)).toEqual({});
});

test.each(VISUALIZER_FAULTS)('%s is named by “%s”', async (fault, name, says) => {
  const chosen = (await casesOf(fault)).filter((one) => one.name.startsWith(name));
  expect(chosen.length).toBeGreaterThan(0);
  expect(Object.values(await failuresOf(chosen)).join('\n')).toMatch(says);
});
