import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Reporter } from '@rl-insight/core';
import { encodeTable, loadTables, type TableSet, type Tables } from '@rl-insight/core/tables';
import { buildTable, type ColumnValues, MEMORY_SUMMARY } from '@rl-insight/memory-contract';
import { onTestFinished } from 'vitest';
import { type ExecRequest, execParse } from '../src/index.js';

/** A row of a table that a program hands over. */
export interface Row {
  readonly role?: string;
  readonly rank?: number;
  readonly step?: number;
}

/** The bytes of a `memory_summary.arrow`. */
export function summaryFile(rows: readonly Row[], metadata?: ReadonlyMap<string, string>) {
  const text = (of: (row: Row) => string): ColumnValues => {
    const values = [...new Set(rows.map(of))];
    return { codes: Int32Array.from(rows, (row) => values.indexOf(of(row))), values };
  };
  const double = (of: (_: Row, i: number) => number) => ({ values: Float64Array.from(rows, of) });
  const table = buildTable(
    MEMORY_SUMMARY,
    rows.length,
    {
      name: text(() => 'aten::add'),
      role: text(({ role = '' }) => role),
      rank_id: { values: Int32Array.from(rows, ({ rank = 0 }) => rank) },
      call_stack: text(() => ''),
      call_stack_top: text(() => ''),
      size_kb: double(() => 4),
      start_time_ms: double((_, i) => i),
      duration_ms: double(() => 1),
      total_allocated_mb: double(() => 0),
      total_reserved_mb: double(() => 0),
      total_active_mb: double(() => 0),
      device_type: text(() => 'GPU:0'),
      step: { values: Int32Array.from(rows, ({ step = 0 }) => step) },
    },
    metadata,
  );
  return encodeTable(table, { contract: 'memory_summary', version: '1', producer: '', runId: '' });
}

/** An empty folder that goes when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with files by their names, which may have folders in them. */
export async function folderOf(
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<string> {
  const folder = await emptyFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** A program of Node: `input` and `output` are its arguments, `fs` is at hand. */
export function nodeProgram(body: string): string[] {
  const begin = "const fs = require('node:fs'); const [, input, output] = process.argv;";
  return [process.execPath, '-e', `${begin} ${body}`];
}

/** A program that hands over what its input holds. */
export const COPY = nodeProgram('fs.cpSync(input, output, { recursive: true });');

export interface Parsed {
  readonly names: readonly string[];
  readonly tables: readonly Tables[];
  readonly notices: Reporter['notices'];
}

/** What a program makes of an input. */
export async function parsed(
  path: string,
  request: Pick<ExecRequest, 'command'> & Partial<ExecRequest>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Parsed> {
  const report = new Reporter();
  const sets: TableSet[] = [];
  const whole = { ranks: 'all', role: null, step: null, ...request };
  for await (const set of execParse(path, whole, { report, signal, runId: 'run-1' })) {
    sets.push(set);
  }
  const tables = await Promise.all(sets.map(loadTables));
  return { names: sets.map(({ name }) => name), tables, notices: report.notices };
}

/** Programs of a test note here what they were given. */
export async function noted(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Whether a process is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for something, at most ten seconds. */
export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await is()) return;
    await sleep(50);
  }
  throw new Error('it did not happen');
}
