import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realCapture } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { rlInsight } from '../test/command.js';
import { GOLDEN, goldenPath, shortened } from '../test/golden.js';

/*
 * Whole reports, compared with files in `golden`. When a report is meant to change:
 * `npx vitest run src/golden.test.ts -u` in this folder, and read the difference.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SAMPLES = {
  'ascend-verl': 'memory',
  'nsys-export': 'nsys',
  'rmm-logs': 'rmm_log',
  'torch-snapshot': 'torch_snapshot',
};
const FIXTURES = [
  '9-columns-cann-kb',
  '9-columns-mindspore-trailing-comma',
  '10-columns-releases-from-before',
  '14-columns',
  '15-columns',
  'hostile-names',
  'lf-bom-quoted-times',
  'trace-two-arrays',
  'trace-without-end',
  'two-devices-in-one-file',
];
/** They lie beside the repository, if at all. */
const CAPTURES = [
  'ascend-megatron',
  'ascend-old-10col',
  'ascend-sample',
  'ascend-toy-level0',
  'ascend-toy-level1',
];

async function reportOf(given: string, parser = 'memory'): Promise<unknown> {
  // What the command names is the whole path, whatever it was given.
  const path = resolve(given);
  const { code, stdout, stderr } = await rlInsight([
    ...['summary', path, `memory.parser.type=${parser}`, '--json', '-q'],
  ]);
  expect([code, stderr]).toEqual([0, '']);
  // Warnings name files, and a golden report is the same on every machine.
  return JSON.parse(stdout.replaceAll(JSON.stringify(path).slice(1, -1), '<capture>'));
}

const text = (report: unknown) => `${JSON.stringify(report, null, 2)}\n`;

describe('the whole report', () => {
  test.each(Object.entries(SAMPLES))('of the sample %s', async (name, parser) => {
    const report = await reportOf(`${root}samples/${name}`, parser);
    await expect(text(report)).toMatchFileSnapshot(goldenPath(name));
  });

  test.each(FIXTURES)('of the fixture %s', async (name) => {
    const report = await reportOf(`${root}packages/parser-memory/fixtures/${name}`);
    await expect(text(shortened(report))).toMatchFileSnapshot(goldenPath(name));
  });

  for (const name of CAPTURES) {
    const path = realCapture(name);
    test.skipIf(path === undefined)(`of the capture ${name}`, async () => {
      const report = await reportOf(path as string);
      await expect(text(shortened(report))).toMatchFileSnapshot(goldenPath(name));
    });
  }

  test('there is a golden report for each sample and each fixture, and no other', async () => {
    expect(await readdir(`${root}samples`)).toEqual(Object.keys(SAMPLES));
    const fixtures = await readdir(`${root}packages/parser-memory/fixtures`);
    expect(fixtures.sort()).toEqual([...FIXTURES].sort());
    const names = [...Object.keys(SAMPLES), ...FIXTURES, ...CAPTURES].map((name) => `${name}.json`);
    // Beside them lie files of released contracts.
    const golden = (await readdir(GOLDEN)).filter((name) => name.endsWith('.json'));
    expect(golden.sort()).toEqual(names.sort());
  });
});
