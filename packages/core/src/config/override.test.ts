import { describe, expect, test } from 'vitest';
import { isRlInsightError } from '../errors/index.js';
import { parseOverride } from './override.js';

describe('parseOverride', () => {
  test.each([
    ['a.b=1', 'set', 'a.b', '1'],
    ['a=b=c', 'set', 'a', 'b=c'],
    ['a=', 'set', 'a', ''],
    ['a= x ', 'set', 'a', ' x '],
    ['++a.b=1', 'set', 'a.b', '1'],
    ['+a.b=1', 'add', 'a.b', '1'],
    ['~a.b=1', 'reset', 'a.b', '1'],
    ['~a.b', 'reset', 'a.b', null],
    ['ключ.名=значение', 'set', 'ключ.名', 'значение'],
    ['a@b#c%d|e/f-g=1', 'set', 'a@b#c%d|e/f-g', '1'],
    ['a.__proto__.x=1', 'set', 'a.__proto__.x', '1'],
  ])('%s', (word, operation, key, value) => {
    const override = parseOverride(word, 3);
    expect(override).toMatchObject({ operation, key, path: key.split('.'), word, position: 3 });
    const { valueStart } = override;
    expect(valueStart === null ? null : word.slice(valueStart)).toBe(value);
  });

  test.each([
    ['a.b', 'a.b\n^^^ has no value', 'Write a.b=VALUE, or a.b= for the empty text.'],
    ['+a', '+a\n ^ has no value', 'Write a=VALUE, or a= for the empty text.'],
    ['=1', '=1\n^ has no key', 'Write key=value with a dotted key.'],
    ['', '\n^ has no key', 'Write key=value with a dotted key.'],
    ['~', '~\n ^ has no key', 'Write key=value with a dotted key.'],
    ['a =1', 'a =1\n^^ has a space beside the key', 'Write key=value with a dotted key.'],
    ['a..b=1', 'a..b=1\n^^^^ has an empty name between dots', 'Write key=value with a dotted key.'],
    ['.a=1', '.a=1\n^^ has an empty name between dots', 'Write key=value with a dotted key.'],
    ['a\nb=1', 'a\\nb=1\n^^^^ is not a key', 'Write key=value with a dotted key.'],
    ["'a'=1", "'a'=1\n^^^ is not a key", 'Write key=value with a dotted key.'],
  ])('refuses %j', (word, picture, remedy) => {
    let thrown: unknown;
    try {
      parseOverride(word, 2);
    } catch (error) {
      thrown = error;
    }
    expect(isRlInsightError(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      code: 'config-syntax',
      exitCode: 2,
      message: `cannot read argument 2\n${picture}`,
      remedy,
    });
  });
});
