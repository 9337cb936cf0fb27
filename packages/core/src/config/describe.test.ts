import { expect, test } from 'vitest';
import { describeSchema } from './describe.js';
import type { JsonSchema } from './json-schema.js';

test.each<[JsonSchema, string]>([
  [{ type: 'integer', minimum: 1 }, 'an integer of at least 1'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'an integer of at least 1 and of at most 9'],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'a number above 0 and below 1'],
  [{ type: 'integer', multipleOf: 8 }, 'an integer that is a multiple of 8'],
  [{ type: ['string', 'null'] }, 'a string or null'],
  [{ type: 'string', minLength: 1 }, 'a non-empty string'],
  [
    { type: 'string', minLength: 3, maxLength: 5 },
    'a string of at least 3 and at most 5 characters',
  ],
  [{ type: 'string', pattern: '^a' }, 'a string that matches /^a/'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'array' }, 'a list'],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 1 },
    'a list of integers with at least 1 item',
  ],
  [
    { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 2, uniqueItems: true },
    'a list with at most 2 items without repeated items whose items are each an integer of at least 0',
  ],
  [{ type: 'array', items: { enum: ['b', 'a'] } }, 'a list whose items are each one of a, b'],
  [{ type: 'object', additionalProperties: true }, 'a map'],
  [{ type: 'object', properties: { a: {} } }, 'a map with the key a'],
  [{ type: 'object', properties: { b: {}, a: {} } }, 'a map with the keys b, a'],
  [{ type: 'string', enum: ['zh', 'auto', 'en'] }, 'one of auto, en, zh'],
  [{ enum: ['', null, 3] }, "one of '', 3, null"],
  [{ const: 'x' }, 'x'],
  [
    { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    'a string or a list of strings',
  ],
  [{}, 'any value'],
])('%j', (schema, text) => {
  expect(describeSchema(schema)).toBe(text);
});
