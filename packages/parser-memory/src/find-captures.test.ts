import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { memoryGroups } from '@rl-insight/memory-contract';
import { describe, expect, test } from 'vitest';
import { output, remove, smallJob } from '../test/job.js';
import { parse, rowsOf } from '../test/tables.js';

const groupsOf = (tables: Parameters<typeof memoryGroups>[0]) =>
  memoryGroups(tables).map(({ info }) => [
    info.role,
    info.rank_id,
    info.captures.map(({ step }) => step),
  ]);

describe('where captures are', () => {
  test('steps and roles as folders, ranks in the names: one group a role and rank', async () => {
    const { root } = await smallJob({
      ranks: [0, 1],
      roles: ['actor', 'ref'],
      steps: [3, 4],
      roleIn: 'folder',
    });
    const { tables } = await parse(root);
    expect(groupsOf(tables)).toEqual([
      ['actor', 0, [3, 4]],
      ['ref', 0, [3, 4]],
      ['actor', 1, [3, 4]],
      ['ref', 1, [3, 4]],
    ]);
  });

  test('the path may be the capture itself, its output, or a folder of another name', async () => {
    const {
      folders: [capture],
      root,
    } = await smallJob();
    const renamed = join(root, 'renamed');
    await cp(capture, renamed, { recursive: true });
    const rows = [];
    for (const path of [capture, join(capture, 'ASCEND_PROFILER_OUTPUT'), renamed]) {
      rows.push((await parse(path)).summary.numRows);
    }
    expect(rows).toEqual([68, 68, 68]);
  });

  test('deep folders, links, and links that lead back', async () => {
    const {
      folders: [capture],
      root,
    } = await smallJob();
    await mkdir(join(root, 'a/b/c'), { recursive: true });
    await rename(capture, join(root, 'a/b/c', basename(capture)));
    await symlink(root, join(root, 'a/b/loop'));
    await symlink(join(root, 'a/b/c', basename(capture)), join(root, 'again_ascend_pt'));
    await symlink(join(root, 'nowhere'), join(root, 'broken'));
    const { summary } = await parse(root);
    expect(summary.numRows).toBe(68);
  });

  test('the role of the metadata wins over the folder’s name; a number is a step, not a role', async () => {
    const named = await smallJob({ roles: ['critic'], roleIn: 'metadata' });
    expect(groupsOf((await parse(named.root)).tables)).toEqual([['critic', 0, [null]]]);
    const {
      root,
      folders: [capture],
    } = await smallJob({ format: { metadata: false } });
    await mkdir(join(root, '12'));
    await rename(capture, join(root, '12', basename(capture)));
    expect(groupsOf((await parse(root)).tables)).toEqual([['', 0, [12]]]);
  });

  test('a single device without a rank is rank 0, and that is said', async () => {
    const { root } = await smallJob({
      format: { profilerInfo: { rankInName: false, rankId: 'absent' } },
    });
    const { summary, notices } = await parse(root);
    expect(rowsOf(summary)[0].rank_id).toBe(0);
    expect(notices.map(({ code }) => code)).toEqual(['rank-single']);
  });

  test('no profiler_info at all: rank 0, and that is said', async () => {
    const { root } = await smallJob({ format: { profilerInfo: false } });
    expect((await parse(root)).notices.map(({ code }) => code)).toEqual(['rank-unknown']);
  });

  test('of several profiler_info files, the one whose name and content agree', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob({ ranks: [5] });
    await writeFile(join(capture, 'profiler_info_0.json'), '{"rank_id": 5}');
    const { summary, notices } = await parse(root);
    expect(rowsOf(summary)[0].rank_id).toBe(5);
    expect(notices.map(({ code }) => code)).toEqual(['several-profiler-infos']);
  });

  test('several captures of a rank keep their own windows and starting levels', async () => {
    const { root, written } = await smallJob({ steps: [1, 2], roles: ['actor'] });
    const { tables } = await parse(root);
    const [{ info }] = memoryGroups(tables);
    expect(
      info.captures.map((c) => c.allocators.find((a) => a.allocator === 'PTA')?.start_live_bytes),
    ).toEqual(
      written.map(
        ({ simulated }) =>
          simulated.truth.levels.find(({ allocator }) => allocator === 'PTA')?.startLiveBytes,
      ),
    );
    expect(BigInt(info.captures[0].end_ns)).toBeLessThan(BigInt(info.captures[1].start_ns));
    expect(new Set(rowsOf(tables.memory_summary).map((row) => row.capture_id))).toEqual(
      new Set([0, 1]),
    );
  });

  test('one whose analysis left no mark, among others that have it, is told', async () => {
    const { root, folders } = await smallJob({ ranks: [0, 1] });
    await remove(output(folders[1], 'analyse.done'));
    const { notices } = await parse(root);
    expect(notices.map(({ code, subject }) => [code, subject])).toEqual([
      ['analysis-unfinished', basename(folders[1])],
    ]);
  });

  test('all slices of a table are read', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob({ format: { moduleMem: { slices: 3 } } });
    const { tables } = await parse(root);
    const modules = rowsOf(tables.memory_counters).filter((row) =>
      String(row.component).startsWith('module:'),
    );
    const whole = await smallJob({ format: { moduleMem: { slices: 1 } } });
    const same = rowsOf((await parse(whole.root)).tables.memory_counters).filter((row) =>
      String(row.component).startsWith('module:'),
    );
    expect(modules.length).toBe(same.length);
    expect(dirname(capture)).toBe(root);
  });
});

