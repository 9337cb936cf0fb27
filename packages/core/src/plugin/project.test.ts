import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../test/folders.js';
import { PLUGIN_KEYWORD, projectPlugins } from './project.js';

const plugin = (name: string) => ({ name, version: '1.2.3', keywords: ['x', PLUGIN_KEYWORD] });

test('what a project needs, in every way, and has the keyword', async () => {
  const folder = await folderOf({
    'package.json': {
      dependencies: { '@them/a': '1', other: '1', gone: '1' },
      devDependencies: { b: '1' },
      optionalDependencies: { c: '1' },
      peerDependencies: { d: '1' },
    },
    'node_modules/@them/a/package.json': plugin('@them/a'),
    'node_modules/b/package.json': plugin('b'),
    'node_modules/c/package.json': plugin('c'),
    'node_modules/d/package.json': plugin('d'),
    'node_modules/other/package.json': { name: 'other', keywords: ['x'] },
    'node_modules/not-needed/package.json': plugin('not-needed'),
    'deep/er/file.txt': '',
  });
  const { plugins, failures, folder: found } = projectPlugins(join(folder, 'deep', 'er'));
  expect([found, failures]).toEqual([folder, []]);
  expect(plugins).toEqual(
    ['@them/a', 'b', 'c', 'd'].map((name) => ({ name, version: '1.2.3', load: name })),
  );
});

test('a project that is a plugin itself', async () => {
  const folder = await folderOf({ 'package.json': plugin('mine') });
  expect(projectPlugins(folder).plugins).toEqual([
    { name: 'mine', version: '1.2.3', load: folder },
  ]);
});

test('packages that lie above, as in a workspace', async () => {
  const folder = await folderOf({
    'node_modules/a/package.json': plugin('a'),
    'packages/x/package.json': { dependencies: { a: '1' } },
  });
  expect(projectPlugins(join(folder, 'packages', 'x')).plugins).toMatchObject([{ name: 'a' }]);
});

test.each(['{', '[]', '"a"'])('a manifest that is none is told: %s', async (text) => {
  const own = await folderOf({ 'package.json': text });
  expect(projectPlugins(own)).toMatchObject({
    plugins: [],
    failures: [{ code: 'plugin-manifest-unreadable', place: { file: join(own, 'package.json') } }],
  });
  const needed = await folderOf({
    'package.json': { dependencies: { a: '1', b: '1' } },
    'node_modules/a/package.json': text,
    'node_modules/b/package.json': plugin('b'),
  });
  const { plugins, failures } = projectPlugins(needed);
  expect(plugins.map(({ name }) => name)).toEqual(['b']);
  expect(failures).toHaveLength(1);
});

test('what is not as npm has it is passed over', async () => {
  const folder = await folderOf({
    'package.json': { keywords: 3, dependencies: { a: '1' } },
    'node_modules/a/package.json': { keywords: { 'rl-insight-plugin': true } },
  });
  expect(projectPlugins(folder)).toMatchObject({ plugins: [], failures: [] });
});
