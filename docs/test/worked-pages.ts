import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fencesOf, ROOT, readPage } from './markdown.js';

/*
 * Pages whose commands are run: each `sh` block is a command, and a `text` block is what the command
 * before it prints, or a part of that; a line `…` stands for lines that are left out. Commands that
 * need something of the reader's are `bash` blocks.
 */

export interface WorkedStep {
  readonly command: string;
  /** What the page says that it prints, in pieces of lines that follow each other. */
  readonly promised: readonly string[];
}

/** Where the reader is, as the pages have it. */
const READER = '/home/you/job';
const SHARED = ['samples', 'examples', 'tools'];
const BIN = join(ROOT, 'packages', 'cli', 'bin', 'rl-insight.js');

export function workedSteps(page: string): WorkedStep[] {
  const steps: { command: string; promised: string[] }[] = [];
  for (const { language, code } of fencesOf(readPage(page))) {
    if (language === 'sh') steps.push({ command: code.trim(), promised: [] });
    else if (language === 'text') steps.at(-1)?.promised.push(...piecesOf(code));
  }
  return steps;
}

function piecesOf(code: string): string[] {
  return code
    .split(/^ *…$/m)
    .map((piece) => piece.replace(/^\n+|\s+$/g, ''))
    .filter((piece) => piece !== '');
}

/** A folder that has what a clone of the repository has, for the commands of one page. */
export class ReadersFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<ReadersFolder> {
    const path = await mkdtemp(join(tmpdir(), 'rl-insight-docs-'));
    for (const name of SHARED) await symlink(join(ROOT, name), join(path, name));
    return new ReadersFolder(path);
  }

  /** Runs a command as a reader would in a shell; what it prints. */
  async run(command: string): Promise<string> {
    const script = command.replaceAll('npx rl-insight', `"${process.execPath}" "${BIN}"`);
    const env = { ...process.env, FORCE_COLOR: '0' };
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: this.path, env });
    return stdout.replaceAll(this.path, READER);
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

/** The pieces that are not in the output, or not in this order; each begins after the one before. */
export function missingPieces(pieces: readonly string[], printed: string): string[] {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let from = 0;
  return pieces.filter((piece) => {
    const wanted = piece.split('\n').map((line) => line.trimEnd());
    const at = lines.findIndex(
      (_, start) => start >= from && wanted.every((line, i) => lines[start + i] === line),
    );
    if (at >= 0) from = at + wanted.length;
    return at < 0;
  });
}
