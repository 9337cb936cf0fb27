import type { RlInsightError } from '@rl-insight/core';
import type { Attribution } from '../attribution/attribute.js';
import type { CaptureNotice } from '../discover/capture.js';
import { parserErrors } from '../errors.js';
import { explainTrace } from './explain.js';

/** What the reading of a trace has to tell: notices, and a failure where events were lost. */
export async function traceNotices(
  file: string,
  attribution: Attribution,
  withStack: boolean | undefined,
): Promise<{ notices: CaptureNotice[]; failure: RlInsightError | undefined }> {
  const notices: CaptureNotice[] = [];
  let failure: RlInsightError | undefined;
  for (const problem of attribution.trace.report.problems) {
    const { kind, count, byteOffset, detail } = problem;
    if (kind === 'malformed') {
      const reason = `${detail}${await explainTrace(file, problem)}`;
      failure = parserErrors.malformedTrace(file, reason, byteOffset, count);
      continue;
    }
    notices.push({
      code: `trace-${kind}`,
      message: `the trace is not as it should be: ${detail}; what is there was read`,
      example: byteOffset === null ? file : `${file} byte ${byteOffset}`,
    });
  }
  const { outOfTime, report } = attribution.trace;
  if (outOfTime > 0) {
    notices.push({
      code: 'trace-other-time',
      message: `${outOfTime} events of the trace have no time near the allocations’`,
      example: file,
    });
  }
  if (attribution.stack.length > 0 && attribution.stack.every((stack) => stack < 0)) {
    const why =
      withStack === false
        ? ': it was captured with with_stack=False'
        : report.selected === 0
          ? ': it has no operators'
          : '';
    notices.push({
      code: 'no-call-stacks',
      message: `the trace gives no allocation a call stack${why}`,
      example: file,
    });
  }
  return { notices, failure };
}
