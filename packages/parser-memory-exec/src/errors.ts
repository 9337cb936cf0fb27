import { EXIT, RlInsightError } from '@rl-insight/core/errors';

export const COMMAND_KEY = 'memory.parser.command';

const shown = (command: readonly string[]) => command.join(' ');

/** Every error of this package that a user can cause. */
export const execErrors = {
  noCommand: () =>
    new RlInsightError({
      code: 'exec-command',
      exitCode: EXIT.usage,
      message: 'memory.parser.type=exec runs a program, and none is named.',
      remedy: `Name it: ${COMMAND_KEY}=[python3,convert.py].`,
      place: { key: COMMAND_KEY },
    }),

  notStarted: (command: readonly string[], why: string) =>
    new RlInsightError({
      code: 'exec-command',
      exitCode: EXIT.usage,
      message: `${shown(command)} cannot be started: ${why}.`,
      remedy: 'Name a program that is on the PATH, or its path.',
      place: { key: COMMAND_KEY },
    }),

  failed: (command: readonly string[], how: string, lastLines: readonly string[]) =>
    new RlInsightError({
      code: 'exec-failed',
      exitCode: EXIT.input,
      message: `${shown(command)} ${how}${
        lastLines.length === 0
          ? ' and said nothing'
          : `:\n${lastLines.map((line) => `  ${line}`).join('\n')}`
      }`,
      remedy: 'Run it by itself, with the input and a folder to write to, to see what is wrong.',
      place: { key: COMMAND_KEY },
    }),

  noTables: (command: readonly string[], contract: string) =>
    new RlInsightError({
      code: 'exec-no-tables',
      exitCode: EXIT.input,
      message: `${shown(command)} ended well and wrote no ${contract}.arrow.`,
      remedy:
        'It has to write that file into the folder that it is given, or into folders in it, one for each group.',
      place: { key: COMMAND_KEY },
    }),
};
