import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emptyPlugin, folderOf } from '../../test/folders.js';
import { loadPlugin, loadPlugins } from './loader.js';

async function nameOf(load: string, cwd: string): Promise<string> {
  return (await loadPlugin(load, cwd)).descriptor.name;
}

const MODULE = { type: 'module' };

describe('a plugin is found', () => {
  test('by a path, relative to where the command runs, absolute or as a URL', async () => {
    const cwd = await folderOf({ 'mine.mjs': emptyPlugin('x') });
    expect(await nameOf('./mine.mjs', cwd)).toBe('x');
    expect(await nameOf(join(cwd, 'mine.mjs'), '/')).toBe('x');
    expect(await nameOf(pathToFileURL(join(cwd, 'mine.mjs')).href, '/')).toBe('x');
  });

  test('as a default export', async () => {
    const code = `${emptyPlugin('x')} export default { descriptor, register };`;
    const cwd = await folderOf({ 'mine.mjs': code.replaceAll(/^export (?!default)/gm, '') });
    expect(await nameOf('./mine.mjs', cwd)).toBe('x');
  });

  test.each<[string, object, string]>([
    ['its main module', { exports: './a.js' }, 'a.js'],
    ['what it exports for import alone', { exports: { '.': { import: './a.js' } } }, 'a.js'],
    ['its own name for a plugin', { exports: { '.': './b.js', './plugin': './a.js' } }, 'a.js'],
    ['the main module of old', { main: './lib/a.js' }, 'lib/a.js'],
    ['index.js', {}, 'index.js'],
  ])('in a package, and in its folder: %s', async (_, manifest, file) => {
    const cwd = await folderOf({
      'node_modules/@them/p/package.json': { name: '@them/p', ...MODULE, ...manifest },
      [`node_modules/@them/p/${file}`]: emptyPlugin('x'),
      'node_modules/@them/p/b.js': 'throw new Error("not this one")',
    });
    expect(await nameOf('@them/p', cwd)).toBe('x');
    expect(await nameOf('./node_modules/@them/p', cwd)).toBe('x');
  });

  test('by a name inside of a package', async () => {
    const cwd = await folderOf({
      'node_modules/p/package.json': { name: 'p', ...MODULE, exports: { './sub': './a.js' } },
      'node_modules/p/a.js': emptyPlugin('x'),
    });
    expect(await nameOf('p/sub', cwd)).toBe('x');
  });

  test('in TypeScript, with what it imports', async () => {
    const cwd = await folderOf({
      'mine.ts': `import type { Nothing } from 'nobody-has-this';
        import { version, type Name } from './version.js';
        export const descriptor = { name: 'x' as Name, version, apiVersion: 1, provides: [] };
        export function register(container?: Nothing): void {}`,
      'version.ts': 'export type Name = string; export const version: string = "1.0.0";',
      'package.json': MODULE,
    });
    expect(await nameOf('./mine.ts', cwd)).toBe('x');
  });
});

describe('an error names the plugin and what to do', () => {
  test.each<[string, string, string, string, RegExp]>([
    ['no file', '', './none.mjs', 'plugin-not-loaded', /not found from .*Install it/],
    ['no package', '', 'nobody-has-this', 'plugin-not-loaded', /not found from .*Install it/],
    [
      'a throw of no error',
      'throw "ouch"',
      './mine.mjs',
      'plugin-not-loaded',
      /cannot be imported: ouch \(.*mine\.mjs\)\./,
    ],
    [
      'a dependency that is not installed',
      "import '@them/other/sub.js';",
      './mine.mjs',
      'plugin-missing-dependency',
      /needs the package @them\/other, which is not installed\..*npm install @them\/other\./,
    ],
    [
      'a file that was not built',
      "import './dist/gone.js';",
      './mine.mjs',
      'plugin-missing-dependency',
      /gone\.js, which is not there\..*Build the plugin/,
    ],
    ['no descriptor', '', './mine.mjs', 'plugin-invalid', /exports no descriptor/],
    [
      'no register function',
      'export const descriptor = {}',
      './mine.mjs',
      'plugin-invalid',
      /exports no descriptor and register/,
    ],
  ])('%s', async (_, code, name, expected, words) => {
    const cwd = await folderOf({ 'mine.mjs': code });
    const error = await loadPlugin(name, cwd).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: expected, exitCode: 2 });
    expect(error.message).toContain(name);
    expect(`${error.message} ${error.remedy}`).toMatch(words);
  });

  test('one that waits for ever when it is imported', async () => {
    const cwd = await folderOf({ 'mine.mjs': 'await new Promise(() => {});' });
    await expect(loadPlugin('./mine.mjs', cwd, 50)).rejects.toMatchObject({
      code: 'plugin-not-loaded',
      message: expect.stringContaining('still being imported after 0.05 s'),
    });
  });

  test('one that fails stops no other', async () => {
    const cwd = await folderOf({ 'a.mjs': emptyPlugin('a'), 'b.mjs': emptyPlugin('b') });
    const { plugins, failures } = await loadPlugins(['./a.mjs', './none.mjs', './b.mjs'], cwd);
    expect(plugins.map(({ descriptor }) => descriptor.name)).toEqual(['a', 'b']);
    expect(failures.map(({ code }) => code)).toEqual(['plugin-not-loaded']);
  });
});
