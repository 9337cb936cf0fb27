import { describe, expect, test } from 'vitest';
import type { RlInsightError } from '../errors/index.js';
import { composeSchema } from './compose.js';
import { resolveConfig } from './resolve.js';

const schema = composeSchema([
  { key: 'output.path', schema: { type: 'string', default: `out\${x}` } },
  { key: 'output.log', schema: { type: ['string', 'null'], default: null } },
  { key: 'runtime.workers', schema: { type: 'integer', minimum: 1, default: 2 } },
  { key: 'runtime.strict', schema: { type: 'boolean', default: false } },
  { key: 'plugins', schema: { type: 'array', items: { type: 'string' }, default: [] } },
  { key: 'views', schema: { type: 'object', additionalProperties: { type: 'integer' } } },
  { key: 'timeline.scale', schema: { type: 'number', default: 0.5 } },
  {
    key: 'group',
    schema: {
      type: 'object',
      properties: { a: { type: 'string', default: 'A' }, b: { type: 'string' } },
    },
  },
  { key: 'any', schema: {} },
]);

const env = {
  HOME: '/home/me',
  N: '8',
  LIST: 'a,b',
  TEXT: `\${any}`,
  EMPTY: '',
  BAD: '{__proto__:1}',
};

function resolve(yaml: string, overrides: string[] = []) {
  return resolveConfig({
    schema,
    overrides,
    configPaths: ['a.yaml'],
    readFile: () => yaml,
    env,
    cwd: '/',
  });
}

