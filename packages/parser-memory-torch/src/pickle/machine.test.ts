import { PickleWriter, Tuple } from '@rl-insight/tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlain, told } from '../../test/plain.js';
import { HAS_PYTHON, pickled, readByPython } from '../../test/python.js';

const bytes = (...parts: (number | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  );

describe.skipIf(!HAS_PYTHON)('what Python pickles', () => {
  test.each([
    '{}',
    '[]',
    '()',
    '[1, 255, 256, 65535, 65536, -1, -129, 2**31 - 1, -2**31, 2**31, 2**47 + 3, 2**53, 2**53 + 1]',
    '[2**63 - 1, -2**63, 2**63, 2**64 - 1, 2**64, -2**64 - 5, 2**2100, -2**2100]',
    '[0.5, -1.0, 1e10, True, False, None]',
    '[(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)]',
    '["", "é", "日本", "\\U0001f600", "x" * 255, "x" * 256, "y" * 70000]',
    '{"a": {"b": [1, {"c": (2, [])}]}, 3: 4, None: True}',
    'list(range(2500))',
    'dict((str(i), i) for i in range(2500))',
    '(lambda a: [a, a, {"x": a}])([1, 2])',
    '[["s%d" % i] for i in range(300)] * 3',
  ])('%s', (expression) => {
    for (const protocol of [2, 3, 4, 5]) {
      const pickle = pickled(expression, protocol);
      const expected = readByPython(pickle);
      expect(told(readPlain(pickle))).toEqual(expected);
      expect(told(readPlain(pickle, 7))).toEqual(expected);
    }
  });

  test('a list that is in itself', () => {
    const value = readPlain(pickled('(lambda a: (a.append(a), a)[1])([1])'));
    expect(Array.isArray(value) && value[1]).toBe(value);
  });

  test.each([
    ['a function', 'len', 4, 'STACK_GLOBAL'],
    ['a function, protocol 2', 'len', 2, 'GLOBAL'],
    ['an object', '__import__("collections").OrderedDict(a=1)', 4, 'STACK_GLOBAL'],
    ['an object of protocol 2', '__import__("fractions").Fraction(1, 2)', 2, 'GLOBAL'],
  ])('%s is refused by name and place', (_, expression, protocol, name) => {
    const pickle = pickled(`[1, 2, ${expression}]`, protocol);
    expect(() => readPlain(pickle)).toThrow(
      expect.objectContaining({ problem: 'unsafe', message: expect.stringContaining(` ${name} `) }),
    );
    try {
      readPlain(pickle, 5);
    } catch (error) {
      const { byteOffset } = error as { byteOffset: number };
      expect(pickle[byteOffset]).toBe({ STACK_GLOBAL: 0x93, GLOBAL: 0x63 }[name]);
    }
  });

  test('bytes are none of a snapshot', () => {
    expect(() => readPlain(pickled('[b"x"]'))).toThrow(
      expect.objectContaining({ problem: 'unsupported', byteOffset: 13 }),
    );
  });
});

describe('what is refused or damaged', () => {
  test.each([
    ['GLOBAL', 0x63],
    ['REDUCE', 0x52],
    ['BUILD', 0x62],
    ['INST', 0x69],
    ['OBJ', 0x6f],
    ['NEWOBJ', 0x81],
    ['NEWOBJ_EX', 0x92],
    ['STACK_GLOBAL', 0x93],
    ['EXT1', 0x82],
    ['EXT2', 0x83],
    ['EXT4', 0x84],
    ['PERSID', 0x50],
    ['BINPERSID', 0x51],
    ['NEXT_BUFFER', 0x97],
    ['READONLY_BUFFER', 0x98],
  ])('%s', (name, code) => {
    expect(() => readPlain(bytes(0x80, 4, ']', code, '.'))).toThrow(
      expect.objectContaining({
        problem: 'unsafe',
        byteOffset: 3,
        message: `the opcode ${name} could run code`,
      }),
    );
  });

  test.each([
    ['a number under which nothing is', bytes(0x80, 4, 'h', 7, '.'), 'damaged', 2],
    ['items without a mark', bytes(0x80, 4, ']', 'e', '.'), 'damaged', 3],
    ['items of nothing', bytes(0x80, 4, '(', 'K', 1, 'e', '.'), 'damaged', 5],
    ['a key without a value', bytes(0x80, 4, '}', '(', 'K', 1, 'u', '.'), 'damaged', 6],
    ['items for a number', bytes(0x80, 4, 'K', 1, 'K', 2, 'a', '.'), 'damaged', 6],
    ['a list as a dict', bytes(0x80, 4, ']', 'K', 1, 'K', 2, 's', '.'), 'damaged', 7],
    ['nothing', bytes(0x80, 4, '.'), 'damaged', 2],
    ['nothing to remember', bytes(0x80, 4, 0x94, '.'), 'damaged', 2],
    ['a tuple of more than there is', bytes(0x80, 4, 'K', 1, 0x86, '.'), 'damaged', 4],
    ['a newer protocol', bytes(0x80, 6, ']', '.'), 'unsupported', 0],
    ['an integer of too many bytes', bytes(0x80, 4, 0x8b, 0, 0, 0, 0x7f, '.'), 'damaged', 2],
    ['an integer of fewer than none', bytes(0x80, 4, 0x8b, 0, 0, 0, 0xff, '.'), 'damaged', 2],
    ['a text of 4 GB', bytes(0x80, 4, 'X', 0xff, 0xff, 0xff, 0xff, 'abc'), 'truncated', 10],
    ['a text of 2^63 bytes', bytes(0x80, 4, 0x8d, 0, 0, 0, 0, 0, 0, 0, 0x7f, 'a'), 'truncated', 12],
    ['an opcode that is none', bytes(0x80, 4, 0xff), 'unsupported', 2],
    ['what old protocols have', bytes('(', 'l', 'p0\n.'), 'unsupported', 1],
  ])('%s', (_, pickle, problem, byteOffset) => {
    for (const piece of [1, 3, pickle.length]) {
      expect(() => readPlain(pickle, piece)).toThrow(
        expect.objectContaining({ problem, byteOffset }),
      );
    }
  });

  test('PUT of any number takes no memory for those before it', () => {
    const pickle = bytes(
      0x80,
      2,
      ']',
      'r',
      0xff,
      0xff,
      0xff,
      0xff,
      'j',
      0xff,
      0xff,
      0xff,
      0xff,
      'a',
      '.',
    );
    const value = readPlain(pickle);
    expect(Array.isArray(value) && value[0]).toBe(value);
  });
});

const scalar = fc.oneof(
  fc.constantFrom<null | boolean>(null, true, false),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.bigInt({ min: 2n ** 62n, max: 2n ** 64n }),
  fc.string(),
);
const { value: data } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('dict'), tie('tuple')),
  list: fc.array(tie('value'), { maxLength: 6 }),
  dict: fc.dictionary(fc.string(), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  tuple: fc.array(tie('value'), { maxLength: 5 }).map((items) => new Tuple(...(items as never[]))),
}));

