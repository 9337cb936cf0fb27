import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRlInsightError } from '../errors/index.js';
import { composeSchema } from './compose.js';
import { parseOverride } from './override.js';
import type { ConfigRequest } from './resolve.js';
import { resolveConfig } from './resolve.js';
import type { ConfigMap } from './value.js';

const schema = composeSchema([
  { key: 'input.path', schema: { type: 'string' } },
  { key: 'input.ranks', schema: { type: ['string', 'array'], items: {}, default: 'all' } },
  { key: 'output.path', schema: { type: 'string', default: 'output' } },
  { key: 'timeline.reader.type', schema: { type: 'string' } },
  { key: 'timeline.reader.role', schema: { type: ['string', 'null'], default: null } },
  { key: 'timeline.reader.strict', schema: { type: 'boolean', default: false } },
  { key: 'timeline.scale', schema: { type: 'number', default: 1 } },
  { key: 'runtime.workers', schema: { type: 'integer', minimum: 1, default: 2 } },
  { key: 'runtime.limit', schema: { type: ['integer', 'null'], default: null } },
  { key: 'plugins', schema: { type: 'array', items: { type: 'string' }, default: [] } },
  { key: 'labels', schema: { type: 'object', additionalProperties: true, default: { x: 0 } } },
  {
    key: 'views',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, depth: { type: 'integer', default: 3 } },
      },
    },
  },
]);

const presets = { timeline: { timeline: { reader: { type: 'csv', role: 'actor' } } } };

function resolve(overrides: string[], more: Partial<ConfigRequest> & { files?: ConfigMap } = {}) {
  const { files = {}, ...request } = more;
  return resolveConfig({
    schema,
    presets,
    overrides,
    env: {},
    cwd: '/work',
    readFile: (path) => String(files[path]),
    ...request,
  });
}

describe('layers', () => {
  const files = {
    '/work/a.yaml': 'timeline: {reader: {type: a, strict: true}}\nruntime.workers: 4\n',
    '/elsewhere/b.yaml': 'timeline:\n  reader:\n    type: b\nlabels: {y: 1}\n',
  };

  test('defaults, preset, files in order, command line in order', async () => {
    const config = await resolve(
      ['timeline.reader.type=first', 'config_path=[a.yaml,/elsewhere/b.yaml]', 'labels.z=2'],
      { files },
    );
    expect(config.values).toEqual({
      preset: 'timeline',
      config_path: ['a.yaml', '/elsewhere/b.yaml'],
      input: { ranks: 'all' },
      output: { path: 'output' },
      timeline: { reader: { type: 'first', role: 'actor', strict: true }, scale: 1 },
      runtime: { workers: 4, limit: null },
      plugins: [],
      labels: { x: 0, y: 1, z: 2 },
    });
    const origins = config.entries().map(({ key, origin }) => [key, origin.kind, origin.detail]);
    expect(origins).toEqual([
      ['preset', 'default', 'inferred from timeline.reader.type'],
      ['config_path', 'command line', 'config_path=[a.yaml,/elsewhere/b.yaml]'],
      ['input.ranks', 'default', ''],
      ['output.path', 'default', ''],
      ['timeline.reader.type', 'command line', 'timeline.reader.type=first'],
      ['timeline.reader.role', 'preset', 'timeline'],
      ['timeline.reader.strict', 'file', 'a.yaml:1'],
      ['timeline.scale', 'default', ''],
      ['runtime.workers', 'file', 'a.yaml:2'],
      ['runtime.limit', 'default', ''],
      ['plugins', 'default', ''],
      ['labels.x', 'default', ''],
      ['labels.y', 'file', '/elsewhere/b.yaml:4'],
      ['labels.z', 'command line', 'labels.z=2'],
    ]);
  });

  test('a later file and a later word win; the order of config_path among the words is nothing', async () => {
    const config = await resolve(
      ['runtime.workers=7', 'config_path=a.yaml,/elsewhere/b.yaml', 'runtime.workers=8'],
      { files },
    );
    expect(config.get('timeline.reader.type')).toBe('b');
    expect(config.get('runtime.workers')).toBe(8);
  });

  test('files named by the program come before those of the command line', async () => {
    const request = { files, configPaths: ['/elsewhere/b.yaml'] };
    expect((await resolve(['config_path=a.yaml'], request)).get('timeline.reader.type')).toBe('a');
  });

  test('lists replace, maps merge', async () => {
    const config = await resolve([
      'plugins=[a,b]',
      'plugins=[c]',
      'labels={a:{b:1}}',
      'labels.a.c=2',
    ]);
    expect(config.get('plugins')).toEqual(['c']);
    expect(config.get('labels')).toEqual({ x: 0, a: { b: 1, c: 2 } });
  });

  test('maps in lists get their defaults', async () => {
    const config = await resolve(['views=[{name:a},{depth:1}]']);
    expect(config.get('views')).toEqual([{ name: 'a', depth: 3 }, { depth: 1 }]);
  });

  test('a heading without keys in a file says nothing', async () => {
    const config = await resolve([], {
      files: { '/work/c.yaml': 'timeline:\n' },
      configPaths: ['c.yaml'],
    });
    expect(config.get('timeline.scale')).toBe(1);
  });
});

