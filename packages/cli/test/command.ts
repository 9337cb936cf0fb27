import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../bin/rl-insight.js', import.meta.url));
/** The capture that ships with the repository. */
export const SAMPLE = fileURLToPath(new URL('../../../samples/ascend-verl', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** The executable, where it is not the repository's. */
  readonly bin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent once stderr matches, to see how the command stops. */
  readonly interrupt?: RegExp;
}

/** Runs the command as a person would, in a process of its own. */
export function rlInsight(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const child = spawn(process.execPath, [options.bin ?? BIN, ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
    if (!interrupted && options.interrupt?.test(stderr)) {
      interrupted = true;
      child.kill('SIGINT');
    }
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** An empty folder that goes when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** All files below a folder, relative to it, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
