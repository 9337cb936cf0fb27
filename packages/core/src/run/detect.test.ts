import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../../test/folders.js';
import { type Detection, type Plugin, PluginRegistry } from '../plugin/index.js';
import { detectParser } from './detect.js';

type Certainty = Detection['certainty'];
const { signal } = new AbortController();

/** A plugin of parsers that are as certain as told; null for one that does not look. */
function parsers(certainties: Readonly<Record<string, Certainty | null>>): PluginRegistry {
  const ids = Object.keys(certainties);
  const plugin: Plugin = {
    descriptor: {
      name: 'p',
      version: '1',
      apiVersion: 1,
      provides: ids.map((type) => ({ id: `timeline.parser.${type}`, title: type })),
    },
    register: (container) => {
      for (const [type, certainty] of Object.entries(certainties)) {
        const detect = async () => ({ certainty, found: `seen by ${type}` });
        const parser = { async *parse() {}, ...(certainty === null ? {} : { detect }) };
        container.register(`timeline.parser.${type}`, { useValue: parser });
      }
    },
  };
  const registry = new PluginRegistry();
  registry.add(plugin);
  return registry;
}

const detect = (certainties: Readonly<Record<string, Certainty | null>>, path: string) => {
  const registry = parsers(certainties);
  return detectParser(registry, registry, 'timeline', path, signal);
};

describe('the parser of an input', () => {
  test.each<[string, Readonly<Record<string, Certainty | null>>, string]>([
    ['is the only one that is certain', { a: 'none', b: 'certain', c: 'maybe', d: null }, 'b'],
    ['is the only one that may be', { a: 'none', b: 'maybe', c: null }, 'b'],
  ])('%s', async (_, certainties, type) => {
    const path = await folderOf({});
    expect(await detect(certainties, path)).toMatchObject({ type, found: `seen by ${type}` });
  });

  test.each<[string, Readonly<Record<string, Certainty | null>>]>([
    ['two are certain', { a: 'certain', b: 'certain', c: 'maybe' }],
    ['two may be, and none is certain', { a: 'maybe', b: 'maybe', c: 'none' }],
  ])('is asked for when %s', async (_, certainties) => {
    const path = await folderOf({});
    await expect(detect(certainties, path)).rejects.toMatchObject({
      code: 'input-ambiguous',
      exitCode: 2,
      message: expect.stringMatching(
        /timeline\.parser\.type=a: seen by a\n +timeline\.parser\.type=b: seen by b$/,
      ),
      remedy: expect.stringContaining('timeline.parser.type=a'),
    });
  });

  test('of what is not there is not looked for', async () => {
    await expect(detect({ a: 'certain' }, '/not/there')).rejects.toMatchObject({
      code: 'input-missing',
    });
  });
});

describe('what no parser knows is told by its content', () => {
  test.each<[string | Uint8Array, string]>([
    ['', 'an empty file'],
    ['some text', 'text'],
    ['{"a": 1}', 'JSON'],
    ['<!doctype html>', 'a page of HTML'],
    ['SQLite format 3\0', 'a SQLite database'],
    [Uint8Array.of(0x80, 4, 0x95), 'a Python pickle'],
    [gzipSync('x'), 'a file compressed by gzip'],
    [Uint8Array.of(0, 1, 2), 'binary data'],
  ])('%j', async (content, told) => {
    const folder = await folderOf({ file: content });
    await expect(detect({ a: 'none', b: null }, join(folder, 'file'))).rejects.toMatchObject({
      code: 'input-not-recognised',
      exitCode: 3,
      message: `${join(folder, 'file')} is ${told}, and no parser knows it:\n  a: seen by a`,
      remedy: expect.stringContaining('timeline.parser.type=… (a, b)'),
    });
  });

  test('a folder by its files', async () => {
    const folder = await folderOf({ 'a.txt': '', 'b/c.txt': '', 'b/Makefile': '' });
    await expect(detect({ a: null }, folder)).rejects.toMatchObject({
      message: `${folder} is a folder with 3 files (2 .txt, 1 without ending), and no parser knows it.`,
    });
  });
});
