import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type MemoryTables, readGroups } from '@rl-insight/memory-contract';
import {
  type PickleData,
  PickleWriter,
  type TorchSnapshotRequest,
  writeTorchSnapshot,
} from '@rl-insight/tools';
import type { Table } from 'apache-arrow';
import { onTestFinished } from 'vitest';
import { type TorchParserConfig, TorchSnapshotParser } from '../src/index.js';

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-torch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function fileOf(
  bytes: Uint8Array | string,
  name = 'snapshot.pickle',
): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

/** The pickle of a value, as Python writes it. */
export function pickleOf(value: PickleData): Uint8Array {
  const pieces: Uint8Array[] = [];
  const options = { protocol: 4, memo: 'memoize', batch: 1000 } as const;
  const writer = new PickleWriter((piece) => pieces.push(piece.slice()), options);
  writer.value(value);
  writer.finish();
  return Buffer.concat(pieces);
}

export async function generated(request: TorchSnapshotRequest, name = 'snapshot.pickle') {
  const path = join(await temporaryFolder(), name);
  return { path, truth: writeTorchSnapshot(path, request) };
}

export async function parse(path: string, config: TorchParserConfig = {}) {
  const parser = new TorchSnapshotParser(config);
  const tables: MemoryTables = await parser.run(path);
  const { notices, failures } = parser.report;
  const groups = readGroups(tables.memory_summary.schema.metadata.get('rl_insight.groups'));
  return { tables, rows: rowsOf(tables.memory_summary), groups, notices, failures };
}

/** The rows of a table as plain objects. */
export function rowsOf(table: Table | undefined): Record<string, never>[] {
  const length = table?.numRows ?? 0;
  return Array.from({ length }, (_, row) => table?.get(row)?.toJSON() ?? {}) as never;
}
