import { writeCaptures } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { parse, rowsOf, temporaryFolder } from '../test/tables.js';
import { type RankSize, share } from './rank-reading.js';

const summaryOf = async (folder: string, runtime: { workers?: number; memory_limit_mb?: number }) =>
  rowsOf((await parse(folder, { runtime })).summary);

describe('what is found does not depend on how it is read', () => {
  test('little memory: the operators are read again instead of being kept', async () => {
    const folder = await temporaryFolder();
    await writeCaptures(folder, { capture: { allocations: 400, geAllocations: 80 } });
    const kept = await summaryOf(folder, {});
    expect(new Set(kept.map((row) => row.stack_match))).toContain('queue-recorded');
    expect(new Set(kept.map((row) => row.stack_match))).toContain('forward');
    expect(await summaryOf(folder, { memory_limit_mb: 0.001 })).toEqual(kept);
  });

  test('threads that read parts of a large trace', async () => {
    const folder = await temporaryFolder();
    await writeCaptures(folder, {
      capture: { allocations: 2000, geAllocations: 200 },
      format: { trace: { targetBytes: 70_000_000 } },
    });
    const alone = await summaryOf(folder, { workers: 1 });
    expect(await summaryOf(folder, { workers: 3 })).toEqual(alone);
  });
});

describe('ranks share threads and memory', () => {
  const MB = 2 ** 20;
  test.each([
    { workers: 1, ranks: 5, mb: 1, limit: 1024, ranksAtOnce: 1, threads: 0 },
    { workers: 2, ranks: 1, mb: 1, limit: 1024, ranksAtOnce: 1, threads: 1 },
    { workers: 8, ranks: 1, mb: 1, limit: 1024, ranksAtOnce: 1, threads: 7 },
    { workers: 8, ranks: 3, mb: 1, limit: 1024, ranksAtOnce: 3, threads: 1 },
    { workers: 4, ranks: 512, mb: 1, limit: 1024, ranksAtOnce: 4, threads: 0 },
    { workers: 4, ranks: 512, mb: 200, limit: 1200, ranksAtOnce: 2, threads: 1 },
    { workers: 4, ranks: 512, mb: 2000, limit: 1200, ranksAtOnce: 1, threads: 3 },
    { workers: 4, ranks: 2, mb: 0, limit: 1200, ranksAtOnce: 2, threads: 1 },
  ])('$workers workers, $ranks ranks of $mb MB, $limit MB', (given) => {
    const { workers, ranks, mb, limit, ...expected } = given;
    const sizes = new Array<RankSize>(ranks).fill({ table: mb * MB, all: 40 * MB + mb * MB });
    expect(share(workers, sizes, limit)).toMatchObject(expected);
  });

  test('little to read is read in this thread', () => {
    const sizes = new Array<RankSize>(8).fill({ table: MB, all: 7 * MB });
    expect(share(4, sizes, 1024)).toMatchObject({ ranksAtOnce: 1 });
  });
});