describe('filters', () => {
  test.each([
    ['all', [0, 1, 2, 3]],
    ['0,2-3', [0, 2, 3]],
    [
      [1, 3],
      [1, 3],
    ],
    [2, [2]],
    ['0-1,1-2', [0, 1, 2]],
  ])('rank_list=%j', async (rank_list, ranks) => {
    const { root } = await smallJob({ ranks: [0, 1, 2, 3] });
    const { tables, notices } = await parse(root, { input: { rank_list } });
    expect(memoryGroups(tables).map(({ info }) => info.rank_id)).toEqual(ranks);
    expect(notices.map(({ code }) => code)).toEqual(ranks.length < 4 ? ['filtered'] : []);
  });

  test.each(['', 'x', '3-1', '0,,x', '-1'])('rank_list=%j is an error', async (rank_list) => {
    const { root } = await smallJob();
    await expect(parse(root, { input: { rank_list } })).rejects.toMatchObject({
      code: 'rank-list',
      exitCode: 2,
    });
  });

  test('a role; a step that is a folder', async () => {
    const { root } = await smallJob({ roles: ['actor', 'ref'], steps: [1, 2] });
    const { tables } = await parse(root, { memory: { parser: { role: 'ref', step: 2 } } });
    expect(groupsOf(tables)).toEqual([['ref', 0, [2]]]);
  });

  test('nothing left: an error that says what there is', async () => {
    const { root } = await smallJob({ roles: ['actor'], steps: [1, 2], ranks: [0, 1] });
    await expect(parse(root, { memory: { parser: { role: 'critic' } } })).rejects.toMatchObject({
      code: 'nothing-left',
      exitCode: 4,
      message: expect.stringContaining('ranks 0-1; roles actor; steps 1-2'),
    });
  });

  test('a step of the trace keeps what was there when it began, as named holders', async () => {
    const {
      root,
      written: [{ simulated }],
    } = await smallJob({
      capture: { allocations: 300, trace: { profilerSteps: [7, 8] } },
    });
    const whole = await parse(root);
    const kept = await parse(root, { memory: { parser: { step: 8 } } });
    const [range] = rowsOf(kept.tables.memory_ranges);
    expect(range.name).toBe('ProfilerStep#8');
    const start = range.start_ns as bigint;
    const end = range.end_ns as bigint;
    const expected = rowsOf(whole.summary).filter((row) => {
      const from = row.start_time_ns as bigint;
      const to = row.duration_ns === null ? null : from + (row.duration_ns as bigint);
      return from <= end && (from >= start || to === null || to > start);
    });
    const rows = rowsOf(kept.summary);
    expect(rows.map((row) => row.start_time_ns)).toEqual(expected.map((row) => row.start_time_ns));
    for (const row of rows) expect(row.before_capture).toBe((row.start_time_ns as bigint) < start);
    expect(rows.filter((row) => row.before_capture).length).toBeGreaterThan(0);

    // The level where the step begins is what the generator says was live there.
    const [{ info }] = memoryGroups(kept.tables);
    const known = info.captures[0].allocators.find(({ allocator }) => allocator === 'PTA');
    let live =
      simulated.truth.levels.find(({ allocator }) => allocator === 'PTA')?.startLiveBytes ?? 0;
    for (const row of simulated.truth.rows()) {
      if (row.allocator !== 'PTA') continue;
      const gone = [row.releaseNs, row.activeReleaseNs].filter((time) => time !== null);
      if ((row.startNs ?? 0n) < start) live += row.sizeBytes;
      if (gone.some((time) => time < start)) live -= row.sizeBytes;
    }
    const first = rowsOf(whole.summary)[0].start_time_ns as bigint;
    for (const { allocator, timeNs, bytes } of simulated.truth.unreportedReleases) {
      if (allocator === 'PTA' && timeNs < start && timeNs > first) live -= bytes;
    }
    expect(known?.start_live_bytes).toBe(live);
  });

  test('a step that no trace has: nothing is left, and the steps that are there are named', async () => {
    const { root } = await smallJob({ capture: { trace: { profilerSteps: [7, 8] } } });
    await expect(parse(root, { memory: { parser: { step: 9 } } })).rejects.toMatchObject({
      code: 'nothing-left',
      message: expect.stringContaining('steps 7-8'),
    });
  });
});
