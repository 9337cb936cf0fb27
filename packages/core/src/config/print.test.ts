import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { composeSchema } from './compose.js';
import { printConfig } from './print.js';
import { resolveConfig } from './resolve.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { isConfigList, isConfigMap, narrowInteger } from './value.js';

const schema = composeSchema([
  { key: 'output.path', schema: { type: 'string', default: 'output' } },
  { key: 'timeline.reader.type', schema: { type: 'string' } },
  { key: 'timeline.scale', schema: { type: 'number', default: 0.5 } },
  { key: 'empty.group', schema: { type: 'string' } },
  { key: 'plugins', schema: { type: 'array', items: { type: 'string' }, default: [] } },
  { key: 'labels', schema: { type: 'object', additionalProperties: true, default: {} } },
]);

const example = () =>
  resolveConfig({
    schema,
    presets: { timeline: { timeline: { reader: { type: 'csv' } } } },
    overrides: ['config_path=a.yaml', 'plugins=a b,"c,d"', 'labels.id=18446744073709551615'],
    readFile: () => `output.path: \${oc.env:OUT}\nlabels:\n  note: "a\\nb # c"\n  yes: no\n`,
    env: { OUT: 'C:\\out' },
    cwd: '/',
  });

test('YAML with origins', async () => {
  const text = await printConfig(await example(), { format: 'yaml', origins: true });
  expect(text).toBe(
    `\
preset: timeline           # default: the only preset
config_path: [a.yaml]      # command line: config_path=a.yaml
output:
  path: C:\\out             # environment OUT
timeline:
  reader:
    type: csv              # preset timeline
  scale: 0.5               # default
empty: {}
plugins: [a b, "c,d"]      # command line: plugins=a b,"c,d"
labels:
  note: "a\\nb # c"         # a.yaml:3
  "yes": "no"              # a.yaml:4
  id: 18446744073709551615 # command line: labels.id=18446744073709551615
`,
  );
});

test('YAML without', async () => {
  const text = await printConfig(await example(), { format: 'yaml', origins: false });
  expect(text).not.toContain(' # a.yaml');
  expect(text).toContain('  id: 18446744073709551615\n');
});

test('JSON with origins is flat', async () => {
  const text = await printConfig(await example(), { format: 'json', origins: true });
  expect(text).toContain('    "value": 18446744073709551615,\n');
  const flat = JSON.parse(text) as Record<string, unknown>;
  expect(flat['output.path']).toEqual({
    value: 'C:\\out',
    origin: { kind: 'environment', detail: 'OUT' },
  });
  expect(Object.keys(flat)).toEqual((await example()).entries().map(({ key }) => key));
});

test('JSON without is the values', async () => {
  const resolved = await resolveConfig({ schema, overrides: ['labels.n=-inf', 'labels.m={}'] });
  const text = await printConfig(resolved, { format: 'json', origins: false });
  expect(JSON.parse(text)).toEqual({ ...resolved.values, labels: { n: '-inf', m: {} } });
});

test('a long value does not move the other origins, a line end in one does not end the comment', async () => {
  const overrides = [`output.path=${'x'.repeat(200)}`, "plugins='a\nb: c'"];
  const resolved = await resolveConfig({ schema, overrides });
  const text = await printConfig(resolved, { format: 'yaml', origins: true });
  expect(text).toContain('plugins: ["a\\nb: c"] # command line: plugins=\'a\\nb: c\'\n');
  expect(parse(text)).toEqual(resolved.values);
});

describe('what is printed is read back', () => {
  // Negative zero has no notation of its own here.
  const number = fc.double().map((value) => value + 0);
  const scalar = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`\\$\{}'"[],:#-&*!|>%@ \n\ta1._~?`) }),
    fc.constantFrom(
      'null',
      'true',
      'yes',
      '1_000',
      '0x1F',
      '1e3',
      '.inf',
      '---',
      '<<',
      '=',
      '12:30',
      '2020-01-01',
    ),
    fc.bigInt().map(narrowInteger),
    number,
    fc.boolean(),
    fc.constant(null),
  );
  const name = fc
    .oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('<', 'null', 'yes', '1'))
    .filter((text) => !/^$|\.|^<<$|^(?:__proto__|constructor|prototype)$/.test(text));
  const { value } = fc.letrec<{ value: ConfigValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }).map((map): ConfigMap => ({ ...map })),
    ),
  }));
  const labels = fc.dictionary(name, value, { maxKeys: 5 }).map((map): ConfigMap => ({ ...map }));

  test('by this package', async () => {
    await fc.assert(
      fc.asyncProperty(labels, fc.boolean(), async (map, origins) => {
        const presets = { p: { labels: escaped(map) as ConfigMap } };
        const resolved = await resolveConfig({ schema, presets });
        expect(resolved.get('labels')).toEqual(map);
        const text = await printConfig(resolved, { format: 'yaml', origins });
        const again = await resolveConfig({
          schema,
          presets,
          configPaths: ['x'],
          readFile: () => text,
        });
        expect(again.values).toEqual(resolved.values);
      }),
      { numRuns: 150 },
    );
  });

  test('by any YAML reader, but for escaped references', async () => {
    await fc.assert(
      fc.asyncProperty(labels, async (map) => {
        const presets = { p: { labels: map } };
        fc.pre(!JSON.stringify(plain(map)).includes(`\${`));
        const resolved = await resolveConfig({ schema, presets });
        const text = await printConfig(resolved, { format: 'yaml', origins: true });
        expect(plain(parse(text, { intAsBigInt: true }))).toEqual(plain(resolved.values));
      }),
      { numRuns: 150 },
    );
  });

  function escaped(value: ConfigValue): ConfigValue {
    if (typeof value === 'string') return value.replace(/(\\*)\$\{/g, `$1$1\\\${`);
    if (isConfigList(value)) return value.map(escaped);
    if (!isConfigMap(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item)]));
  }

  /** Integers as text: a reader may keep all of them as bigint. */
  function plain(value: ConfigValue): unknown {
    if (typeof value === 'bigint' || Number.isSafeInteger(value)) return `${value}`;
    if (isConfigList(value)) return value.map(plain);
    if (!isConfigMap(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
});
