import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GROUPS_KEY, readGroups } from '@rl-insight/memory-contract';
import { realCapture, writeNsysExport } from '@rl-insight/tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exportOf,
  PID,
  parse,
  rowsOf,
  type TestEvent,
  TID,
  temporaryFolder,
  writeExport,
} from '../test/exports.js';

const codes = (notices: readonly { code: string }[]) => notices.map(({ code }) => code);
const OOM = `INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (500, 600, ${TID}, 99, 1, 2)`;

describe('allocations', () => {
  test('are told with their call, range and release', async () => {
    const { rows, tables } = await parse(
      await exportOf(
        [{ at: 100 }, { at: 200, free: true }, { at: 300, free: true, address: 8192, bytes: 64 }],
        [
          [10, 400, 'outer'],
          [50, null, 'inner'],
        ],
      ),
    );
    expect(rows).toMatchObject([
      {
        ...{ name: 'cudaMalloc', device_type: 'GPU:0', allocator: 'device', memory_kind: 'Device' },
        ...{ start_time_ns: 100n, duration_ns: 100n, size_bytes: 256n, address: 4096n },
        ...{ process_id: 111n, thread_id: 5n, release_thread_id: 5n, before_capture: false },
        ...{ range_id: 1n, alloc_seq: 2n, release_seq: 3n },
      },
      {
        ...{ name: '(unknown)', size_bytes: -64n, before_capture: true, thread_id: null },
        ...{ release_thread_id: 5n, range_id: null },
      },
    ]);
    expect(rowsOf(tables.memory_ranges)).toMatchObject([
      { range_id: 0n, parent_id: null, name: 'outer', kind: 'nvtx', end_ns: 400n, start_seq: 0n },
      { range_id: 1n, parent_id: 0n, name: 'inner', end_ns: null, start_seq: 1n, end_seq: null },
    ]);
  });

  test('of contexts and devices do not mix, nor do those of host and device', async () => {
    const { tables, rows } = await parse(
      await exportOf([
        { at: 1, context: 1 },
        { at: 2, context: 2, device: 1 },
        { at: 3, kind: 1, bytes: 1 },
        { at: 4, context: 2, device: 1, free: true },
        { at: 5, kind: 4, address: 12288 },
        { at: 6, kind: 5, address: 16384, variable: 'table\n' },
      ]),
    );
    const groups = readGroups(tables.memory_summary.schema.metadata.get(GROUPS_KEY));
    expect(groups.map(({ rank_id, device_type }) => [rank_id, device_type])).toEqual([
      [0, 'CPU'],
      [0, 'GPU:0'],
      [0, 'GPU:1'],
    ]);
    expect(
      rows.map((row) => [row.device_type, row.allocator, row.memory_kind, row.duration_ns]),
    ).toEqual([
      ['GPU:0', 'device', 'Device', null],
      ['GPU:1', 'device', 'Device', 2n],
      ['CPU', 'host', 'Pinned', null],
      ['GPU:0', 'managed', 'Managed', null],
      ['GPU:0', 'static', 'Device Static', null],
    ]);
    expect(rows[4].name).toBe('table\n');
  });

  test('of an address that is live end what was there', async () => {
    const { rows, notices } = await parse(
      await exportOf([{ at: 1 }, { at: 5 }, { at: 9, free: true, bytes: 99 }]),
    );
    expect(rows.map((row) => row.duration_ns)).toEqual([4n, 4n]);
    expect(codes(notices)).toEqual(
      expect.arrayContaining(['nsys-address-reused', 'nsys-other-size']),
    );
  });

  test('without a time were there before', async () => {
    const events = [
      { at: 0, call: null },
      { at: 0, call: null, address: 8192 },
    ];
    const all = await parse(await exportOf(events));
    expect(all.rows.map((row) => row.before_capture)).toEqual([true, true]);
    expect(all.notices.find(({ code }) => code === 'nsys-from-before')).toMatchObject({
      count: 2,
      message: expect.stringContaining('no timeline'),
    });
    const some = await parse(await exportOf([...events, { at: 50, free: true }, { at: 60 }]));
    expect(some.rows).toMatchObject([
      { before_capture: true, start_time_ns: 50n, duration_ns: 0n },
      { before_capture: true, start_time_ns: 50n, duration_ns: null },
      { before_capture: false, start_time_ns: 60n },
    ]);
    const [{ captures }] = readGroups(some.tables.memory_summary.schema.metadata.get(GROUPS_KEY));
    expect(captures[0].allocators).toMatchObject([
      { allocator: 'device', start_live_bytes: 512, start_source: 'final_state' },
    ]);
  });

  test('are put in the order of time where the table is not', async () => {
    const { rows } = await parse(
      await exportOf([{ at: 30, address: 8192 }, { at: 20, free: true }, { at: 10 }]),
    );
    expect(rows.map((row) => [row.start_time_ns, row.duration_ns, row.alloc_seq])).toEqual([
      [10n, 10n, 0n],
      [30n, null, 2n],
    ]);
  });

  test('of a pool that is destroyed or trimmed are told of what it then holds', async () => {
    const pools = `CREATE TABLE CUDA_GPU_MEMORY_POOL_EVENTS(start INTEGER, globalPid INTEGER,
      deviceId INTEGER, address INTEGER, operationType INTEGER, poolType INTEGER,
      localMemoryPoolSize INTEGER);
      INSERT INTO CUDA_GPU_MEMORY_POOL_EVENTS VALUES (0, ${PID}, 0, 7, 1, 1, 100),
        (5, ${PID}, 0, 7, 3, 1, 40), (6, ${PID}, 0, 7, 2, 1, 40), (7, ${PID}, 0, 9, 2, 1, 1)`;
    const { tables } = await parse(
      await exportOf(
        [
          { at: 1, bytes: 10, pool: [7, 100, 10] },
          { at: 3, bytes: 10, free: true, pool: [7, 100, 0] },
          { at: 9, bytes: 20, pool: [8, 50, 20] },
        ],
        [],
        pools,
      ),
    );
    expect(
      rowsOf(tables.memory_counters).map((row) => [
        ...[row.time_ns, row.reserved_bytes, row.allocated_bytes],
      ]),
    ).toEqual([
      [1n, 100n, 10n],
      [3n, 100n, 0n],
      [5n, 40n, 0n],
      [6n, 0n, 0n],
      [9n, 50n, 20n],
    ]);
  });

  test('ranges that are never ended, by thousands, cost no more than others', async () => {
    const ranges = Array.from({ length: 20_000 }, (_, i) => [i, null, `r${i % 7}`] as const);
    const { rows } = await parse(await exportOf([{ at: 15_000 }], ranges));
    expect(rows[0].range_id).toBe(14_999n);
  });

  test('of pools have counters, of what each pool told last', async () => {
    const { tables } = await parse(
      await exportOf([
        { at: 1, bytes: 10, pool: [7, 100, 10] },
        { at: 2, bytes: 20, address: 8192, pool: [8, 200, 50] },
        { at: 3, bytes: 10, free: true, pool: [7, 100, 0] },
      ]),
    );
    expect(
      rowsOf(tables.memory_counters).map((row) => [row.allocated_bytes, row.reserved_bytes]),
    ).toEqual([
      [40n, 300n],
      [60n, 300n],
      [50n, 300n],
    ]);
  });

  test('whose call is not there have no thread', async () => {
    const { rows, notices } = await parse(await exportOf([{ at: 1, call: null }]));
    expect(rows[0]).toMatchObject({ thread_id: null, name: '(unknown)' });
    expect(codes(notices)).toContain('nsys-no-call');
  });

  test('that failed are told without a size', async () => {
    const path = await exportOf([{ at: 100 }], [[400, 700, 'step']], OOM);
    const { tables, notices } = await parse(path);
    expect(rowsOf(tables.memory_failures)).toMatchObject([
      {
        time_ns: 500n,
        requested_bytes: null,
        device_free_bytes: null,
        thread_id: 5n,
        range_id: 0n,
      },
    ]);
    expect(codes(notices)).toContain('nsys-failed-sizes');
  });
});

