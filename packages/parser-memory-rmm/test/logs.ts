import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryTables } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { onTestFinished } from 'vitest';
import { RmmLogParser, type RmmLogParserConfig } from '../src/index.js';

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-rmm-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file of those lines into a folder of its own. */
export async function logOf(
  lines: readonly string[],
  name = 'rmm.dev0.log',
  end = '\n',
): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.join('\n') + end);
  return path;
}

export async function parse(path: string, config: RmmLogParserConfig = {}) {
  const parser = new RmmLogParser(config);
  const tables: MemoryTables = await parser.run(path);
  const { notices, failures } = parser.report;
  return { tables, summary: tables.memory_summary, notices, failures };
}

/** The rows of a table as plain objects. */
export function rowsOf(table: Table): Record<string, unknown>[] {
  return Array.from({ length: table.numRows }, (_, row) => table.get(row)?.toJSON() ?? {});
}
