import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readNumber,
  readTime,
  type Timespec,
  type TimeUnit,
  timeToNs,
  UNIT_DIGITS,
} from './decimal.js';

const bytes = (text: string) => new TextEncoder().encode(text);

function ns(text: string, unit: TimeUnit): bigint | null {
  const into: Timespec = { seconds: 0, nanos: 0 };
  const padded = bytes(`[${text}]`);
  return readTime(padded, 1, padded.length - 1, unit, into) ? timeToNs(into) : null;
}

describe('times', () => {
  test.each<[string, TimeUnit, bigint | null]>([
    ['1779785515596661.420', 'us', 1779785515596661420n],
    ['1695115378723902.5', 'us', 1695115378723902500n],
    ['1695115378739328', 'us', 1695115378739328000n],
    ['1779785515596.66142', 'ms', 1779785515596661420n],
    ['1779785515596661420', 'ns', 1779785515596661420n],
    ['1.000000001', 's', 1000000001n],
    ['.5', 'us', 500n],
    ['5.', 'us', 5000n],
    ['0', 'us', 0n],
    ['-0', 'us', 0n],
    ['-1.5', 'us', -1500n],
    ['-2', 's', -2000000000n],
    ['0.0004', 'us', 0n],
    ['0.0005', 'us', 1n],
    ['0.9999999999', 's', 1000000000n],
    ['999999.9999', 'us', 1000000000n],
    ['', 'us', null],
    ['.', 'us', null],
    ['-', 'us', null],
    ['1.69512E+15', 'us', null],
    ['NaN', 'us', null],
    ['1 2', 'us', null],
    ['12345678901234567890123', 'us', null],
  ])('%j %s', (text, unit, expected) => {
    expect(ns(text, unit)).toBe(expected);
  });

  test('no digit is lost, in any unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.constantFrom<TimeUnit>('s', 'ms', 'us', 'ns'),
        (value, unit) => {
          const decimals = 9 - UNIT_DIGITS[unit];
          const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
          const cut = digits.length - decimals;
          const text = `${value < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
          expect(ns(text, unit)).toBe(value);
        },
      ),
    );
  });
});

describe('numbers', () => {
  test('are what JavaScript makes of the text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value);
        const padded = bytes(`[${text}]`);
        expect(readNumber(padded, 1, padded.length - 1)).toBe(Number(text));
      }),
    );
  });

  test.each(['', ' ', '-', '.', '1.2.3', '1,2', '0x10', 'NaN', 'Infinity', 'true', '1e', '--1'])(
    '%j is none',
    (text) => {
      expect(readNumber(bytes(text), 0, text.length)).toBeNaN();
    },
  );
});
