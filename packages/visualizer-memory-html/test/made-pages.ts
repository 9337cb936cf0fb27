import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type MemoryGroup, type MemoryTables, memoryGroups } from '@rl-insight/memory-contract';
import { MemoryParser } from '@rl-insight/parser-memory';
import { type CapturesRequest, writeCaptures } from '@rl-insight/tools';
import { MemoryVisualizer } from '@rl-insight/visualizer-memory-html';

/** Pages in a folder of their own, and the rows that they show. */
export interface MadePages {
  readonly folder: string;
  /** The page to open first. */
  readonly entry: string;
  readonly groups: readonly MemoryGroup[];
  remove(): Promise<void>;
}

/** Makes captures up, reads them and draws their pages. */
export async function pagesOfCaptures(request: CapturesRequest): Promise<MadePages> {
  const captures = await mkdtemp(join(tmpdir(), 'rl-insight-captures-'));
  try {
    await writeCaptures(captures, request);
    return await pagesOfFolder(captures);
  } finally {
    await rm(captures, { recursive: true, force: true });
  }
}

/** Reads what captures a folder has and draws their pages. */
export async function pagesOfFolder(folder: string): Promise<MadePages> {
  return pagesOfTables(await new MemoryParser({ runtime: { workers: 1 } }).run(folder));
}

export async function pagesOfTables(tables: MemoryTables): Promise<MadePages> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-pages-'));
  const entry = await new MemoryVisualizer({ output: { path: folder } }).run(tables);
  return {
    folder: dirname(entry),
    entry,
    groups: memoryGroups(tables),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
