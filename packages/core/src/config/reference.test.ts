import { expect, test } from 'vitest';
import { composeSchema } from './compose.js';
import { completeWord, referenceOf } from './reference.js';

const schema = composeSchema([
  {
    key: 'timeline.reader.type',
    schema: { type: 'string', enum: ['csv', 'chrome'], description: 'what reads it' },
  },
  { key: 'timeline.strict', schema: { type: 'boolean', default: false } },
  { key: 'runtime.workers', schema: { type: 'integer', minimum: 1, default: 9007199254740993n } },
  { key: 'labels', schema: { type: 'object', additionalProperties: true } },
]);

test('referenceOf lists the keys in order, leaving out what is not said', () => {
  expect(referenceOf(schema)).toEqual([
    {
      key: 'timeline.reader.type',
      type: 'one of chrome, csv',
      enum: ['chrome', 'csv'],
      description: 'what reads it',
    },
    { key: 'timeline.strict', type: 'true or false', default: false },
    { key: 'runtime.workers', type: 'integer of at least 1', default: 9007199254740993n },
    { key: 'labels', type: 'map' },
  ]);
});

test.each([
  ['', ['timeline.reader.type=', 'timeline.strict=', 'runtime.workers=', 'labels=']],
  ['timeline.', ['timeline.reader.type=', 'timeline.strict=']],
  ['++r', ['++runtime.workers=']],
  ['~timeline.s', ['~timeline.strict']],
  ['timeline.reader.type=', ['timeline.reader.type=chrome', 'timeline.reader.type=csv']],
  ['timeline.reader.type=cs', ['timeline.reader.type=csv']],
  ['timeline.strict=t', ['timeline.strict=true']],
  ['runtime.workers=', []],
  ['labels.x=', []],
  ['nothing=', []],
  ['__proto__=', []],
])('completeWord %j', (begun, words) => {
  expect(completeWord(schema, begun)).toEqual(words);
});
