import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRlInsightError } from '../errors/index.js';
import { parseValue } from './value-grammar.js';

function errorOf(action: () => unknown): { code: string; message: string; remedy: string } {
  try {
    action();
  } catch (error) {
    if (isRlInsightError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('scalars', () => {
  test.each([
    ['null', null],
    ['Null', null],
    ['NULL', null],
    ['true', true],
    ['True', true],
    ['FALSE', false],
    ['0', 0],
    ['-0', 0],
    ['+7', 7],
    ['1_000', 1000],
    ['-1_000_000', -1000000],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['1779785515596661420', 1779785515596661420n],
    ['1234567890_1234567890', 12345678901234567890n],
    ['.5', 0.5],
    ['5.', 5],
    ['-.5', -0.5],
    ['-0.0', 0],
    ['1_0.2_5', 10.25],
    ['1e3', 1000],
    ['1E+05', 100000],
    ['2.5e-3', 0.0025],
    ['inf', Number.POSITIVE_INFINITY],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
    ['  12 ', 12],
    ['007', '007'],
    ['1__0', '1__0'],
    ['_1', '_1'],
    ['1e', '1e'],
    ['.', '.'],
    ['0x1F', '0x1F'],
    ['yes', 'yes'],
    ['~', '~'],
    ['', ''],
  ])('%j', (text, value) => {
    expect(parseValue(text)).toEqual(value);
  });
});

describe('words', () => {
  test.each([
    'a@b',
    '100%',
    'a#b',
    'a|b',
    'http://host:80/x?y=1',
    'C:\\dir with space\\x',
    '\\\\host\\share\\',
    'a.b-c_d+e',
    'b=c',
    '==',
    '~x',
    '*.json',
    'a,b',
    'a[0]',
    'x{y}',
    "it's",
    "'a' and 'b'",
    "'open",
    ' leading and trailing ',
    '数据/捕获',
    'ключ',
    '🙂',
    '$(rm -rf /)',
    '__proto__',
    'a\nb',
    '\u0000',
    '\ud800',
  ])('%j stays as it is', (text) => {
    expect(parseValue(text)).toBe(text);
  });
});

describe('quotes', () => {
  test.each([
    ["'null'", 'null'],
    ['"12"', '12'],
    ["''", ''],
    ["'a b'", 'a b'],
    [" 'a' ", 'a'],
    ["'it\\'s'", "it's"],
    [`"it's"`, "it's"],
    ['"a\\"b"', 'a"b'],
    ["'C:\\dir\\x'", 'C:\\dir\\x'],
    ["'\\\\host\\share'", '\\\\host\\share'],
    ["'C:\\dir\\\\'", 'C:\\dir\\'],
    ["'a\\\\\\'b'", "a\\'b"],
    ["'[1,2]'", '[1,2]'],
    [`'a"b'`, 'a"b'],
  ])('%s', (text, value) => {
    expect(parseValue(text)).toBe(value);
  });
});

describe('lists and maps', () => {
  test.each([
    ['[]', []],
    ['{}', {}],
    [' [ ] ', []],
    ['[1,2,[a,b]]', [1, 2, ['a', 'b']]],
    ['[ a b , c ]', ['a b', 'c']],
    ['[a b,null,True,.5]', ['a b', null, true, 0.5]],
    ['[\'a,b\', "c]"]', ['a,b', 'c]']],
    ["['']", ['']],
    ['[a\\,b,c]', ['a,b', 'c']],
    ['[a\\ ,\\ b]', ['a ', ' b']],
    ['[a\\\\,b]', ['a\\', 'b']],
    ['[a\\\\ ,b]', ['a\\', 'b']],
    ['[a\\\\\\,b]', ['a\\,b']],
    ['[C:\\]', ['C:\\']],
    ['[C:\\ ]', ['C: ']],
    ['[C:\\a,\\\\host\\x]', ['C:\\a', '\\\\host\\x']],
    ['[a[0],f(x)]', ['a[0]', 'f(x)']],
    ['[数据,é]', ['数据', 'é']],
    ['[a=b,http://x:1]', ['a=b', 'http://x:1']],
    ['[9007199254740993]', [9007199254740993n]],
    ['{a:1,b:{c:x}}', { a: 1, b: { c: 'x' } }],
    ['{ a : 1 , b : [ x ] }', { a: 1, b: ['x'] }],
    ['{u:http://x:1}', { u: 'http://x:1' }],
    ['{\'a b\':1,"c":2}', { 'a b': 1, c: 2 }],
    ['{a.b:1,a.c:2}', { a: { b: 1, c: 2 } }],
    ['{a:"}"}', { a: '}' }],
  ])('%s', (text, value) => {
    expect(parseValue(text)).toEqual(value);
  });

  test('a reference is one word', () => {
    expect(parseValue(`[\${oc.env:X,[1,2]},b]`)).toEqual([`\${oc.env:X,[1,2]}`, 'b']);
  });

  test('__proto__ is a name like any other here', () => {
    const value = parseValue('{__proto__:{x:1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('what cannot be read', () => {
  test.each([
    ['[1,2', '^ does not close'],
    ['[1,,2]', "   ^ is an empty item; write '' for empty text"],
    ['[1,]', "   ^ is an empty item; write '' for empty text"],
    ['[,1]', " ^ is an empty item; write '' for empty text"],
    ['[1]x', '   ^ stands after the closing bracket'],
    ['[1}', '  ^ is out of place'],
    ['{a}', ' ^ needs a colon and a value'],
    ['{a:}', "   ^ is an empty item; write '' for empty text"],
    ['{:1}', ' ^ is not a key'],
    ['{a..b:1}', ' ^^^^ is not a key'],
    ['{a:1,a:2}', '     ^ is given twice'],
    ['{a:1', '^ does not close'],
    ["['a", ' ^ is a quote that does not close'],
    ["['a'b]", '    ^ stands after the closing quote'],
  ])('%s', (text, picture) => {
    const error = errorOf(() => parseValue(text));
    expect(error.code).toBe('config-syntax');
    expect(error.message).toBe(`cannot read the argument\n${text}\n${picture}`);
    expect(error.remedy).toBe(
      'Put a text that holds brackets, commas or quotes in quotes, and those in quotes from the shell.',
    );
  });

  test('nesting has a limit', () => {
    const error = errorOf(() => parseValue('['.repeat(100_000)));
    expect(error.message).toContain('is nested more than 100 deep');
    expect(error.message.length).toBeLessThan(1000);
  });

  test('characters that would spoil the picture are escaped, wide ones count twice', () => {
    expect(errorOf(() => parseValue('[数据\n\u001b[1m,,]')).message).toBe(
      'cannot read the argument\n[数据\\n\\u001b[1m,,]\n^ does not close',
    );
    expect(errorOf(() => parseValue('[数据,,]')).message).toBe(
      "cannot read the argument\n[数据,,]\n      ^ is an empty item; write '' for empty text",
    );
  });
});

describe('for all texts', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'[]{}\'"\\,:=.~+$ a1_\n'), maxLength: 30 }),
  );

  test('nothing is thrown but our errors', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        try {
          parseValue(text);
        } catch (error) {
          expect(isRlInsightError(error)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a quoted text is read back', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom("'", '"'), (text, quote) => {
        const escaped = text.replace(/(\\*)(['"]|$)/g, (whole, slashes: string, next: string) => {
          if (next === quote) return `${slashes}${slashes}\\${next}`;
          return next === '' ? slashes + slashes : whole;
        });
        const quoted = quote + escaped + quote;
        expect(parseValue(quoted)).toBe(text);
        expect(parseValue(`[x, ${quoted}]`)).toEqual(['x', text]);
      }),
      { numRuns: 1000 },
    );
  });
});
