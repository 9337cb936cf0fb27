import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { descriptor, parser, timelinePlugin } from '../../test/timeline-plugin.js';
import { loadPlugin, type Plugin, PluginRegistry } from './index.js';

function registry(): PluginRegistry {
  const made = new PluginRegistry();
  made.add(timelinePlugin);
  return made;
}

describe('the registry', () => {
  test('makes what a configuration value names', () => {
    expect(registry().resolve('timeline', 'parser', 'folder')).toBe(parser);
  });

  test('lists domains, types and contracts', () => {
    const made = registry();
    expect(made.domains).toEqual(['timeline']);
    expect(made.types('timeline', 'rules')).toEqual(['span_folder', 'spans']);
    expect(made.contracts('timeline').map(({ name }) => name)).toEqual(['spans']);
    expect(made.contracts('other')).toEqual([]);
    expect(made.producerOf('timeline', 'parser', 'folder')).toBe('timeline-plugin@1.2.3');
  });

  test('an unknown type lists the known ones and the closest', () => {
    expect(() => registry().resolve('timeline', 'parser', 'foldr')).toThrow(
      expect.objectContaining({
        code: 'plugin-unknown-type',
        exitCode: 2,
        message: 'timeline.parser.type=foldr names nothing that is known; known are folder.',
        remedy: expect.stringContaining('timeline.parser.type=folder'),
      }),
    );
  });

  test.each<[string, Plugin, string]>([
    ['the same id twice', timelinePlugin, 'plugin-duplicate'],
    [
      'another API version',
      { ...timelinePlugin, descriptor: { ...descriptor, apiVersion: 2 } },
      'plugin-api-version',
    ],
    [
      'an id that is none',
      {
        ...timelinePlugin,
        descriptor: { ...descriptor, provides: [{ id: 'timeline.painter.x', title: '' }] },
      },
      'plugin-invalid',
    ],
    [
      'an id that is not registered',
      {
        ...timelinePlugin,
        descriptor: { ...descriptor, provides: [{ id: 'timeline.parser.new', title: '' }] },
      },
      'plugin-invalid',
    ],
    ['no descriptor', {} as Plugin, 'plugin-invalid'],
  ])('refuses a plugin with %s', (_, plugin, code) => {
    expect(() => registry().add(plugin)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
  });

  test('two registries do not share what is registered', () => {
    registry();
    expect(() => new PluginRegistry().resolve('timeline', 'parser', 'folder')).toThrow();
  });
});

describe('loading', () => {
  async function folder(files: Record<string, string>): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'rl-insight-'));
    onTestFinished(() => rm(made, { recursive: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(made, name), text);
    return made;
  }
  const source = `export const descriptor = { name: 'x', version: '1', apiVersion: 1, provides: [] };
export function register() {}`;

  test('by a path, relative to where the command runs', async () => {
    const cwd = await folder({ 'mine.mjs': source });
    expect((await loadPlugin('./mine.mjs', cwd)).descriptor.name).toBe('x');
    expect((await loadPlugin(join(cwd, 'mine.mjs'), '/')).descriptor.name).toBe('x');
  });

  test.each([
    ['is not there', './other.mjs', 'plugin-not-loaded'],
    ['throws when it is imported', './throws.mjs', 'plugin-not-loaded'],
    ['exports no plugin', './empty.mjs', 'plugin-invalid'],
    ['is a package that is not installed', 'nobody-has-this', 'plugin-not-loaded'],
  ])('one that %s is an error that names it', async (_, name, code) => {
    const cwd = await folder({ 'throws.mjs': 'throw new Error("ouch")', 'empty.mjs': '' });
    await expect(loadPlugin(name, cwd)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(name),
    });
  });
});
