import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from './parse.js';
import { plainRequest } from './plain.js';

const WORDS = [
  'run',
  'parse',
  'plugins',
  'completion',
  './prof',
  'a b',
  'input.path=x',
  '~memory.parser.step',
  '+a=[1,2]',
  'k=',
  '12',
  '1e3',
  '0x10',
  'true',
  'false',
  '"quoted"',
  "'a'",
  'a="b"',
  '--json',
  '--quiet',
  '-q',
  '--cfg',
  '--debug',
];

test('a plain command line means what yargs says it means', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }), async (args) => {
      const request = plainRequest(args);
      if (request === undefined) return;
      plain++;
      expect(await parseArguments(args)).toEqual({ request });
    }),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(100);
});

test.each([
  [[]],
  [['--json']],
  [['--help']],
  [['parse', '-h']],
  [['--version']],
  [['completion']],
  [['--colour', 'prof']],
  [['-qh']],
  [['--json=true', 'prof']],
  [['parse', '--', 'prof']],
  [['--get-yargs-completions', 'x']],
])('%j is left to yargs', (args) => {
  expect(plainRequest(args)).toBeUndefined();
});