test('events and ranges of one time are in the order in which a thread does things', async () => {
  // Ranges of which one begins when the other ends, and events at any of those times.
  const steps = fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (gaps) => {
      let at = 10;
      const events: TestEvent[] = [];
      const ranges: [number, number, string][] = [];
      const expected: (bigint | null)[] = [];
      gaps.forEach(([gap, isRange], i) => {
        at += gap;
        if (isRange) {
          ranges.push([at, at + 3, 'range']);
          events.push({ at: at + 1 + (gap % 2), address: 4096 * (i + 1) });
          expected.push(BigInt(ranges.length - 1));
          at += 3;
        } else {
          events.push({ at: at + 1, address: 4096 * (i + 1) });
          expected.push(null);
          at += 2;
        }
      });
      const { rows, tables } = await parse(await exportOf(events, ranges));
      expect(rows.map((row) => row.range_id ?? null)).toEqual(expected);
      const seqs = new Map(rowsOf(tables.memory_ranges).map((row) => [row.range_id, row]));
      for (const row of rows) {
        for (const [id, { start_seq, end_seq }] of seqs) {
          const isInside =
            (row.alloc_seq as bigint) > (start_seq as bigint) &&
            (row.alloc_seq as bigint) < (end_seq as bigint);
          expect(isInside).toBe(id === row.range_id);
        }
      }
    }),
    { numRuns: 15 },
  );
});

