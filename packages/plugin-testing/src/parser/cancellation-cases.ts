import { processLimitMs, requestOf } from '../plugin/cases.js';
import { runChild } from '../process/run-child.js';
import type { AbortMoment, AbortOutcome } from '../process/tasks.js';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import type { ParserSubject, TestedParser } from './subject.js';

/** How soon parsing has to end after it was aborted, ms; a program that it runs is given three seconds. */
const STOP_LIMIT_MS = 5000;

const WHEN: Readonly<Record<AbortMoment, string>> = {
  before: 'before it begins',
  started: 'when it has just begun',
  midway: 'at its first progress or set',
};

/** Cases about the signal, each in a process of its own, so that what is left behind is seen. */
export function cancellationCases(
  subject: ParserSubject,
  { input }: TestedParser,
  make: CaseMaker,
): ConformanceCase[] {
  return (Object.keys(WHEN) as AbortMoment[]).map((abort) =>
    make(`abort ${WHEN[abort]}: it stops with the signal's reason and leaves nothing`, () =>
      checkAbort(subject, input, abort),
    ),
  );
}

async function checkAbort(subject: ParserSubject, input: string, abort: AbortMoment) {
  const limit = processLimitMs(subject);
  const request = { ...requestOf(subject, 'abort-parser'), input, abort };
  const { result, stderr, ended, left } = await runChild<AbortOutcome>(request, limit);
  const fail = (problem: string, found: unknown, expected: string, remedy: string): never => {
    throw new Nonconformity({
      problem: `${problem} (aborted ${WHEN[abort]})`,
      found,
      expected,
      remedy,
    });
  };
  if (result === undefined) {
    const told = ended ? stderr : `nothing within ${limit / 1000} s`;
    fail(
      ended ? 'Parsing ended the process' : 'Parsing goes on after it was aborted',
      told,
      'the reason of the signal, thrown',
      'Look at context.signal in every loop, and hand it to what is waited for.',
    );
    return;
  }
  if (result.ended === 'other-error') {
    fail(
      'Parsing throws another error than the reason of the signal',
      result.error,
      'the reason of the signal',
      'Throw signal.reason, e.g. by signal.throwIfAborted() when a call that took the signal fails.',
    );
  }
  // Midway the sample may have been read already: then there is nothing more to stop.
  const isDone = abort === 'midway' && result.setsAfter === 0;
  if (result.ended === 'normally' && !isDone) {
    fail(
      'Parsing ignores the signal',
      result.setsAfter > 0 ? `${result.setsAfter} sets after the abort` : 'a normal end',
      'the reason of the signal, thrown',
      'Call context.signal.throwIfAborted() between steps, and once more before a set is yielded.',
    );
  }
  if (result.tookMs > STOP_LIMIT_MS) {
    fail(
      'Parsing stops late',
      `${Math.round(result.tookMs)} ms after the abort`,
      `${STOP_LIMIT_MS} ms at most`,
      'Look at context.signal more often.',
    );
  }
  if (!ended) {
    fail(
      'Something still runs after parsing was aborted',
      `a process that did not end within ${limit / 1000} s`,
      'no open file, timer, thread or program',
      'Close in `finally` what was opened.',
    );
  }
  if (left.length > 0) {
    fail('Files are left after parsing was aborted', left, 'none', 'Remove them in `finally`.');
  }
}
