import { describe, expect, test } from 'vitest';
import type { Measured } from '../measure/contenders.js';
import { summarize } from '../measure/statistics.js';
import type { Target } from '../suites/suite.js';
import { withSection } from './document.js';
import { digits, spread } from './format.js';
import { markdownTable } from './markdown.js';
import { sectionText } from './section.js';
import { runTable, targetTable } from './tables.js';

test('numbers have three digits', () => {
  expect([0, 0.04123, 1.4321, 14.32, 143.2, 1432.4].map(digits)).toEqual([
    '0.00',
    '0.0412',
    '1.43',
    '14.3',
    '143',
    '1432',
  ]);
  expect(spread(summarize([2e6, 1e6, 4e6]), 1e6)).toBe('2.00 (1.00–4.00)');
  expect(spread(summarize([2]))).toBe('2.00');
  expect(spread(undefined)).toBe('');
});

test('tables are padded', () => {
  expect(markdownTable(['a', 'long'], [['a|b', '1']])).toBe(
    '| a    | long |\n| ---- | ---- |\n| a\\|b | 1    |',
  );
});

const FAST: Measured = {
  name: 'fast',
  runs: 3,
  wallSeconds: summarize([1, 2, 3]),
  peakBytes: summarize([50e6]),
  insideSeconds: summarize([0.5]),
  bytesPerSecond: summarize([200e6]),
  facts: {},
  factSummaries: {},
};
const SLOW: Measured = { ...FAST, name: 'slow', insideSeconds: summarize([5]) };

function target(more: Partial<Target>): Target {
  return { what: 'it', bound: 'at least', limit: 5, unit: 'times', value: 5, ...more };
}

describe('tables of a suite', () => {
  test('ratios are of loops where both tell of them, of processes otherwise', () => {
    const report = { question: 'q', targets: [], notes: [] };
    expect(
      runTable({ ...report, measured: [FAST, SLOW] })
        .split('\n')
        .at(-1),
    ).toBe(
      '| slow | 3    | 2.00 (1.00–3.00) | 5.00      | 200          | 10.0              | 50.0            |',
    );
    const whole = { ...FAST, insideSeconds: undefined, bytesPerSecond: undefined };
    const slower = { ...whole, name: 'slower', wallSeconds: summarize([4]) };
    const text = runTable({ ...report, measured: [whole, slower] });
    expect(text).not.toContain('inside');
    expect(text.split('\n').at(-1)).toBe(
      '| slower | 3    | 4.00             | 2.00              | 50.0            |',
    );
  });

  test('a target is met, missed, or not measured', () => {
    const lines = targetTable([
      target({ aim: 10 }),
      target({ value: 4.99 }),
      target({ bound: 'at most', unit: 'MB', limit: 200, value: 123.4 }),
      target({ bound: 'at most', unit: 'MB', limit: 200, value: 200.4 }),
      target({ value: undefined }),
    ]).split('\n');
    const cells = (line: string): string[] =>
      line
        .split('|')
        .slice(2, -1)
        .map((cell) => cell.trim());
    expect(lines.slice(2).map(cells)).toEqual([
      ['at least 5×, aim at 10×', '5×', 'yes'],
      ['at least 5×', '4.99×', '**no**'],
      ['at most 200 MB', '123 MB', 'yes'],
      ['at most 200 MB', '200 MB', '**no**'],
      ['at least 5×', '', 'not measured'],
    ]);
  });

  test('a section says when, where and what failed', () => {
    const suite = { id: 'reading', title: 'Reading', cases: [] };
    const text = sectionText(
      {
        suite,
        cases: [
          { question: 'How fast?', input: 'a trace', measured: [FAST], targets: [], notes: ['ok'] },
        ],
        failures: [{ id: 'csv', error: new Error('no file\nstack') }],
      },
      { machine: 'A machine.', runs: 3, date: '2026-03-01', scale: 1 },
    );
    expect(text).toMatch(
      /^## Reading\n\n2026-03-01, 3 runs each\. A machine\.\n\n### How fast\?\n\nInput: a trace\. ok\.\n/,
    );
    expect(text).toMatch(/\*\*csv failed:\*\* no file$/);
  });
});

describe('withSection', () => {
  const first = withSection('# Benchmarks\n\nBefore.\n', 'page', 'old table');

  test('puts a section between markers, again and again', () => {
    expect(first).toContain('Before.\n\n<!-- bench page');
    const edited = `${first}\nAfter.\n`;
    const second = withSection(edited, 'page', 'new table');
    expect(second).toBe(edited.replace('old table', 'new table'));
    expect(withSection(second, 'page', 'new table')).toBe(second);
  });

  test('leaves the sections of other suites alone', () => {
    const both = withSection(first, 'reading', 'reading table');
    expect(both).toContain('old table');
    expect(withSection(both, 'page', 'new')).toContain('reading table');
  });

  test('refuses a document whose marker has no end', () => {
    const cut = first.slice(0, first.indexOf('<!-- end'));
    expect(() => withSection(cut, 'page', 'x')).toThrow(/has no <!-- end of bench page/);
  });
});
