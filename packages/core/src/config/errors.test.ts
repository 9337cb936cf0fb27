import { describe, expect, test } from 'vitest';
import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import { composeSchema } from './compose.js';
import type { ConfigRequest } from './resolve.js';
import { resolveConfig } from './resolve.js';

const schema = composeSchema([
  { key: 'input.path', schema: { type: 'string', description: 'capture to read' } },
  { key: 'output.path', schema: { type: 'string', default: 'output' } },
  {
    key: 'output.language',
    schema: { type: 'string', enum: ['auto', 'zh', 'en'], default: 'auto' },
  },
  {
    key: 'timeline.reader.type',
    schema: { type: 'string', enum: ['csv', 'chrome'], description: 'what reads it' },
  },
  { key: 'timeline.reader.role', schema: { type: ['string', 'null'], default: null } },
  { key: 'timeline.scale', schema: { type: 'number', exclusiveMinimum: 0, default: 1 } },
  { key: 'runtime.workers', schema: { type: 'integer', minimum: 1, default: 2 } },
  { key: 'runtime.verbose', schema: { type: 'boolean' } },
  { key: 'plugins', schema: { type: 'array', items: { type: 'string' }, default: [] } },
  { key: 'labels', schema: { type: 'object', additionalProperties: { type: 'integer' } } },
  {
    key: 'views',
    schema: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
  {
    key: 'split',
    schema: {
      anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
      default: 1,
    },
  },
]);

interface Input {
  readonly words?: string[];
  readonly yaml?: string;
  readonly request?: Partial<ConfigRequest>;
}

async function refusal({ words = [], yaml, request }: Input): Promise<RlInsightError> {
  try {
    await resolveConfig({
      schema,
      overrides: words,
      configPaths: yaml === undefined ? [] : ['conf/a.yaml'],
      readFile: () => yaml ?? '',
      env: { SHARDS: 'many' },
      cwd: '/work',
      ...request,
    });
  } catch (error) {
    if (isRlInsightError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

interface Expected {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly place?: object;
}

const correctKey = 'Correct the key; --help lists all keys.';

describe.each<[string, [Input, Expected][]]>([
  [
    'unknown keys',
    [
      [
        { words: ['timeline.readr.type=csv'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key timeline.readr.type; did you mean timeline.reader.type?\n' +
            'keys next to it: timeline.reader.role',
          remedy: correctKey,
          place: { key: 'timeline.readr.type' },
        },
      ],
      [
        { words: ['+timeline.nothing=1'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key timeline.nothing\nkeys next to it: timeline.reader.*, timeline.scale',
          remedy: correctKey,
        },
      ],
      [
        { words: ['~timeline.nothing'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key timeline.nothing\nkeys next to it: timeline.reader.*, timeline.scale',
        },
      ],
      [
        { words: ['~labels.absent'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key labels.absent\nkeys next to it: preset, config_path, input.*, output.*, timeline.*, runtime.*, plugins, labels, views, split',
        },
      ],
      [
        { words: ['labels.__proto__.x=1'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key labels.__proto__.x\nkeys next to it: preset, config_path, input.*, output.*, timeline.*, runtime.*, plugins, labels, views, split',
        },
      ],
      [
        { words: ['labels={a:1,constructor:2}'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key labels.constructor\n' +
            'labels={a:1,constructor:2}\n' +
            '                        ^ is not known here\n' +
            'keys next to it: preset, config_path, input.*, output.*, timeline.*, runtime.*, plugins, labels, views, split',
        },
      ],
      [
        { words: ['views=[{name:a},{nam:b}]'] },
        {
          code: 'config-unknown-key',
          message:
            'unknown key views.1.nam; did you mean views.1.name?\n' +
            'views=[{name:a},{nam:b}]\n' +
            '                     ^ is not known here',
        },
      ],
      [
        { yaml: 'timeline:\n  reader:\n    typ: csv\n' },
        {
          code: 'config-unknown-key',
          message:
            'conf/a.yaml:3: unknown key timeline.reader.typ; did you mean timeline.reader.type?\n' +
            'keys next to it: timeline.reader.role',
          place: { key: 'timeline.reader.typ', file: 'conf/a.yaml', line: 3 },
        },
      ],
      [
        { yaml: 'timelines:\n  reader:\n    type: csv\n' },
        {
          code: 'config-unknown-key',
          message:
            'conf/a.yaml:1: unknown key timelines; did you mean timeline?\n' +
            'keys next to it: preset, config_path, input.*, output.*, timeline.*, runtime.*, plugins, labels, views, split',
        },
      ],
      [
        { request: { presets: { p: { runtime: { wrkers: 1 } } } } },
        {
          code: 'config-unknown-key',
          message:
            'preset p: unknown key runtime.wrkers; did you mean runtime.workers?\n' +
            'keys next to it: runtime.verbose',
        },
      ],
    ],
  ],
  [
    'wrong types',
    [
      [
        { words: ['runtime.workers=abc'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for runtime.workers\n' +
            'runtime.workers=abc\n' +
            '                ^^^ must be an integer of at least 1',
          remedy: 'Give runtime.workers an integer of at least 1.',
          place: { key: 'runtime.workers' },
        },
      ],
      [
        { words: ['++runtime.workers=0'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for runtime.workers\n' +
            '++runtime.workers=0\n' +
            '                  ^ must be an integer of at least 1',
        },
      ],
      [
        { words: ['runtime.workers='] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for runtime.workers\n' +
            'runtime.workers=\n' +
            '                ^ must be an integer of at least 1',
        },
      ],
      [
        { words: ["runtime.workers='8'"] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for runtime.workers\n' +
            "runtime.workers='8'\n" +
            '                ^^^ must be an integer of at least 1',
        },
      ],
      ...['inf', '2.5', '[1,2]', '数据'].map((value): [Input, Expected] => [
        { words: [`runtime.workers=${value}`] },
        {
          code: 'config-wrong-type',
          message: `wrong value for runtime.workers\nruntime.workers=${value}\n${' '.repeat(16)}${'^'.repeat(value === '数据' ? 4 : value.length)} must be an integer of at least 1`,
        },
      ]),
      [
        { words: ['timeline.scale=nan'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for timeline.scale\n' +
            'timeline.scale=nan\n' +
            '               ^^^ must be a number above 0',
        },
      ],
      [
        { words: ['output.language=eng'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for output.language\n' +
            'output.language=eng\n' +
            '                ^^^ must be one of auto, en, zh; did you mean en?',
          remedy: 'Give output.language one of auto, en, zh.',
        },
      ],
      [
        { words: ['plugins=[a,[b],c]'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for plugins.1\n' +
            'plugins=[a,[b],c]\n' +
            '           ^^^ must be a string',
          place: { key: 'plugins.1' },
        },
      ],
      [
        { words: ['labels={a:1,b:x y}'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for labels.b\nlabels={a:1,b:x y}\n              ^^^ must be an integer',
        },
      ],
      [
        { words: ['split=[1,x]'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for split\n' +
            'split=[1,x]\n' +
            '      ^^^^^ must be an integer or a list of integers',
        },
      ],
      [
        { words: ['timeline.reader=csv'] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for timeline.reader\n' +
            'timeline.reader=csv\n' +
            '                ^^^ must be a map with the keys type, role',
        },
      ],
      [
        { words: [`runtime.workers=\${oc.env:SHARDS}`] },
        {
          code: 'config-wrong-type',
          message:
            'wrong value for runtime.workers\n' +
            `runtime.workers=\${oc.env:SHARDS}\n` +
            '                ^^^^^^^^^^^^^^^^ must be an integer of at least 1, not "many" from the environment variable SHARDS',
        },
      ],
      [
        { yaml: '# first\nruntime:\n  workers: "8"\n' },
        {
          code: 'config-wrong-type',
          message: 'conf/a.yaml:3: runtime.workers must be an integer of at least 1, not "8"',
          place: { key: 'runtime.workers', file: 'conf/a.yaml', line: 3 },
        },
      ],
      [
        { yaml: 'plugins:\n  - a\n  - [b]\n' },
        {
          code: 'config-wrong-type',
          message: 'conf/a.yaml:3: plugins.1 must be a string, not ["b"]',
        },
      ],
      [
        { yaml: 'output:\n  path: {a: 1}\n' },
        {
          code: 'config-wrong-type',
          message: 'conf/a.yaml:2: output.path must be a string, not {"a": 1}',
        },
      ],
      [
        { yaml: 'timeline: 5\n' },
        {
          code: 'config-wrong-type',
          message: 'conf/a.yaml:1: timeline must be a map with the keys reader, scale, not 5',
        },
      ],
      [
        { request: { presets: { p: { runtime: { workers: 0 } } } } },
        {
          code: 'config-wrong-type',
          message: 'preset p: runtime.workers must be an integer of at least 1, not 0',
        },
      ],
    ],
  ],
  [
    'signs and sweeps',
    [
      [
        { words: ['runtime.workers=1,2'] },
        {
          code: 'config-sweep',
          message:
            'sweeps are not supported\n' +
            'runtime.workers=1,2\n' +
            '                ^^^ runtime.workers takes one value',
          remedy:
            'Run the command once for each value; where a list is meant, write runtime.workers=[a,b].',
          place: { key: 'runtime.workers' },
        },
      ],
      [
        { words: ['+output.path=x'] },
        {
          code: 'config-needless-plus',
          message:
            'output.path is a key of the configuration and need not be added\n' +
            '+output.path=x\n' +
            '^ leave the + out',
          remedy: 'Write output.path=x.',
          place: { key: 'output.path' },
        },
      ],
      [
        { words: ['~output.path=x'] },
        {
          code: 'config-reset-mismatch',
          message:
            'output.path does not have the value that is to be taken back\n' +
            '~output.path=x\n' +
            '             ^ is output',
          remedy: 'Write ~output.path to put it back to its default whatever its value is.',
          place: { key: 'output.path' },
        },
      ],
      [
        { words: ['~input.path=x'] },
        {
          code: 'config-reset-mismatch',
          message:
            'input.path does not have the value that is to be taken back\n' +
            '~input.path=x\n' +
            '            ^ is not set',
        },
      ],
      [
        { words: ['plugins=[a,b'] },
        {
          code: 'config-syntax',
          message: 'cannot read the argument\nplugins=[a,b\n        ^ does not close',
          place: { key: 'plugins' },
        },
      ],
    ],
  ],
  [
    'missing keys',
    [
      [
        { request: { required: ['input.path', 'timeline.reader.type', 'runtime.verbose'] } },
        {
          code: 'config-missing-key',
          message:
            '3 required keys have no value:\n' +
            '  input.path: capture to read\n' +
            '  timeline.reader.type: what reads it; one of chrome, csv\n' +
            '  runtime.verbose',
          remedy:
            'Add input.path=… timeline.reader.type=… runtime.verbose=… to the command line, or set them in a file named by config_path.',
          place: { key: 'input.path' },
        },
      ],
      [
        { yaml: 'input.path: null\n', request: { required: ['input.path'] } },
        {
          code: 'config-missing-key',
          message: 'a required key has no value:\n  input.path: capture to read',
          remedy: 'Add input.path=… to the command line, or set it in a file named by config_path.',
        },
      ],
      [
        {
          request: {
            schema: composeSchema([
              {
                key: 'a',
                schema: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
              },
            ]),
          },
        },
        { code: 'config-missing-key', message: 'a required key has no value:\n  a.b' },
      ],
      // What is misspelt, refused or unreadable is not told as missing on top.
      [
        {
          words: ['inptu.path=x', 'timeline.reader.type=xml', 'runtime.verbose'],
          request: { required: ['input.path', 'timeline.reader.type', 'runtime.verbose'] },
        },
        {
          code: 'config-invalid',
          message:
            '3 problems in the configuration:\n' +
            '- cannot read argument 3\n' +
            '  runtime.verbose\n' +
            '  ^^^^^^^^^^^^^^^ has no value\n' +
            '- unknown key inptu.path; did you mean input.path?\n' +
            '- wrong value for timeline.reader.type\n' +
            '  timeline.reader.type=xml\n' +
            '                       ^^^ must be one of chrome, csv',
          remedy:
            'Write runtime.verbose=VALUE, or runtime.verbose= for the empty text. Correct the key; --help lists all keys. Give timeline.reader.type one of chrome, csv.',
          place: { key: 'runtime.verbose' },
        },
      ],
    ],
  ],
  [
    'presets',
    [
      [
        {
          words: ['preset=timelin'],
          request: { presets: { timeline: {}, other: {} }, required: ['input.path'] },
        },
        {
          code: 'config-unknown-preset',
          message: 'unknown preset timelin; did you mean timeline?',
          remedy: 'Use one of other, timeline.',
          place: { key: 'preset' },
        },
      ],
      [
        { yaml: 'preset: x\n' },
        {
          code: 'config-unknown-preset',
          message: 'conf/a.yaml:1: unknown preset x',
          remedy: 'Leave preset out: there are none.',
          place: { key: 'preset', file: 'conf/a.yaml', line: 1 },
        },
      ],
    ],
  ],
  [
    'files',
    [
      [
        {
          words: ['config_path=no.yaml'],
          request: {
            required: ['input.path'],
            readFile: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' })),
          },
        },
        {
          code: 'config-file-not-found',
          message: 'there is no file no.yaml',
          remedy:
            'Correct the path in config_path; a relative path starts at the working directory.',
          place: { key: 'config_path', file: 'no.yaml' },
        },
      ],
      [
        {
          words: ['config_path=dir'],
          request: {
            readFile: () => {
              throw new Error('EISDIR: illegal operation');
            },
          },
        },
        {
          code: 'config-file-unreadable',
          message: 'cannot read dir: EISDIR: illegal operation',
          remedy: 'Name a readable YAML file in config_path.',
        },
      ],
      [
        { yaml: 'a: 1\nb: [\n' },
        {
          code: 'config-file-syntax',
          message:
            'conf/a.yaml:3: Flow sequence in block collection must be sufficiently indented and end with a ]',
          remedy: 'Correct the YAML at that line.',
          place: { file: 'conf/a.yaml', line: 3 },
        },
      ],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j', async (input, { code, message, remedy, place }) => {
    const error = await refusal(input);
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ code, exitCode: 2 });
    if (remedy !== undefined) expect(error.remedy).toBe(remedy);
    if (place !== undefined) expect(error.place).toEqual(place);
  });
});

test('several errors of one kind keep their code, and are the cause of the one that tells them', async () => {
  const error = await refusal({
    words: ['runtime.workers=a', 'timeline.scale=b', 'timeline.scale=b'],
  });
  expect(error.code).toBe('config-wrong-type');
  expect(error.message).toBe(
    '2 problems in the configuration:\n' +
      '- wrong value for timeline.scale\n' +
      '  timeline.scale=b\n' +
      '                 ^ must be a number above 0\n' +
      '- wrong value for runtime.workers\n' +
      '  runtime.workers=a\n' +
      '                  ^ must be an integer of at least 1',
  );
  expect((error.cause as AggregateError).errors).toHaveLength(2);
});

test('of a very long word, what is around the place is shown', async () => {
  const word = `plugins=[${'a,'.repeat(5000)}[b]${',c'.repeat(5000)}]`;
  const { message } = await refusal({ words: [word] });
  const [, shown = '', carets = ''] = message.split('\n');
  expect(shown.length).toBeLessThan(250);
  expect(shown.startsWith('…') && shown.endsWith('…')).toBe(true);
  expect(carets.indexOf('^')).toBe(shown.indexOf('[b]'));
});

test('many neighbours are cut short', async () => {
  const wide = composeSchema(
    Array.from({ length: 20 }, (_, index) => ({ key: `k${index}`, schema: { type: 'string' } })),
  );
  const { message } = await refusal({ words: ['unrelated=1'], request: { schema: wide } });
  expect(message).toMatch(/: preset, config_path, k0, .*, k9 and 10 more$/);
});
