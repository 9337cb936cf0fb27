import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

const sample = (name: string) =>
  fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url));
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('a path alone is enough', () => {
  test.each([
    ['ascend-verl', 'memory'],
    ['rmm-logs', 'rmm_log'],
    ['nsys-export', 'nsys'],
    ['torch-snapshot', 'torch_snapshot'],
  ])('%s is read as %s', async (name, type) => {
    const told = await rlInsight(['summary', sample(name), '--json']);
    const named = await rlInsight([
      'summary',
      sample(name),
      '--json',
      `memory.parser.type=${type}`,
    ]);
    expect(flat(told.stderr)).toContain(`(memory.parser.type=${type})`);
    expect(told.stderr.split('found ')).toHaveLength(2);
    expect([told.code, told.stdout]).toEqual([0, named.stdout]);
  });

  test.each([
    ['rmm-logs', 'index.html'],
    ['torch-snapshot', 'index.html'],
    ['nsys-export', 'index.html'],
  ])('pages are drawn of %s', async (name, entry) => {
    const out = await emptyFolder();
    const { code, stdout } = await rlInsight([sample(name), `output.path=${out}`]);
    expect([code, stdout]).toEqual([0, `${join(out, entry)}\n`]);
    // Drawn anew, it is tables.
    const again = await rlInsight(['summary', out]);
    expect(again.stderr).not.toContain('found ');
  });
});

test('files of several kinds are told apart by whoever has them', async () => {
  const folder = await emptyFolder();
  await cp(sample('rmm-logs'), join(folder, 'logs'), { recursive: true });
  await cp(sample('nsys-export'), join(folder, 'nsys'), { recursive: true });
  const { code, stderr } = await rlInsight(['summary', folder]);
  expect(code).toBe(2);
  expect(flat(stderr)).toContain('memory.parser.type=nsys: an export of Nsight Systems');
  expect(flat(stderr)).toContain('memory.parser.type=rmm_log: 2 logs of RMM');
  const { code: named } = await rlInsight(['summary', folder, 'memory.parser.type=rmm_log']);
  expect(named).toBe(0);
});

test('what nobody knows is told by its content, whatever it is called', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'rank0_ascend_pt'));
  await writeFile(join(folder, 'rank0_ascend_pt', 'x.sqlite'), 'hello');
  const { code, stderr } = await rlInsight(['summary', folder]);
  expect(code).toBe(3);
  expect(flat(stderr)).toContain('is a folder with one file (1 .sqlite), and no parser knows it');
});

test('visualize draws tables, unless a parser is named', async () => {
  const out = await emptyFolder();
  const words = ['visualize', sample('rmm-logs'), `output.path=${out}`];
  const { code, stderr } = await rlInsight(words);
  expect(code).toBe(3);
  expect(flat(stderr)).toContain('holds no memory_summary.arrow');
});