describe('preset', () => {
  const three = { ...presets, other: { output: { path: 'o' } }, third: {} };

  test.each([
    [['preset=other', 'timeline.scale=2'], 'other', 'command line', 'preset=other'],
    [['output.path=x', 'timeline.scale=2'], 'timeline', 'default', 'inferred from timeline.scale'],
    [['output.path=x'], null, 'default', ''],
    [['preset=other', '~preset'], null, 'default', ''],
    [['preset=null', 'timeline.scale=2'], 'timeline', 'default', 'inferred from timeline.scale'],
    [['config_path=p.yaml'], 'third', 'file', 'p.yaml:1'],
    [['config_path=p.yaml', 'preset=other'], 'other', 'command line', 'preset=other'],
  ])('%j', async (words, name, kind, detail) => {
    const files = { '/work/p.yaml': 'preset: third\n' };
    const config = await resolve(words, { presets: three, files });
    expect(config.get('preset')).toBe(name);
    expect(config.origin('preset')).toEqual({ kind, detail });
  });

  test('the only one is taken, unless nothing is to be inferred', async () => {
    expect((await resolve([])).origin('preset').detail).toBe('the only preset');
    const config = await resolve(['timeline.scale=2'], { inferPreset: false });
    expect(config.get('preset')).toBeNull();
    expect(config.get('timeline.reader.type')).toBeUndefined();
  });
});

