import { describe, expect, test } from 'vitest';
import { helpText, readArguments, UsageError } from './arguments.js';

const KNOWN = ['reading', 'page'];

describe('readArguments', () => {
  test('without words, every suite and five runs; inputs are not kept', () => {
    expect(readArguments([], KNOWN)).toEqual({
      help: false,
      suites: ['reading', 'page'],
      runs: 5,
      only: undefined,
      data: undefined,
      keep: false,
      scale: 1,
      write: false,
    });
  });

  test('suites come in the order of the registry', () => {
    expect(readArguments(['page', 'reading', '--write'], KNOWN)).toMatchObject({
      suites: ['reading', 'page'],
      write: true,
    });
  });

  test('a folder for the inputs keeps them', () => {
    const words = 'page --data there --runs 3 --only csv --scale 0.1'.split(' ');
    expect(readArguments(words, KNOWN)).toMatchObject({
      suites: ['page'],
      data: 'there',
      keep: true,
      runs: 3,
      only: 'csv',
      scale: 0.1,
    });
  });

  test.each([
    ['speed'],
    ['--runs 0'],
    ['--runs 1.5'],
    ['--scale 0'],
    ['--scale 2'],
    ['--fast'],
    ['--write --only csv'],
    ['--write --scale 0.1'],
  ])('refuses %s', (line) => {
    expect(() => readArguments(line.split(' '), KNOWN)).toThrow(UsageError);
  });
});

test('the help names suites, cases and flags within 100 columns', () => {
  const text = helpText([['reading', ['parse', 'select']]]);
  expect(text).toContain('reading: parse, select');
  expect(text).toContain('--write');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});
