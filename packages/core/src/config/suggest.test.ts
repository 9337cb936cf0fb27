import { describe, expect, test } from 'vitest';
import { composeSchema } from './compose.js';
import { closestKey, closestTo, leafKeys, neighbours } from './suggest.js';

const schema = composeSchema(
  [
    'timeline.reader.type',
    'timeline.reader.role',
    'timeline.checker.type',
    'output.path',
    'output.language',
  ].map((key) => ({ key, schema: { type: 'string' as const } })),
);

test('leafKeys are in the order of the schema', () => {
  expect(leafKeys(schema)).toEqual([
    'timeline.reader.type',
    'timeline.reader.role',
    'timeline.checker.type',
    'output.path',
    'output.language',
  ]);
});

describe('closestKey', () => {
  test.each([
    ['timeline.readr.type', 'timeline.reader.type'],
    ['timelin.reader.typ', 'timeline.reader.type'],
    ['Timeline.Reader.Role', 'timeline.reader.role'],
    ['output_path', 'output.path'],
    ['outputpath', 'output.path'],
    ['output.lang', 'output.language'],
    ['timeline.reader.tyep', 'timeline.reader.type'],
    ['ouptut.path', 'output.path'],
    ['language', 'output.language'],
    ['reader.type', 'timeline.reader.type'],
    ['timelines', 'timeline'],
    // The beginning alone makes no sibling look near, and what fits two places fits none.
    ['timeline.reader.depth', undefined],
    ['type', undefined],
    ['zzz', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%s', (key, nearest) => {
    expect(closestKey(key, schema)).toBe(nearest);
  });
});

test.each([
  ['timeline.reader.type', ['timeline.reader.role']],
  ['timeline.other.type', ['timeline.reader.*', 'timeline.checker.*']],
  ['output.path.deeper.still', ['output.path', 'output.language']],
  ['zzz.y', ['timeline.*', 'output.*']],
  ['__proto__.x', ['timeline.*', 'output.*']],
])('neighbours of %s', (key, known) => {
  expect(neighbours(key, schema)).toEqual(known);
});

test.each([
  ['chrom', 'chrome'],
  ['CSV', 'csv'],
  ['xml', undefined],
])('closestTo %s', (word, nearest) => {
  expect(closestTo(word, ['csv', 'chrome'])).toBe(nearest);
});
