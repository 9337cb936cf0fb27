import { describe, expect, test } from 'vitest';
import { explainEvents, explainRows } from './explain.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('stream-json tells of events', () => {
  test.each([
    ['{"a" 1},{"b":2}', { at: 5, reason: "expected ':'" }],
    ['{"a":1},{"b":2 "c"}', { at: 15, reason: "expected ','" }],
    ['{"a":x}', { at: 5, reason: 'expected a value' }],
    ['{a:1}', { at: 1, reason: 'expected an object key' }],
  ])('%s', async (text, expected) => {
    expect(await explainEvents(bytes(text))).toEqual(expected);
  });

  test('nothing of what is only cut', async () => {
    expect(await explainEvents(bytes('{"a":1},{"b":'))).toBeUndefined();
  });
});

describe('csv-parse tells of rows', () => {
  test('a quote that is not closed', async () => {
    expect(await explainRows(bytes('"x,1\r\n2,3\r\n4,5'))).toEqual({
      line: 3,
      reason: expect.stringContaining('Quote Not Closed'),
    });
  });

  test('nothing of a good one', async () => {
    expect(await explainRows(bytes('x,"1"\n2,3\n'))).toBeUndefined();
  });
});
