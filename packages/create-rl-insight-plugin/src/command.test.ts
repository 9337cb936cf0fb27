import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { create, emptyFolder } from '../test/project.js';
import { pluginNames } from './names.js';
import { run } from './run.js';

test('without options and without a terminal it is a parser in TypeScript', async () => {
  const folder = await emptyFolder();
  const { code, stdout } = await create(folder, ['one']);
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'one, a parser, is in one:']);
  expect(await readdir(join(folder, 'one', 'src'))).toContain('parse.ts');
});

test('help and version', async () => {
  const folder = await emptyFolder();
  const { stdout } = await create(folder, ['--help']);
  expect(stdout).toContain('--kind parser|visualizer|checker');
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect((await create(folder, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [['a', '--kind', 'lister'], '--kind "lister" is not known.', 'parser, visualizer, checker'],
  [['a', '--language', 'py'], '--language "py" is not known.', 'ts, js'],
  [['a', '--shape', 'x'], "'--shape'", 'See --help.'],
  [['a', 'b'], 'not a and b', 'Give one.'],
  [['Big'], 'it has capital letters', 'my-plugin'],
  [['a', '--name', 'has space'], 'other characters', '@my-scope/my-plugin'],
  [['a', '--name', '@scope'], 'a scope is followed by', 'my-plugin'],
  [['a', '--name', 'rl-insight-plugin-'], 'leaves no name', 'my-plugin'],
])('%j is refused', async (args, problem, remedy) => {
  const folder = await emptyFolder();
  const { code, stdout, stderr } = await create(folder, args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(problem);
  expect(stderr).toContain(remedy);
  expect(await readdir(folder)).toEqual([]);
});

test('a folder with something in it stays as it is, one of git alone is taken', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'full'));
  await writeFile(join(folder, 'full', 'notes.txt'), 'mine');
  expect((await create(folder, ['full'])).stderr).toContain('full is not empty');
  expect(await readdir(join(folder, 'full'))).toEqual(['notes.txt']);
  expect((await create(folder, ['full/notes.txt'])).stderr).toContain('is a file');
  await mkdir(join(folder, 'fresh', '.git'), { recursive: true });
  expect((await create(folder, ['fresh'])).code).toBe(0);
});

test('colours are for those who want them', async () => {
  const folder = await emptyFolder();
  const bold = '\u001b[1m';
  expect((await create(folder, ['a'], { FORCE_COLOR: '1' })).stdout).toContain(bold);
  const both = { FORCE_COLOR: '1', NO_COLOR: '1' };
  expect((await create(folder, ['b'], both)).stdout).not.toContain(bold);
});

test('in a terminal it asks for what is missing, and an empty line is the default', async () => {
  const folder = join(await emptyFolder(), 'asked');
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  let told = '';
  const answers: [RegExp, string][] = [
    [/Folder of the plugin\?/, folder],
    [/Kind: /, 'visualizer'],
    [/Language: /, ''],
  ];
  stdout.on('data', (text) => {
    told += text;
    if (answers.length > 0 && answers[0][0].test(told)) stdin.write(`${answers.shift()?.[1]}\n`);
  });
  await run([], { stdin, stdout, env: { NO_COLOR: '1' } });
  expect(await readdir(join(folder, 'src'))).toContain('page.ts');
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(
    'memory.visualizer.type=asked',
  );
});

test.each([
  ['my-plugin', 'my_plugin', 'my-plugin'],
  ['@a/rl-insight-plugin-heap.log', 'heap_log', 'heap-log'],
  ['rl-insight-trace', 'trace', 'trace'],
])('%s is %s in the configuration', (name, type, code) => {
  expect(pluginNames(name)).toMatchObject({ type, code });
});
