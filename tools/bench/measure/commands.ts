import { join } from 'node:path';
import { BUILT, CLI, TOOLS } from '../paths.js';

/** A program that can be measured. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Its last line on stdout is a JSON object of numbers. */
  readonly answers: boolean;
}

const PRELOAD = join(BUILT, 'measure', 'peak-memory.cjs');

export function nodeCommand(args: readonly string[], answers = false): Command {
  return { program: process.execPath, args: ['--require', PRELOAD, ...args], answers };
}

/** One of the programs of this bench (`programs/`). */
export function programCommand(name: string, ...args: readonly string[]): Command {
  return nodeCommand([join(BUILT, 'programs', `${name}.js`), ...args], true);
}

/** The command that users have. */
export function cliCommand(...words: readonly string[]): Command {
  return nodeCommand([CLI, ...words]);
}

/** `rl-insight summary --json`, as users have it. */
export function summaryCommand(path: string): Command {
  return cliCommand('summary', path, '--json');
}

export const BASELINE = join(TOOLS, 'bench', 'baseline.py');

export function baselineCommand(python: string, ...args: readonly string[]): Command {
  return { program: python, args: [BASELINE, ...args], answers: true };
}

/** Python's own `pickle.load` of a file. */
export function pickleCommand(python: string, file: string): Command {
  return {
    program: python,
    args: ['-B', join(TOOLS, 'bench', 'load-pickle.py'), file],
    answers: true,
  };
}
