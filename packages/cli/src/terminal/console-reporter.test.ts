import { Writable } from 'node:stream';
import { RlInsightError } from '@rl-insight/core';
import { expect, test } from 'vitest';
import { ConsoleReporter } from './console-reporter.js';
import type { Streams } from './streams.js';

const PATH = `/profiles/${'a-long-name/'.repeat(8)}trace.json`;
const ERROR = new RlInsightError({
  code: 'input-unreadable',
  exitCode: 3,
  message: `${PATH}: what the segments hold less what the trace adds up to is -402719744 bytes.`,
  remedy: `${'Take both of one call of the profiler. '.repeat(5)}`.trim(),
});

/** What is told of the error by a stream like this. */
function told(terminal: { isTTY?: boolean; columns?: number }): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const stderr: Streams['stderr'] = Object.assign(stream, terminal);
  const options = { quiet: false, json: false, debug: false, env: { NO_COLOR: '1' } };
  new ConsoleReporter({ stdout: stderr, stderr }, options).error(ERROR);
  return text;
}

test('a message stays whole in a file or a pipe, where it is searched for', () => {
  expect(told({})).toBe(`error: ${ERROR.message}\n       ${ERROR.remedy}\n`);
});

test.each([64, 120])('on a terminal of %i columns it is broken at blanks', (columns) => {
  const text = told({ isTTY: true, columns });
  const lines = text.trimEnd().split('\n');
  for (const line of lines.filter((one) => !one.includes(PATH))) {
    expect(line.length).toBeLessThanOrEqual(columns);
  }
  expect(lines.length).toBeGreaterThan(3);
  expect(text.replaceAll(/\s+/g, ' ')).toBe(`error: ${ERROR.message} ${ERROR.remedy} `);
});
