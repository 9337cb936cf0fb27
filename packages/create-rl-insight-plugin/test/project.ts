import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const BIN = fileURLToPath(new URL('../bin/create-rl-insight-plugin.js', import.meta.url));

/** An empty folder that goes when the test ends; with what this repository has installed, if asked. */
export async function emptyFolder(installed = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-create-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (installed) await symlink(NODE_MODULES, join(folder, 'node_modules'), 'junction');
  return folder;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a folder, as npm does. */
export async function create(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // Nx asks for colours, which whoever pipes has not.
  const { FORCE_COLOR: _, ...own } = process.env;
  return ended(process.execPath, [BIN, ...args], folder, { ...own, ...env });
}

/** Runs a script of a project's manifest, with the programs of its folder on the path. */
export async function npmRun(folder: string, script: string): Promise<Ended> {
  const path = [join(NODE_MODULES, '.bin'), process.env.PATH].join(delimiter);
  // A test in a test would otherwise report to the outer one.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const windows = process.platform === 'win32';
  return ended(windows ? 'npm.cmd' : 'npm', ['run', script], folder, { ...env, PATH: path });
}

async function ended(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const shell = program.endsWith('.cmd');
  return promisify(execFile)(program, args, { cwd, env, shell, maxBuffer: 2 ** 24 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}