function toldData(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'string') return `s${value}`;
  if (value instanceof Tuple) return value.items.map(toldData);
  if (Array.isArray(value)) return value.map(toldData);
  if (value === null || typeof value !== 'object') return value;
  return { d: Object.entries(value).map(([key, of]) => [`s${key}`, toldData(of)]) };
}

function written(value: unknown, protocol: 2 | 4, batch: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  const memo = protocol === 2 ? 'put' : 'memoize';
  const writer = new PickleWriter((piece) => pieces.push(piece.slice()), { protocol, memo, batch });
  writer.value(value as never);
  writer.finish();
  return Buffer.concat(pieces);
}

describe('any data', () => {
  test('is read as it was written, in pieces of any size', () => {
    fc.assert(
      fc.property(
        data,
        fc.constantFrom<2 | 4>(2, 4),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (value, protocol, piece, batch) => {
          const pickle = written(value, protocol, batch);
          expect(told(readPlain(pickle, piece))).toEqual(toldData(value));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('that is cut anywhere is told as cut', () => {
    const pickle = written({ a: [1, 2 ** 40, 'text', { b: [null, true] }], c: 'more' }, 4, 2);
    for (let end = 0; end < pickle.length; end++) {
      expect(() => readPlain(pickle.subarray(0, end), 4)).toThrow(
        expect.objectContaining({ problem: 'truncated', byteOffset: end }),
      );
    }
  });

  test('with bytes changed ends, with an error of the pickle or without', () => {
    const pickle = written([{ a: [1, 2 ** 40, 'text'] }, [[], ['x'], 5]], 4, 2);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(pickle.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (changes) => {
          const changed = Uint8Array.from(pickle);
          for (const [at, byte] of changes) changed[at] = byte;
          try {
            readPlain(changed, 11);
          } catch (error) {
            expect((error as Error).name).toBe('PickleError');
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
