import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { ROOT } from '../paths.js';
import type { Command } from './commands.js';

/** What a program told of its run, by name. */
export type Facts = Readonly<Record<string, number>>;

/** One run of a program. */
export interface Sample {
  /** From before the process is started until it has ended. */
  readonly wallSeconds: number;
  /** Undefined where the program left no word of it. */
  readonly peakBytes: number | undefined;
  readonly facts: Facts;
}

export const PEAK_VARIABLE = 'RL_INSIGHT_BENCH_PEAK';
const KEPT_ERROR_CHARS = 2000;

interface Ended {
  readonly seconds: number;
  readonly stdout: string;
}

/** Runs a program to its end; its stdout is the result's. @throws when it fails. */
function run({ program, args }: Command, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let ended = begin;
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-KEPT_ERROR_CHARS);
    });
    child.on('error', reject);
    child.on('exit', () => {
      ended = performance.now();
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ seconds: (ended - begin) / 1000, stdout });
      else reject(new Error(`${[program, ...args].join(' ')}: exit ${code ?? signal}\n${stderr}`));
    });
  });
}

/** Runs a program without measuring it; returns its stdout. */
export async function runChild(program: string, args: readonly string[]): Promise<string> {
  return (await run({ program, args, answers: false }, process.env)).stdout;
}

/** Runs a program and measures it. `peakFile` is a file that may be overwritten. */
export async function measureChild(command: Command, peakFile: string): Promise<Sample> {
  await rm(peakFile, { force: true });
  const env: NodeJS.ProcessEnv = { ...process.env, [PEAK_VARIABLE]: peakFile };
  // Options for this process, such as a test runner's, would change what is measured.
  delete env.NODE_OPTIONS;
  const { seconds, stdout } = await run(command, env);
  const peak = await readFile(peakFile, 'utf8').catch(() => undefined);
  return {
    wallSeconds: seconds,
    peakBytes: peak === undefined ? undefined : Number(peak),
    facts: command.answers ? JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') : {},
  };
}
