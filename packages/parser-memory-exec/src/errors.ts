import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import { shellText } from './command.js';
import { printable } from './program-lines.js';

/** Where the program is named. */
export const COMMAND_KEY = 'memory.parser.command';
const CONTRACT = 'docs/any-language.md has what a program is given and what it has to write.';

/** The program that an error is about. */
export interface NamedProgram {
  /** With the input and the folder in their places. */
  readonly command: readonly string[];
  /** The folder that it writes to, which is gone when the error is read. */
  readonly output: string;
}

const shown = ({ command, output }: NamedProgram) =>
  shellText(command.map((word) => printable(word.replaceAll(output, 'OUTPUT'))));

function told(lines: readonly string[]): string {
  return lines.length === 0 ? '.' : `. The last that it said:\n${lines.join('\n')}`;
}

const START_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is not executable',
};

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

  notStarted: ([program]: readonly string[], cause: unknown) => {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const isSeveralWords = code === 'ENOENT' && /\s/.test(program.trim());
    return new RlInsightError({
      code: 'exec-command',
      exitCode: EXIT.usage,
      message: `${printable(program)} cannot be started: ${START_PROBLEMS[code] ?? message}.`,
      remedy: isSeveralWords
        ? `No shell takes it apart; where these are several words, write them as a list: ${COMMAND_KEY}=[${printable(program).trim().split(/\s+/).join(',')}].`
        : 'Name a program that is on the PATH, or its path.',
      place: { key: COMMAND_KEY },
      cause,
    });
  },

  failed: (program: NamedProgram, how: string, lastLines: readonly string[]) =>
    new RlInsightError({
      code: 'exec-failed',
      exitCode: EXIT.input,
      message: `${shown(program)} ${how}${told(lastLines)}`,
      remedy: 'Run it by itself, with a folder in place of OUTPUT, to see what is wrong.',
      place: { key: COMMAND_KEY },
    }),

  noTables: (program: NamedProgram, { contract, files, lastLines }: NothingWritten) =>
    new RlInsightError({
      code: 'exec-no-tables',
      exitCode: EXIT.input,
      message: `${shown(program)} ended well and wrote no ${contract}.arrow${
        files.length === 0 ? '' : `, but ${files.map(printable).join(', ')}`
      }${told(lastLines)}`,
      remedy: `It has to write that file into the folder OUTPUT, or into folders in it. ${CONTRACT}`,
      place: { key: COMMAND_KEY },
    }),

  badTables: (
    program: NamedProgram,
    { message, remedy }: Pick<RlInsightError, 'message' | 'remedy'>,
  ) =>
    new RlInsightError({
      code: 'exec-tables',
      exitCode: EXIT.input,
      message: `${shown(program)} wrote what cannot be read: ${printable(
        message.replaceAll(`${program.output}/`, '').replaceAll(program.output, 'OUTPUT'),
      )}`,
      remedy: `${remedy} ${CONTRACT}`,
      place: { key: COMMAND_KEY },
    }),
};

/** What there is where tables should be. */
export interface NothingWritten {
  readonly contract: string;
  /** Some of the files that were written instead. */
  readonly files: readonly string[];
  readonly lastLines: readonly string[];
}
