import { EXIT, isRlInsightError, RlInsightError } from '@rl-insight/core/errors';
import { TraceFormatError } from '@rl-insight/trace-scan';
import { fromFileError } from '../errors.js';

const RECORD =
  'Record with torch.profiler.profile(profile_memory=True, with_stack=True) and save with export_chrome_trace("trace.json.gz").';

/** Errors about traces that a user can cause. */
export const traceErrors = {
  notATrace: (path: string, why: string) =>
    new RlInsightError({
      code: 'torch-not-a-trace',
      exitCode: EXIT.input,
      message: `${path} is no trace of PyTorch’s profiler: ${why}.`,
      remedy: RECORD,
      place: { file: path },
    }),

  none: (path: string, others: readonly string[]) =>
    new RlInsightError({
      code: 'torch-no-trace',
      exitCode: EXIT.input,
      message: `${path} holds no trace of PyTorch’s profiler at any depth${
        others.length === 0
          ? ': it is empty'
          : `; of its ${others.length} files one is ${others[0]}`
      }.`,
      remedy: RECORD,
      place: { file: path, key: 'input.path' },
    }),

  noMemory: (path: string, events: number) =>
    new RlInsightError({
      code: 'torch-no-memory-events',
      exitCode: EXIT.input,
      message: `${path} has ${events} events and none about memory ([memory]): it was recorded without profile_memory=True.`,
      remedy: RECORD,
      place: { file: path },
    }),
};

/** What reading a trace threw, as a user is told it; faults of ours stay as they are. */
export function fromTraceError(error: unknown, path: string): unknown {
  if (isRlInsightError(error)) return error;
  if (error instanceof TraceFormatError) return traceErrors.notATrace(path, error.message);
  return fromFileError(error, path);
}