describe('values', () => {
  test.each([
    [`output.log: \${runtime.workers}`, 'output.log', '2'],
    [
      `output.log: n\${runtime.workers}-\${timeline.scale}-\${runtime.strict}`,
      'output.log',
      'n2-0.5-false',
    ],
    [`output.log: "\${ output.path }/log"`, 'output.log', `out\${x}/log`],
    [`any: \${runtime.workers}`, 'any', 2],
    [`any: \${plugins}`, 'any', []],
    [`any: \${runtime}`, 'any', { workers: 2, strict: false }],
    [`any: {x: "\${.y}", y: 1, z: {w: "\${..y}"}}`, 'any', { x: 1, y: 1, z: { w: 1 } }],
    [`any: [1, "\${any.0}", "\${any[1]}"]`, 'any', [1, 1, 1]],
    [`any: {k: workers, v: "\${runtime.\${any.k}}"}`, 'any', { k: 'workers', v: 2 }],
    [`output.log: \${output.path}`, 'output.log', `out\${x}`],
    [`output.log: \\\${HOME} costs $5`, 'output.log', `\${HOME} costs $5`],
    [`output.log: \${oc.env:HOME}/x`, 'output.log', '/home/me/x'],
    [`output.log: \${oc.env:EMPTY}`, 'output.log', ''],
    [`output.log: \${oc.env:NONE,null}`, 'output.log', null],
    [`output.log: \${oc.env:NONE,\${output.path}}`, 'output.log', `out\${x}`],
    [`output.log: \${oc.env:HOME,\${oc.env:NONE}}`, 'output.log', '/home/me'],
    [`output.log: \${oc.env:N}`, 'output.log', '8'],
    [`output.log: \${oc.env:TEXT}`, 'output.log', `\${any}`],
    [`runtime.workers: \${oc.env:N}`, 'runtime.workers', 8],
    [`runtime.workers: "1\${oc.env:N}"`, 'runtime.workers', 18],
    [`runtime.workers: \${oc.env:NONE,3}`, 'runtime.workers', 3],
    [`runtime.strict: \${oc.env:NONE,yes}`, 'runtime.strict', true],
    [`plugins: \${oc.env:LIST}`, 'plugins', ['a', 'b']],
    [`plugins: ["\${oc.env:HOME}", b]`, 'plugins', ['/home/me', 'b']],
    [`any: 9007199254740993\nviews: {n: "\${any}"}`, 'views', { n: 9007199254740993n }],
    [`any: 9007199254740993\noutput.log: "\${any}!"`, 'output.log', '9007199254740993!'],
    // A reference in place of a whole group.
    [`any: {b: B}\ngroup: \${any}`, 'group', { a: 'A', b: 'B' }],
    [`any: {b: B}\ngroup: \${any}\noutput.log: \${group.b}`, 'output.log', 'B'],
  ])('%s', async (yaml, key, value) => {
    expect((await resolve(yaml)).get(key)).toEqual(value);
  });

  test.each([
    [`output.log=\${oc.env:HOME}/x`, 'output.log', '/home/me/x'],
    [`output.log='\${output.path}'`, 'output.log', `out\${x}`],
    [`plugins=\${oc.env:LIST}`, 'plugins', ['a', 'b']],
    [`plugins=\${oc.env:NONE,[x,y]}`, 'plugins', ['x', 'y']],
    [`plugins=\${oc.env:HOME},\${oc.env:NONE,b}`, 'plugins', ['/home/me', 'b']],
    [`plugins=[\${oc.env:NONE,a b},c]`, 'plugins', ['a b', 'c']],
    [`runtime.workers=\${oc.env:NONE,5}`, 'runtime.workers', 5],
    [`output.log=\\\${x}`, 'output.log', `\${x}`],
  ])('on the command line: %s', async (word, key, value) => {
    expect((await resolve('', [word])).get(key)).toEqual(value);
  });

  test('a reference sees the layers above its own', async () => {
    const config = await resolve(`output.log: w\${runtime.workers}`, ['runtime.workers=9']);
    expect(config.get('output.log')).toBe('w9');
  });

  test('config_path may refer to the environment and to other words', async () => {
    const paths: string[] = [];
    await resolveConfig({
      schema,
      overrides: [`config_path=[\${oc.env:HOME}/a.yaml,\${output.log}/b.yaml]`, 'output.log=logs'],
      env,
      cwd: '/work',
      readFile: (path) => {
        paths.push(path);
        return '';
      },
    });
    expect(paths).toEqual(['/home/me/a.yaml', '/work/logs/b.yaml']);
  });

  test('~key=value compares the resolved value', async () => {
    const config = await resolve(`output.log: \${oc.env:HOME}`, ['~output.log=/home/me']);
    expect(config.get('output.log')).toBeNull();
  });
});

test('origins', async () => {
  const config = await resolve(
    `any: \${oc.env:HOME}-\${oc.env:N}\noutput.log: \${any}\nruntime.workers: \${oc.env:NONE,3}\ngroup.b: \${output.path}\n`,
  );
  expect(config.origin('any')).toEqual({ kind: 'environment', detail: 'HOME, N' });
  expect(config.origin('output.log')).toEqual({ kind: 'environment', detail: 'HOME, N' });
  expect(config.origin('runtime.workers')).toEqual({ kind: 'file', detail: 'a.yaml:3' });
  expect(config.origin('group.b')).toEqual({ kind: 'file', detail: 'a.yaml:4' });
});

