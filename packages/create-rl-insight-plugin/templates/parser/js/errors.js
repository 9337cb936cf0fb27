import { EXIT, RlInsightError } from '@rl-insight/core/errors';

/** Every error of this package that a user can cause: a stable code, what is wrong where, what to do. */
export const errors = {
  /** @type {(file: string, cause: unknown) => RlInsightError} */
  unreadable: (file, cause) =>
    new RlInsightError({
      code: '__code__-unreadable',
      exitCode: EXIT.input,
      message: `${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
      remedy: 'Point input.path at a file of blocks.',
      place: { file },
      cause,
    }),

  /** @type {(file: string, header: string) => RlInsightError} */
  noHeader: (file, header) =>
    new RlInsightError({
      code: '__code__-header',
      exitCode: EXIT.input,
      message: `${file} does not begin with the line ${header}.`,
      remedy: 'Point input.path at a file of blocks, and look at its first line.',
      place: { file, line: 1 },
    }),

  /** @type {(file: string) => RlInsightError} */
  noBlocks: (file) =>
    new RlInsightError({
      code: '__code__-empty',
      exitCode: EXIT.input,
      message: `${file} has no blocks.`,
      remedy: 'Record a step that allocates.',
      place: { file },
    }),
};