describe('several files', () => {
  test('are ranks by their names, or by number; filters leave the others out', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'more'));
    for (const name of ['rank5.sqlite', 'more/job.7.sqlite', 'plain.sqlite']) {
      writeExport(join(folder, name), [{ at: 1 }]);
    }
    await writeFile(join(folder, 'notes.txt'), 'x');
    const { tables, notices } = await parse(folder);
    const ranks = ({ memory_summary }: typeof tables) =>
      readGroups(memory_summary.schema.metadata.get(GROUPS_KEY)).map(({ rank_id }) => rank_id);
    expect(ranks(tables)).toEqual([7, 0, 5]);
    expect(codes(notices)).toEqual(expect.arrayContaining(['nsys-other-files', 'nsys-no-rank']));
    expect(ranks((await parse(folder, { input: { rank_list: [5, 7] } })).tables)).toEqual([7, 5]);
    await expect(parse(folder, { input: { rank_list: [9] } })).rejects.toMatchObject({
      code: 'nothing-left',
      message: expect.stringContaining('ranks 0, 5, 7'),
    });
  });

  test('one that is damaged does not stop the others', async () => {
    const folder = await temporaryFolder();
    writeExport(join(folder, 'a.sqlite'), [{ at: 1 }]);
    writeNsysExport(join(folder, 'b.sqlite'), {});
    await truncate(join(folder, 'b.sqlite'), 20_000);
    const { failures, rows } = await parse(folder);
    expect(failures).toMatchObject([{ subject: 'b.sqlite', error: { code: 'nsys-damaged' } }]);
    expect(rows.length).toBe(1);
  });
});

describe('errors', () => {
  test.each([
    [
      'no-memory',
      'DROP TABLE CUDA_GPU_MEMORY_USAGE_EVENTS',
      'recorded without --cuda-memory-usage=true, or',
    ],
    ['schema', 'ALTER TABLE CUDA_GPU_MEMORY_USAGE_EVENTS RENAME COLUMN bytes TO b', 'has no bytes'],
    ['no-memory', 'DELETE FROM CUDA_GPU_MEMORY_USAGE_EVENTS', 'nothing was allocated'],
  ])('nsys-%s', async (code, sql, says) => {
    const error = await parse(await exportOf([{ at: 1 }], [], sql)).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: `nsys-${code}`, exitCode: 3 });
    expect(error.message).toContain(says);
  });

  test('what is no export, and an export that is being written', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a\u001b[2J.sqlite');
    await writeFile(path, 'SQLite, but not quite');
    await expect(parse(path)).rejects.toMatchObject({
      code: 'nsys-not-an-export',
      message: expect.not.stringContaining('\u001b'),
    });
    await expect(parse(folder)).rejects.toMatchObject({ code: 'nsys-none' });
    await expect(parse(join(folder, 'none'))).rejects.toMatchObject({ code: 'input-missing' });
    const exported = await exportOf([{ at: 1 }]);
    await writeFile(`${exported}-journal`, 'x');
    await expect(parse(exported)).rejects.toMatchObject({ code: 'nsys-unfinished' });
  });

  test('pages that are overwritten', async () => {
    const path = join(await temporaryFolder(), 'report.sqlite');
    writeNsysExport(path, { options: { events: 3000 } });
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0x5a, 40_960));
    await expect(parse(path)).rejects.toMatchObject({ code: 'nsys-damaged' });
  });

  test('a signal stops it', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(parse(await exportOf([{ at: 1 }]), {}, { signal })).rejects.toThrow('enough');
  });

  const real = realCapture('nsys/two-gpu-no-memory-table.sqlite');
  test.skipIf(real === undefined)('a real export without memory', async () => {
    await expect(parse(real ?? '')).rejects.toMatchObject({
      code: 'nsys-no-memory',
      exitCode: 3,
      message: expect.stringContaining('recorded without --cuda-memory-usage=true.'),
      remedy: expect.stringContaining('nsys profile --trace=cuda,nvtx --cuda-memory-usage=true'),
    });
  });
});

test('hostile names stay what they are', async () => {
  const names = ['</script>', '\u001b[31m', 'a;\r\nb', '__proto__', '', '𝒙'.repeat(5000)];
  const ranges = names.map((name, i) => [10 + 10 * i, 19 + 10 * i, name] as const);
  const { tables } = await parse(await exportOf([{ at: 15 }], ranges));
  expect(rowsOf(tables.memory_ranges).map(({ name }) => name)).toEqual(names);
});
