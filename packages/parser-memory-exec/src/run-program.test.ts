import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  COPY,
  emptyFolder,
  folderOf,
  isRunning,
  nodeProgram,
  parsed,
  summaryFile,
  until,
} from '../test/programs.js';
import { runProgram } from './run-program.js';

/** Starts a program of its own that ignores all but a kill, notes both pids and its folder, and goes on itself. */
const FAMILY = (file: string, then: string) =>
  nodeProgram(
    `const { spawn } = require('node:child_process');
     const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.send('up')"], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
     child.on('message', () => { fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ pids: [process.pid, child.pid], output })); ${then} });`,
  );

interface Family {
  readonly pids: readonly number[];
  readonly output: string;
}

async function familyIn(file: string): Promise<Family> {
  await until(async () => (await readFile(file, 'utf8').catch(() => '')).endsWith('}'));
  return JSON.parse(await readFile(file, 'utf8'));
}

describe('nothing is left running', () => {
  test('when it is aborted: what it started ends with it, and its folder is gone', async () => {
    const file = join(await emptyFolder(), 'pids');
    const controller = new AbortController();
    const running = parsed('.', { command: FAMILY(file, '') }, controller.signal);
    const outcome = expect(running).rejects.toThrow('stopped');
    const { pids, output } = await familyIn(file);
    expect(pids.map(isRunning)).toEqual([true, true]);
    controller.abort(new Error('stopped'));
    await outcome;
    await until(() => !pids.some(isRunning));
    expect(existsSync(output)).toBe(false);
  });

  test('when it does not end though it is asked to', async () => {
    const controller = new AbortController();
    const command = nodeProgram(
      "process.on('SIGTERM', () => {}); console.error('up'); setInterval(() => {}, 1000);",
    );
    const program = {
      command: [...command, 'in', 'out'],
      output: 'out',
      env: {},
      onErrorLine: () => controller.abort(new Error('stopped')),
      graceMs: 50,
    };
    await expect(runProgram(program, controller.signal)).rejects.toThrow('stopped');
  });

  test('when it ends well and leaves something behind that holds its outputs open', async () => {
    const file = join(await emptyFolder(), 'pids');
    const input = await folderOf({ 'memory_summary.arrow': summaryFile([{}]) });
    const copy = 'fs.cpSync(input, output, { recursive: true }); process.exit(0)';
    const { names } = await parsed(input, { command: FAMILY(file, copy) });
    expect(names).toHaveLength(1);
    const { pids } = await familyIn(file);
    await until(() => !pids.some(isRunning));
  });
});

test('nothing is started when it is aborted already', async () => {
  const aborted = AbortSignal.abort(new Error('stopped'));
  await expect(parsed('.', { command: COPY }, aborted)).rejects.toThrow('stopped');
});
