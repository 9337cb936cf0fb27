import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// Cases start processes of what is built, so what is built is tested.
import { parserConformance } from '@rl-insight/plugin-testing';
import { expect, test } from 'vitest';
import { emptyFolder, failuresOf, faultyModule } from '../../test/faulty.js';
import { PARSER_FAULTS } from '../../test/parser-faults.js';

const LINES = [
  'mm 1779785515596661420 1779785515596671421 4096',
  'add 1779785515596662420 1779785515596672420 512',
  'cat 1779785515596663420 1779785515596673420 8192',
  '',
].join('\n');

/** Faults that keep a process running, which is waited for. */
const SLOW = ['import-runs', 'leaves-timer'];
const WAIT_MS = 9000;

async function casesOf(fault: string, timeoutMs = SLOW.includes(fault) ? WAIT_MS : undefined) {
  const input = join(await emptyFolder(), 'blocks.txt');
  await writeFile(input, LINES);
  return parserConformance({
    module: await faultyModule('parser', fault),
    type: 'lines',
    input,
    badInputs: { 'a line of words': 'these are words\n' },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

test('a parser that conforms passes every case', async () => {
  const cases = await casesOf('none');
  expect(cases.map(({ name }) => name)).toMatchSnapshot();
  expect(await failuresOf(cases)).toEqual({});
});

test.each(PARSER_FAULTS)('%s is named by “%s”', async (fault, name, says) => {
  const chosen = (await casesOf(fault)).filter((one) => one.name.startsWith(name));
  expect(chosen.length).toBeGreaterThan(0);
  const failures = Object.values(await failuresOf(chosen));
  expect(failures.join('\n')).toMatch(says);
  expect(failures.join('\n')).toMatch(/ {2}to do: {4}\S/);
});

test('a parser that hangs fails instead of stopping the test run', async () => {
  const cases = await casesOf('hangs', 300);
  const failures = await failuresOf(cases.filter(({ name }) => name.includes('empty files')));
  expect(Object.values(failures).join()).toMatch(/did not end within 0\.3 s/);
});
