import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { Reporter } from '@rl-insight/core';
import { EXIT, isRlInsightError, type RlInsightError } from '@rl-insight/core/errors';
import { readSets } from '@rl-insight/core/run';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { badInputs, type MadeInput } from './bad-inputs.js';
import type { ParserSubject, TestedParser } from './subject.js';

/** Cases about inputs that are not as they should be, through input check, parser and output check. */
export async function badInputCases(
  subject: ParserSubject,
  tested: TestedParser,
  make: CaseMaker,
): Promise<ConformanceCase[]> {
  const inputs = await badInputs(tested.input, subject.badInputs);
  return [...inputs].map(([name, makeInput]) =>
    make(`bad input: ${name} is refused, or told of`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rl-insight-conformance-'));
      try {
        await checkInput(tested, await makeInput(folder));
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    }),
  );
}

async function checkInput(tested: TestedParser, { path, mayPass }: MadeInput): Promise<void> {
  const host = await tested.host();
  const { registry, domain } = host;
  const config = await host.config({ 'input.path': path, [`${domain}.parser.type`]: tested.type });
  const report = new Reporter();
  const signal = new AbortController().signal;
  try {
    const request = { command: 'check', registry, domain, config, report, signal } as const;
    for await (const { contracts } of readSets(request)) void contracts;
  } catch (error) {
    checkError(error, path);
    return;
  }
  for (const { error } of report.failures) checkError(error, path);
  if (mayPass || report.notices.length > 0 || report.failures.length > 0) return;
  throw new Nonconformity({
    problem: 'A bad input is read without a word',
    where: { file: path },
    expected: 'a RlInsightError, a notice or a failure',
    remedy: 'Throw a RlInsightError with exit code 3, or tell context.report what was left out.',
  });
}

const CODE = /^[a-z]+(?:-[a-z0-9]+)*$/;
const CODES: readonly number[] = [EXIT.input, EXIT.empty, EXIT.partial];

function checkError(error: unknown, path: string): void {
  if (!isRlInsightError(error)) {
    throw new Nonconformity({
      problem: 'A bad input makes it throw an error that tells a user nothing',
      where: { file: path },
      found: error,
      expected: 'a RlInsightError',
      remedy: 'Catch it where the input is read, and throw a RlInsightError with it as `cause`.',
      cause: error,
    });
  }
  const problem = wrongWith(error, path);
  if (problem === undefined) return;
  throw new Nonconformity({
    where: { file: path, error: error.code },
    remedy: 'Say in the error what is wrong in which file, and what to do.',
    cause: error,
    ...problem,
  });
}

/** Whether an error names a file: by the path, or by its last part. */
function namesFile({ message, place }: RlInsightError, path: string): boolean {
  if (message.includes(path) || place.file?.startsWith(path) === true) return true;
  return message.includes(path.split(sep).at(-1) ?? path);
}

function wrongWith(
  error: RlInsightError,
  path: string,
): { problem: string; found: unknown; expected: unknown } | undefined {
  const { code, exitCode, message, remedy } = error;
  if (!CODE.test(code)) {
    return { problem: 'The code of an error is not kebab-case', found: code, expected: 'a-code' };
  }
  if (!CODES.includes(exitCode)) {
    const expected = '3 (the input), 4 (nothing left) or 5 (partial)';
    return {
      problem: 'A bad input has the exit code of something else',
      found: exitCode,
      expected,
    };
  }
  if (!namesFile(error, path)) {
    const expected = 'a sentence with the file';
    return { problem: 'An error does not name the file', found: message, expected };
  }
  if (!remedy?.trim()) {
    return { problem: 'An error does not say what to do', found: remedy, expected: 'a sentence' };
  }
  return undefined;
}
