import type { Flags } from '../commands/context.js';

export const COMMANDS = {
  run: 'read, check and draw: pages that open in a browser',
  parse: 'read and check: Arrow tables',
  check: 'check a capture or tables, write nothing',
  visualize: 'draw tables',
  export: 'read and check: files for other tools, as CSV, Parquet and more',
  summary: 'report peak, holders, leaks, threads and scopes',
  at: 'who holds memory at a time, or at the peak',
  diff: 'what grew and what shrank between two runs, or two parts of one',
  watch: 'follow a log of RMM that grows: what is outstanding, by thread',
  config: 'print the configuration, with where each value came from',
  plugins: 'list what is registered, and which package it comes from',
} as const;
export type Command = keyof typeof COMMANDS;

export type AllFlags = Flags & {
  /** Print the configuration instead of running. */
  readonly cfg: boolean;
};

/** Options without a value, each with its short form where it has one. */
export const FLAGS: Readonly<Record<keyof AllFlags, { alias?: string; describe: string }>> = {
  json: { describe: 'one JSON document on stdout, also on failure' },
  quiet: { alias: 'q', describe: 'nothing on stderr but errors' },
  cfg: { describe: 'print the configuration instead of running' },
  stacks: { describe: 'whole call stacks in answers' },
  debug: { describe: 'stack traces of errors' },
};

/** Options with a value, of single commands. */
export const OPTIONS = {
  by: {
    command: 'at',
    describe:
      'operator, user_frame, call_stack (call_stack:3: its outermost three frames), scope, thread, stream, step, allocator or lifetime',
  },
  left: { command: 'diff', describe: 'rank=3, step=2, role=actor, …: the part to compare from' },
  right: { command: 'diff', describe: 'the part to compare with' },
  'fail-above': { command: 'diff', describe: 'exit with 6 when a peak grew by more: 500MiB, 5%' },
} as const;
export type Options = { readonly [K in keyof typeof OPTIONS]?: string | undefined };

/** What the command line asks for. */
export interface Request {
  readonly command: Command;
  readonly words: readonly string[];
  readonly flags: AllFlags;
  readonly options: Options;
}

export function isCommand(word: string | undefined): word is Command {
  return word !== undefined && Object.hasOwn(COMMANDS, word);
}
