import { describe, expect, test } from 'vitest';
import { composeSchema } from './compose.js';

describe('composeSchema', () => {
  test('nests fragments into one closed schema, in their order', () => {
    const schema = composeSchema([
      { key: 'timeline.reader.type', schema: { type: 'string' } },
      {
        key: 'timeline.reader',
        schema: { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] },
      },
      { key: 'labels', schema: { type: 'object', additionalProperties: { type: 'string' } } },
      { key: '', schema: { type: 'object', properties: { plugins: { type: 'array' } } } },
    ]);
    expect(schema).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        timeline: {
          type: 'object',
          additionalProperties: false,
          properties: {
            reader: {
              type: 'object',
              additionalProperties: false,
              properties: { type: { type: 'string' }, step: { type: 'integer' } },
              required: ['step'],
            },
          },
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        plugins: { type: 'array' },
      },
    });
    expect(Object.keys(schema.properties ?? {})).toEqual(['timeline', 'labels', 'plugins']);
  });

  test('closes maps in lists and unions', () => {
    const item = { type: 'object', properties: { a: { type: 'string' } } } as const;
    const schema = composeSchema([
      { key: 'x', schema: { type: 'array', items: item } },
      { key: 'y', schema: { anyOf: [{ type: 'string' }, item] } },
    ]);
    expect(schema.properties?.x?.items?.additionalProperties).toBe(false);
    expect(schema.properties?.y?.anyOf?.[1]?.additionalProperties).toBe(false);
  });

  test('a fragment that opens a group opens it for all', () => {
    const open = { type: 'object', properties: {}, additionalProperties: true } as const;
    const leaf = { key: 'a.b', schema: { type: 'string' } } as const;
    for (const fragments of [
      [leaf, { key: 'a', schema: open }],
      [{ key: 'a', schema: open }, leaf],
    ]) {
      expect(composeSchema(fragments).properties?.a?.additionalProperties).toBe(true);
    }
  });

  test('fragments that agree do not clash', () => {
    const fragment = {
      key: 'a.b',
      schema: { type: 'integer', default: 9007199254740993n },
    } as const;
    expect(composeSchema([fragment, { ...fragment }])).toEqual(composeSchema([fragment]));
  });

  test.each([
    [
      { key: 'a.b', schema: { type: 'string' }, owner: 'one' },
      { key: 'a', schema: { type: 'object', properties: { b: { type: 'integer' } } } },
      'disagree about a.b: a.b (one) and a',
    ],
    [
      { key: 'a', schema: { type: 'string' } },
      { key: 'a.b', schema: { type: 'string' }, owner: 'two' },
      'disagree about a: a and a.b (two)',
    ],
    [
      { key: 'a', schema: { type: 'object', properties: {}, default: { x: 1 } } },
      { key: 'a', schema: { type: 'object', properties: {}, default: { x: 2 } }, owner: 'two' },
      'disagree about a: a and a (two)',
    ],
  ] as const)('names the fragments that clash', (first, second, message) => {
    expect(() => composeSchema([first, second])).toThrow(
      `two fragments of the configuration schema ${message}`,
    );
  });
});
