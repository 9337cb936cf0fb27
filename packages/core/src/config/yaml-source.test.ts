import { describe, expect, test } from 'vitest';
import { plainValue, reach } from './node.js';
import { readYaml } from './yaml-source.js';

async function values(text: string) {
  return plainValue(await readYaml(text, 'a.yaml'));
}

describe('readYaml', () => {
  test.each([
    ['', {}],
    ['# nothing\n', {}],
    ['---\n', {}],
    ['\ufeffa: 1\n', { a: 1 }],
    [
      'a: 9007199254740993\nb: 9007199254740991\nc: -12345678901234567890\n',
      { a: 9007199254740993n, b: 9007199254740991, c: -12345678901234567890n },
    ],
    [
      'a: [null, ~, true, .5, 1e3, .inf, 0x1F, "1", x]',
      { a: [null, null, true, 0.5, 1000, Number.POSITIVE_INFINITY, 31, '1', 'x'] },
    ],
    ['a.b: 1\na: {c: 2}\na.d.e: 3', { a: { b: 1, c: 2, d: { e: 3 } } }],
    ['1: x\ntrue: y', { 1: 'x', true: 'y' }],
    ['a: !!str 5', { a: '5' }],
    ['a: |\n  x\n  y\n', { a: 'x\ny\n' }],
    ['base: &b {x: 1, y: 2}\na: *b', { base: { x: 1, y: 2 }, a: { x: 1, y: 2 } }],
    ['base: &b {x: 1, y: 2}\na: {<<: *b, y: 3}', { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } }],
    [
      'a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc:\n  <<: [*a, *b]',
      { a: { x: 1 }, b: { x: 2, y: 2 }, c: { x: 1, y: 2 } },
    ],
    ['数据: 名字', { 数据: '名字' }],
  ])('%j', async (text, expected) => {
    expect(await values(text)).toEqual(expected);
  });

  test('each setting has the line of its key, each item its own', async () => {
    const root = await readYaml(
      'a:\n  b: 1\n  c:\n    - x\n    - y\nd: &d\n  e: 1\nf: *d\n',
      'a.yaml',
    );
    const line = (...path: string[]) => {
      const { source } = reach(root, path).node;
      return source.kind === 'file' ? source.line : undefined;
    };
    expect([line('a'), line('a', 'b'), line('a', 'c'), line('a', 'c', '1')]).toEqual([1, 2, 3, 5]);
    expect([line('d', 'e'), line('f'), line('f', 'e')]).toEqual([7, 8, 7]);
  });

  test('a key of an object prototype is a name', async () => {
    const root = await readYaml('__proto__: {x: 1}\n', 'a.yaml');
    expect([...root.entries.keys()]).toEqual(['__proto__']);
  });

  test.each([
    ['- 1\n', 1, 'a configuration is a mapping of keys to values'],
    ['\njust text\n', 2, 'a configuration is a mapping of keys to values'],
    ['a: 1\nb: 2\na: 3\n', 3, 'Map keys must be unique'],
    ['a.b: 1\na:\n  b: 2\n', 2, 'b is set twice'],
    ['a: 1\na.b: 2\n', 2, 'a.b is set twice'],
    ['a:\n\t- b\n', 2, 'Tabs are not allowed as indentation'],
    ['a: 1\n---\nb: 2\n', 2, 'there is a second document'],
    ['a: *none\n', 1, 'there is no anchor &none'],
    ['a: &a [*a]\n', 1, 'the value holds itself or is nested too deeply'],
    ['a: !thing x\n', 1, 'Unresolved tag: !thing'],
    ['? [x]\n: 1\n', 1, 'a key must be a single value'],
    ['a: 1\nb..c: 2\n', 2, 'the key "b..c" has an empty name in it'],
    ['a:\n  <<: 5\n', 1, '<< takes mappings only'],
    [
      `a: ${'['.repeat(200)}${']'.repeat(200)}\n`,
      1,
      'the value holds itself or is nested too deeply',
    ],
    [`a: ${'['.repeat(20_000)}`, 1, 'the value is nested too deeply'],
  ])('%# is refused', async (text, line, what) => {
    await expect(readYaml(text, 'conf/a.yaml')).rejects.toMatchObject({
      code: 'config-file-syntax',
      message: `conf/a.yaml:${line}: ${what}`,
      place: { file: 'conf/a.yaml', line },
    });
  });

  test('aliases that multiply are refused', async () => {
    const levels = Array.from({ length: 9 }, (_, index) => {
      const below = index === 0 ? 'x' : `*l${index - 1}`;
      return `l${index}: &l${index} [${Array(9).fill(below).join(', ')}]`;
    });
    await expect(readYaml(levels.join('\n'), 'a.yaml')).rejects.toMatchObject({
      message: expect.stringMatching(/^a\.yaml:\d+: aliases expand to too many values$/),
    });
  });
});
