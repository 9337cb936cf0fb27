import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryTables } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { onTestFinished } from 'vitest';
import { MemoryParser, type MemoryParserConfig } from '../src/index.js';

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Parses in this thread, so that the package's sources are what is tested. */
export async function parse(path: string, config: MemoryParserConfig = {}) {
  const parser = new MemoryParser({ ...config, runtime: { workers: 1, ...config.runtime } });
  const tables: MemoryTables = await parser.run(path);
  const { notices, failures } = parser.report;
  return { tables, summary: tables.memory_summary, notices, failures };
}

/** The rows of a table as plain objects. */
export function rowsOf(table: Table): Record<string, unknown>[] {
  return Array.from({ length: table.numRows }, (_, row) => table.get(row)?.toJSON() ?? {});
}
