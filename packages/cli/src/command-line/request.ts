import type { Flags } from '../commands/context.js';

export const COMMANDS = {
  run: 'read, check and draw: pages that open in a browser',
  parse: 'read and check: Arrow tables',
  check: 'check a capture or tables, write nothing',
  visualize: 'draw tables',
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
  debug: { describe: 'stack traces of errors' },
};

/** What the command line asks for. */
export interface Request {
  readonly command: Command;
  readonly words: readonly string[];
  readonly flags: AllFlags;
}

export function isCommand(word: string | undefined): word is Command {
  return word !== undefined && Object.hasOwn(COMMANDS, word);
}
