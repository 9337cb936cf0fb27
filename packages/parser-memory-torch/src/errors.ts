import { EXIT, inputUnreadable, isRlInsightError, RlInsightError } from '@rl-insight/core/errors';
import { PickleError } from './pickle/pickle-error.js';
import { NoSnapshotError } from './snapshot/snapshot.js';

const RECORD =
  'Record with torch.cuda.memory._record_memory_history() and save with torch.cuda.memory._dump_snapshot("snapshot.pickle").';
const SAVE_AGAIN =
  'Save the snapshot again, or copy it again: its bytes are not as PyTorch wrote them.';

/** Every error of this package that a user can cause. */
export const torchErrors = {
  notASnapshot: (path: string, why: string) =>
    new RlInsightError({
      code: 'torch-not-a-snapshot',
      exitCode: EXIT.input,
      message: `${path} is no memory snapshot of PyTorch: ${why}.`,
      remedy: RECORD,
      place: { file: path },
    }),

  none: (path: string, others: readonly string[]) =>
    new RlInsightError({
      code: 'torch-none',
      exitCode: EXIT.input,
      message: `${path} holds no memory snapshot of PyTorch at any depth${
        others.length === 0
          ? ': it is empty'
          : `; of its ${others.length} files one is ${others[0]}`
      }.`,
      remedy: RECORD,
      place: { file: path, key: 'input.path' },
    }),

  unsafe: (path: string, { byteOffset, message }: PickleError) =>
    new RlInsightError({
      code: 'torch-unsafe-pickle',
      exitCode: EXIT.input,
      message: `${path} is refused: ${message} (byte ${byteOffset}), and no snapshot has it.`,
      remedy: 'Do not open the file with pickle either unless you trust where it comes from.',
      place: { file: path, byteOffset },
    }),

  damaged: (path: string, { byteOffset, message }: PickleError) =>
    new RlInsightError({
      code: 'torch-damaged',
      exitCode: EXIT.input,
      message: `${path} cannot be read as a pickle: ${message} (byte ${byteOffset}).`,
      remedy: SAVE_AGAIN,
      place: { file: path, byteOffset },
    }),

  empty: (path: string) =>
    new RlInsightError({
      code: 'torch-empty',
      exitCode: EXIT.input,
      message: `${path} is a snapshot in which no device has memory or events.`,
      remedy: 'Take the snapshot while the program holds memory, in the process that holds it.',
      place: { file: path },
    }),

  inconsistent: (path: string, device: string, startBytes: number) =>
    new RlInsightError({
      code: 'torch-inconsistent',
      exitCode: EXIT.input,
      message: `${path}: the trace of ${device} does not end at the snapshot: what its segments hold less what the trace adds up to is ${startBytes} bytes, which nothing can have begun with.`,
      remedy:
        'Use segments and device_traces of one call of _snapshot(), taken while no other thread allocates; a file that was cut or put together afterwards cannot be drawn.',
      place: { file: path },
    }),

  rankPattern: (pattern: string, why: string) =>
    new RlInsightError({
      code: 'rank-pattern',
      exitCode: EXIT.usage,
      message: `input.rank_pattern=${pattern} ${why}.`,
      remedy: 'Give a regular expression with one group that is the rank, as in rank(\\d+).',
      place: { key: 'input.rank_pattern' },
    }),
};

/** What reading a file threw, as a user is told it; faults of ours stay as they are. */
export function fromReadError(error: unknown, path: string): unknown {
  if (isRlInsightError(error)) return error;
  if (error instanceof PickleError) {
    if (error.problem === 'unsafe') return torchErrors.unsafe(path, error);
    return torchErrors.damaged(path, error);
  }
  if (error instanceof NoSnapshotError) return torchErrors.notASnapshot(path, error.message);
  return fromFileError(error, path);
}

/** The same of what any file may throw: one that cannot be opened, or is packed and damaged. */
export function fromFileError(error: unknown, path: string): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'CompressionError' || code !== undefined) {
    return inputUnreadable(path, `cannot be read: ${message}`);
  }
  return error;
}