describe('what the schema makes of a text', () => {
  test.each([
    ['output.path=123', '123'],
    ['output.path=null', 'null'],
    ['output.path=true', 'true'],
    ['output.path=', ''],
    ['output.path=a=b=c', 'a=b=c'],
    ['output.path=[x]', '[x]'],
    ['output.path={x', '{x'],
    ['output.path=a,b', 'a,b'],
    ['output.path= x ', ' x '],
    ["output.path='a b'", 'a b'],
    ['output.path=C:\\new dir\\x\\', 'C:\\new dir\\x\\'],
    ['output.path=\\\\host\\share', '\\\\host\\share'],
    ['output.path=数据@1%#|', '数据@1%#|'],
    ['++output.path=x', 'x'],
    ['timeline.reader.role=null', null],
    ["timeline.reader.role='null'", 'null'],
    ['timeline.reader.role=1e3', '1e3'],
    ['timeline.reader.strict=True', true],
    ['timeline.reader.strict=off', false],
    ['timeline.scale=.5', 0.5],
    ['timeline.scale=inf', Number.POSITIVE_INFINITY],
    ['timeline.scale=nan', Number.NaN],
    ['timeline.scale=9007199254740993', 9007199254740993n],
    ['runtime.workers= 8 ', 8],
    ['runtime.workers=1e3', 1000],
    ['runtime.workers=08', 8],
    ['runtime.workers=18446744073709551615', 18446744073709551615n],
    ['runtime.limit=null', null],
    ['input.ranks=0,3,8-15', '0,3,8-15'],
    ['input.ranks=3', '3'],
    ['input.ranks=[0,3,8-15]', [0, 3, '8-15']],
    ['plugins=a,b', ['a', 'b']],
    ['plugins=a', ['a']],
    ['plugins=', []],
    ['plugins=1, null', ['1', 'null']],
    ["plugins='a,b',c", ['a,b', 'c']],
    ['plugins=[]', []],
    ['labels.n=1_000', 1000],
    ['+labels.n.deep=x', 'x'],
    ['labels.n=a,b', 'a,b'],
    ['labels.n=[a,{b:1}]', ['a', { b: 1 }]],
  ])('%s', async (word, value) => {
    const config = await resolve([word]);
    const { key } = parseOverride(word);
    expect(config.get(key)).toEqual(value);
    expect(config.origin(key)).toEqual({ kind: 'command line', detail: word });
  });

  test('a plain scalar of a file is what its schema wants, a quoted one is text', async () => {
    const text =
      'output.path: 1.10\nruntime: {workers: 1_0, limit: 0x10}\ntimeline.reader.role: ~\nlabels: {a: 1_0, b: "5", c: yes}\n';
    const config = await resolve(['config_path=t.yaml'], { files: { '/work/t.yaml': text } });
    expect(config.values).toMatchObject({
      output: { path: '1.10' },
      runtime: { workers: 10, limit: 16 },
      timeline: { reader: { role: null } },
      labels: { a: '1_0', b: '5', c: 'yes' },
    });
  });

  test('any text is untouched where a string is wanted', async () => {
    const texts = fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom(...`[]{}'"\\,:=.~+ a1`) }),
      )
      .filter((text) => !/^\s*(['"]).*\1\s*$/s.test(text) && !text.includes('$'));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect((await resolve([`output.path=${text}`])).get('output.path')).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test('whatever the words are, only our errors are thrown', async () => {
    const key = fc.constantFrom(
      'output.path',
      'runtime.workers',
      'plugins',
      'labels.a',
      'views',
      'timeline',
      'a.b',
    );
    const value = fc.string({
      unit: fc.constantFrom(...'[]{}\'"\\,:=.~+$ a1', `\${`, 'oc.env:', '-9'),
    });
    const word = fc
      .tuple(fc.constantFrom('', '+', '++', '~'), key, fc.constantFrom('=', ''), value)
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, fc.string()), { maxLength: 4 }), async (words) => {
        try {
          await resolve(words);
        } catch (error) {
          expect(isRlInsightError(error)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('~key', () => {
  const files = { '/work/a.yaml': 'runtime.workers: 4\nlabels: {x: 5, y: 6}\n' };

  test('puts a key, a group or an added key back', async () => {
    const words = [
      'config_path=a.yaml',
      '~runtime.workers',
      'timeline.scale=5',
      '~timeline',
      '~labels.y',
      '~labels.x',
    ];
    const config = await resolve(words, { files });
    expect(config.values).toMatchObject({ runtime: { workers: 2 }, labels: { x: 0 } });
    expect(config.get('labels')).toEqual({ x: 0 });
    expect(config.get('timeline')).toEqual({ reader: { role: null, strict: false }, scale: 1 });
    expect(config.origin('runtime.workers').kind).toBe('default');
  });

  test('a later word sets it again', async () => {
    expect((await resolve(['~runtime.workers', 'runtime.workers=3'])).get('runtime.workers')).toBe(
      3,
    );
  });

  test('with the value it has, whatever way it is written', async () => {
    const words = ['plugins=a,b', 'runtime.workers=1_0', '~plugins=[a,b]', '~runtime.workers=10'];
    expect((await resolve(words)).values).toMatchObject({ plugins: [], runtime: { workers: 2 } });
  });
});

describe('ResolvedConfig', () => {
  test('is frozen all through', async () => {
    const { values } = await resolve(['views=[{name:a}]', 'labels.a={b:[1]}']);
    const all: object[] = [values];
    for (const item of all) {
      expect(Object.isFrozen(item)).toBe(true);
      all.push(
        ...Object.values(item).filter((value) => typeof value === 'object' && value !== null),
      );
    }
    expect(all.length).toBeGreaterThan(8);
  });

  test('get takes groups and leaves, and refuses keys that nobody declared', async () => {
    const config = await resolve(['labels.a.b=1']);
    expect(config.get('runtime')).toEqual({ workers: 2, limit: null });
    expect(config.get('input.path')).toBeUndefined();
    expect(config.get('labels.nothing')).toBeUndefined();
    expect(() => config.get('runtime.wrkers')).toThrow('no key runtime.wrkers in the schema');
    expect(() => config.origin('labels.constructor')).toThrow('no key labels.constructor');
  });

  test('the origin of a group is that of what was set last in it', async () => {
    const config = await resolve(['timeline.scale=3']);
    expect(config.origin('timeline')).toEqual({ kind: 'command line', detail: 'timeline.scale=3' });
    expect(config.origin('timeline.reader')).toEqual({ kind: 'preset', detail: 'timeline' });
    expect(config.origin('input.path')).toEqual({ kind: 'default', detail: '' });
  });

  test('words can be parsed before', async () => {
    const config = await resolveConfig({
      schema,
      overrides: [parseOverride('runtime.workers=3')],
      env: {},
    });
    expect(config.get('runtime.workers')).toBe(3);
  });

  test('files come from the disk, the environment and the working directory from the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'config-'));
    const file = join(folder, '配置 a.yaml');
    await writeFile(file, `output.path: \${oc.env:PATH}\n`);
    const words = [`config_path=${file}`];
    const config = await resolveConfig({ schema, overrides: words });
    expect(config.get('output.path')).toBe(process.env.PATH);
    await rm(folder, { recursive: true });
    await expect(resolveConfig({ schema, overrides: words })).rejects.toMatchObject({
      code: 'config-file-not-found',
      place: { file },
    });
  });

  test('preset and config_path of the caller stand', async () => {
    const own = composeSchema([
      { key: 'config_path', schema: { type: ['string', 'null'], default: 'd' } },
    ]);
    const config = await resolveConfig({
      schema: own,
      overrides: ['config_path=x.yaml'],
      cwd: '/w',
      readFile: (path) => `# ${path}`,
    });
    expect(config.values).toEqual({ preset: null, config_path: 'x.yaml' });
  });
});

describe('faults of the schema', () => {
  test.each([
    [
      { type: 'integer', default: 'x' } as const,
      {},
      'the default of a must be an integer, not "x"',
    ],
    [{ type: 'string', pattern: '(' } as const, {}, 'the configuration schema is wrong: '],
    [{ type: 'string' } as const, { required: ['b'] }, 'the required key b is not in the schema'],
  ])('%j are assertions', async (leaf, request, message) => {
    const wrong = composeSchema([{ key: 'a', schema: leaf }]);
    await expect(resolveConfig({ schema: wrong, ...request })).rejects.toMatchObject({
      code: 'ERR_ASSERTION',
      message: expect.stringContaining(message),
    });
  });
});
