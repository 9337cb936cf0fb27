import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { emptyFolder, filesBelow } from '../test/command.js';
import { licences } from './licences.js';
import { ownFiles } from './own-files.js';

const OURS = '{"name": "@rl-insight/thing", "version": "4.5.6", "type": "module"}';

/** Bundles a package whose files are given, and gives the folder of the bundle. */
async function bundle(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder();
  for (const [name, text] of Object.entries({ 'package.json': OURS, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const build = await rolldown({
    input: { main: join(folder, 'dist/main.js') },
    platform: 'node',
    plugins: [ownFiles(), licences('LICENCES.txt')],
  });
  try {
    await build.write({ dir: join(folder, 'out'), entryFileNames: '[name].js' });
  } finally {
    await build.close();
  }
  return join(folder, 'out');
}

test('takes modules, folders and files along, and knows the package', async () => {
  const out = await bundle({
    'dist/main.js': `import { assets } from './deep/er/assets.js';
      import { packageName } from './name.js';
      export const task = new URL('./work/task.js', import.meta.url);
      export const wasm = new URL('./kernel.wasm', import.meta.url);
      export const own = packageName(new URL('../package.json', import.meta.url));
      export { assets };`,
    'dist/name.js': 'export const packageName = () => { throw new Error("read at run time"); };',
    'dist/deep/er/assets.js': `export const assets = new URL('../../assets/', import.meta.url);`,
    'dist/work/task.js': `import { two } from './two.js'; export default () => 2 * two;`,
    'dist/work/two.js': 'export const two = 2;',
    'dist/kernel.wasm': 'wasm',
    'dist/assets/a.css': 'a',
    'dist/assets/deep/b.css': 'b',
  });
  expect(await filesBelow(out)).toEqual(
    expect.arrayContaining([
      'main.js',
      'thing.assets/a.css',
      'thing.assets/deep/b.css',
      'thing.kernel.wasm',
      'thing.work.task.js',
    ]),
  );
  const main = await import(pathToFileURL(join(out, 'main.js')).href);
  expect(main.own).toEqual({
    name: '@rl-insight/thing',
    version: '4.5.6',
    producer: '@rl-insight/thing@4.5.6',
  });
  expect((await import(main.task.href)).default()).toBe(4);
  expect(await readFile(main.wasm, 'utf8')).toBe('wasm');
  expect(await readFile(new URL('deep/b.css', main.assets), 'utf8')).toBe('b');
});

test.each([
  ['an address made when it runs', "new URL('./' + process.pid, import.meta.url)"],
  ['a file outside of what is published', "new URL('../package.json', import.meta.url)"],
  ['the name of another package', "packageName(new URL('./package.json', import.meta.url))"],
  ['a file that is not there', "new URL('./none.js', import.meta.url)"],
  ['anything else', 'import.meta.filename'],
])('%s stops the build', async (_, code) => {
  await expect(bundle({ 'dist/main.js': `export default ${code};` })).rejects.toThrow(
    /the bundle cannot know what this is|none\.js/,
  );
});

const THEIRS = {
  'dist/main.js': "export { default } from 'theirs';",
  'node_modules/theirs/package.json': '{"name": "theirs", "version": "1.0.0", "license": "MIT"}',
};

test('a package of others that looks around itself stops the build too', async () => {
  await expect(
    bundle({
      ...THEIRS,
      'node_modules/theirs/LICENSE': 'be kind',
      'node_modules/theirs/index.js': 'module.exports = __dirname;',
    }),
  ).rejects.toThrow('the bundle cannot know what this is: __dirname');
});

test('licences and notices of others are collected, and one that is missing stops the build', async () => {
  const theirs = { ...THEIRS, 'node_modules/theirs/index.js': 'module.exports = 1;' };
  const out = await bundle({
    ...theirs,
    'node_modules/theirs/licence.md': 'be kind\r\n',
    'node_modules/theirs/NOTICE': 'made by them',
  });
  expect((await readFile(join(out, 'LICENCES.txt'), 'utf8')).split('\n')).toEqual([
    'Code of these packages is part of the files beside this one.',
    '',
    '-'.repeat(80),
    'theirs 1.0.0 (MIT)',
    '',
    'made by them',
    '',
    'be kind',
    '',
  ]);
  await expect(bundle(theirs)).rejects.toThrow('theirs 1.0.0 has no licence text');
});
