import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryTables } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import sqlite from 'node-sqlite3-wasm';
import { onTestFinished } from 'vitest';
import { NsysParser, type NsysParserConfig, type NsysParserOptions } from '../src/index.js';

/** Process 111 of virtual machine 1, and its thread 5. */
export const PID = (1n << 48n) | (111n << 24n);
export const TID = PID | 5n;

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-nsys-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const TABLES = `
  CREATE TABLE StringIds(id INTEGER, value TEXT);
  INSERT INTO StringIds VALUES (1, 'cudaMalloc_v3020'), (2, 'cudaFree_v3020'), (3, 'cudaMallocHost_v3020');
  CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER,
    contextId INTEGER, address INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER,
    name TEXT, correlationId INTEGER, localMemoryPoolAddress INTEGER, localMemoryPoolSize INTEGER,
    localMemoryPoolUtilizedSize INTEGER);
  CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER,
    correlationId INTEGER, nameId INTEGER, returnValue INTEGER);
  CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, globalTid INTEGER, text TEXT);`;

/** An event of the export that {@link exportOf} writes. */
export interface TestEvent {
  readonly at: number;
  readonly free?: boolean;
  readonly address?: number;
  readonly bytes?: number;
  readonly device?: number;
  readonly context?: number;
  /** Of ENUM_CUDA_MEM_KIND; 2 is device memory. */
  readonly kind?: number;
  readonly variable?: string;
  /** Number of its call, which is written 1 ns before it; null for none. */
  readonly call?: number | null;
  /** Address, size and use of its pool. */
  readonly pool?: readonly [number, number, number];
}

/** Start and end (null: open) of a push/pop range of thread 5, and its name. */
export type TestRange = readonly [number, number | null, string];

/** Writes an export with those rows. */
export function writeExport(
  path: string,
  events: readonly TestEvent[],
  ranges: readonly TestRange[] = [],
  more = '',
): void {
  const database = new sqlite.Database(path);
  database.exec(`BEGIN; ${TABLES}`);
  events.forEach((event, i) => {
    const { at, free = false, address = 4096, bytes = 256, device = 0, context = 1 } = event;
    const call = event.call === undefined ? i + 1 : event.call;
    const values = [at, PID, device, context, address, bytes, event.kind ?? 2, free ? 1 : 0];
    const others = [event.variable ?? null, call, ...(event.pool ?? [null, null, null])];
    database.run(`INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (${'?,'.repeat(12)}?)`, [
      ...values,
      ...others,
    ] as never);
    if (call === null) return;
    const row = [at - 1, at + 1, TID, call, free ? 2 : 1, 0];
    database.run('INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,?,?,?,?)', row as never);
  });
  for (const [start, end, name] of ranges) {
    database.run('INSERT INTO NVTX_EVENTS VALUES (?,?,59,?,?)', [start, end, TID, name] as never);
  }
  database.exec(`${more}; COMMIT`);
  database.close();
}

export async function exportOf(
  events: readonly TestEvent[],
  ranges: readonly TestRange[] = [],
  more = '',
): Promise<string> {
  const path = join(await temporaryFolder(), 'report.sqlite');
  writeExport(path, events, ranges, more);
  return path;
}

export async function parse(
  path: string,
  config: NsysParserConfig = {},
  options: NsysParserOptions = {},
) {
  const parser = new NsysParser(config, options);
  const tables: MemoryTables = await parser.run(path);
  const { notices, failures } = parser.report;
  return { tables, rows: rowsOf(tables.memory_summary), notices, failures };
}

/** The rows of a table as plain objects. */
export function rowsOf(table: Table | undefined): Record<string, unknown>[] {
  return Array.from({ length: table?.numRows ?? 0 }, (_, row) => table?.get(row)?.toJSON() ?? {});
}