describe('what cannot be resolved', () => {
  const give = `Set NONE, or give a default: \${oc.env:NONE,default}.`;
  const refer = `Refer to a key that has a value, or write \\\${ where no reference is meant.`;
  const own = 'Give one of these keys a value of its own.';

  test.each([
    [
      `\noutput.log: \${oc.env:NONE}`,
      'a.yaml:2: cannot resolve output.log: the environment variable NONE is not set',
      give,
    ],
    [
      `plugins:\n  - a\n  - \${oc.env:NONE}`,
      'a.yaml:3: cannot resolve plugins.1: the environment variable NONE is not set',
      give,
    ],
    [
      `output.log: \${output.paht}`,
      'a.yaml:1: cannot resolve output.log: output.paht has no value; did you mean output.path?',
      refer,
    ],
    [`output.log: \${group.b}`, 'a.yaml:1: cannot resolve output.log: group.b has no value', refer],
    [
      `any: \${group}\noutput.log: \${any.zzz}`,
      'a.yaml:2: cannot resolve output.log: any.zzz has no value',
      refer,
    ],
    [
      `output.log: \${output.path.x}`,
      'a.yaml:1: cannot resolve output.log: output.path.x has no value; did you mean output.path?',
      refer,
    ],
    [
      `output.log: \${output.log}`,
      'a.yaml:1: cannot resolve output.log: it refers to itself: output.log -> output.log',
      own,
    ],
    [
      `any: {a: "\${any}"}`,
      'a.yaml:1: cannot resolve any.a: it refers to itself: any -> any.a -> any',
      own,
    ],
    [
      `output.log: \${env:HOME}`,
      'a.yaml:1: cannot resolve output.log: there is no resolver env',
      `Use \${key} for another key or \${oc.env:NAME,default} for an environment variable.`,
    ],
    [
      `output.log: "\${a"`,
      `a.yaml:1: cannot resolve output.log: \${a does not close`,
      `Write \\\${ where the two characters are meant as they stand.`,
    ],
    [
      `output.log: x\${plugins}`,
      'a.yaml:1: cannot resolve output.log: a list cannot stand inside a text',
      'Refer to a single value, or let the reference be the whole value.',
    ],
    [
      `output.log: x\${runtime}`,
      'a.yaml:1: cannot resolve output.log: a map cannot stand inside a text',
      'Refer to a single value, or let the reference be the whole value.',
    ],
  ])('%s', async (yaml, message, remedy) => {
    await expect(resolve(yaml)).rejects.toMatchObject({
      code: 'config-interpolation',
      exitCode: 2,
      message,
      remedy,
      place: { file: 'a.yaml' },
    });
  });

  test('a cycle over several keys is told once', async () => {
    const yaml = `output.log: \${any}\nany: \${group.b}\ngroup.b: \${output.log}\n`;
    await expect(resolve(yaml)).rejects.toMatchObject({
      message:
        'a.yaml:3: cannot resolve group.b: it refers to itself: output.log -> any -> group.b -> output.log',
    });
  });

  test('on the command line a caret shows it', async () => {
    await expect(resolve('', [`plugins=[a,\${oc.env:NONE}]`])).rejects.toMatchObject({
      message: `cannot resolve plugins.1\nplugins=[a,\${oc.env:NONE}]\n           ^^^^^^^^^^^^^^ the environment variable NONE is not set`,
      place: { key: 'plugins.1' },
    });
  });

  test('the environment brings no key that a file could not', async () => {
    await expect(resolve(`views: \${oc.env:BAD}`)).rejects.toMatchObject({
      message:
        'a.yaml:1: views must be a map, not "{__proto__:1}" from the environment variable BAD',
    });
    await expect(resolve(`any: {zzz: 1}\ngroup: \${any}`)).rejects.toMatchObject({
      message: 'a.yaml:2: unknown key group.zzz\nkeys next to it: group.a, group.b',
    });
  });

  test('chains and texts have limits', async () => {
    const chain = Array.from({ length: 150 }, (_, index) => `  k${index}: \${any.k${index + 1}}`);
    const text = `any:\n${chain.join('\n')}\n  k150: 1\noutput.log: \${any.k0}\n`;
    await expect(resolve(text)).rejects.toMatchObject({
      message: expect.stringContaining('the chain of references is longer than 100'),
    });
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `  k${index + 1}: \${any.k${index}}\${any.k${index}}`,
    );
    const error = await resolve(`any:\n  k0: ab\n${doubling.join('\n')}\n`).catch(
      (reason: RlInsightError) => reason,
    );
    expect(error).toMatchObject({
      message: expect.stringContaining('the text grows beyond 1000000 characters'),
    });
  });
});
