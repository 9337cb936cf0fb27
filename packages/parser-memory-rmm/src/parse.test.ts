import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { memoryGroups } from '@rl-insight/memory-contract';
import {
  BEFORE_MIDNIGHT_US,
  RMM_FORMATS,
  type RmmVersion,
  rmmLogLines,
  storedZstd,
  writeRmmLog,
  writeRmmLogs,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { logOf, parse, rowsOf, temporaryFolder } from '../test/logs.js';

const HEADER = 'Thread,Time,Action,Pointer,Size,Stream';
const row = (text: string) => `7,14:21:19.99853${text}`;

describe('a log becomes tables', () => {
  test('a row an allocation, with its release', async () => {
    const path = await logOf([
      HEADER,
      row('3,allocate,0x30a000000,256,0x2'),
      row('4,allocate,(nil),0,0'),
      row('4,allocate failure,(nil),4096,0x2'),
      row('5,free,0xbeef,1024,0'),
      '8,14:21:19.998536,free,0x30a000000,256,0x1',
      row('7,free,(nil),0,0'),
      row('8,allocate,0x30a000000,512,2'),
    ]);
    const { summary, tables, notices } = await parse(path);
    const START = 51_679_998_533_000n;
    const common = {
      name: '(unknown)',
      role: '',
      rank_id: 0,
      call_stack: '',
      call_stack_top: '',
      total_allocated_mb: null,
      total_reserved_mb: null,
      total_active_mb: null,
      device_type: 'GPU:0',
      capture_id: 0,
      allocator: 'RMM',
      stack_match: 'none',
    };
    expect(rowsOf(summary)).toEqual([
      {
        ...common,
        size_kb: 0.25,
        start_time_ms: 51_679_998.533,
        duration_ms: 0.003,
        start_time_ns: START,
        duration_ns: 3000n,
        size_bytes: 256n,
        alloc_seq: 0n,
        release_seq: 3n,
        before_capture: false,
        thread_id: 7n,
        release_thread_id: 8n,
        stream: '0x2',
        address: 0x30a000000n,
      },
      {
        ...common,
        size_kb: -1,
        start_time_ms: 51_679_998.535,
        duration_ms: 0,
        start_time_ns: START + 2000n,
        duration_ns: 0n,
        size_bytes: -1024n,
        alloc_seq: 2n,
        release_seq: 2n,
        before_capture: true,
        thread_id: null,
        release_thread_id: 7n,
        stream: '0x0',
        address: 0xbeefn,
      },
      {
        ...common,
        size_kb: 0.5,
        start_time_ms: 51_679_998.538,
        duration_ms: 0,
        start_time_ns: START + 5000n,
        duration_ns: null,
        size_bytes: 512n,
        alloc_seq: 4n,
        release_seq: null,
        before_capture: false,
        thread_id: 7n,
        release_thread_id: null,
        stream: '0x2',
        address: 0x30a000000n,
      },
    ]);
    expect(rowsOf(tables.memory_failures)).toEqual([
      {
        role: '',
        rank_id: 0,
        device_type: 'GPU:0',
        time_ns: START + 1000n,
        thread_id: 7n,
        seq: 1n,
        requested_bytes: 4096n,
      },
    ]);
    expect(memoryGroups(tables)[0].info.captures).toEqual([
      {
        sources: ['rmm.dev0.log'],
        start_ns: String(START),
        end_ns: String(START + 5000n),
        step: null,
        time_basis: 'local_clock',
        allocators: [
          {
            allocator: 'RMM',
            start_live_bytes: 1024,
            start_source: 'releases',
            pairing: 'address',
          },
        ],
      },
    ]);
    expect(notices.map(({ code }) => code)).toEqual(['rmm-not-recorded']);
  });

  test.each(Object.keys(RMM_FORMATS) as RmmVersion[])('of version %s', async (version) => {
    const format = RMM_FORMATS[version];
    const path = join(await temporaryFolder(), 'rmm.dev3.log');
    const truth = await writeRmmLog(path, { format, options: { startUs: BEFORE_MIDNIGHT_US } });
    const { summary, tables, notices } = await parse(path);
    const rows = rowsOf(summary);
    expect(rows.filter(({ before_capture }) => !before_capture)).toHaveLength(truth.allocations);
    expect(rows.filter(({ before_capture }) => before_capture)).toHaveLength(truth.earlierReleases);
    expect(tables.memory_failures?.numRows ?? 0).toBe(format.failures ? truth.failures.length : 0);
    expect(new Set(rows.map(({ device_type }) => device_type))).toEqual(new Set(['GPU:3']));
    expect('thread_id' in rows[0]).toBe(format.thread);
    expect(notices.map(({ code }) => code)).toEqual([
      'rmm-not-recorded',
      ...(format.thread ? [] : ['rmm-no-threads']),
    ]);
    const [{ start_ns, end_ns, time_basis }] = memoryGroups(tables)[0].info.captures;
    expect(time_basis).toBe(format.time === null ? 'event_index' : 'local_clock');
    if (format.time !== null) {
      expect(end_ns).toBe(String(truth.timeUs * 1000));
      expect(Number(end_ns)).toBeGreaterThan(86_400e9);
      expect(Number(start_ns)).toBeLessThan(86_400e9);
    }
  });

  test('gzip, zstd, and a log without a line end', async () => {
    const lines = rmmLogLines({ options: { events: 300 } });
    const plain = await logOf(lines, 'rmm.dev0.log', '');
    const packed = join(await temporaryFolder(), 'rmm.dev0.log.gz');
    const rows = rowsOf((await parse(plain)).summary);
    for (const pack of [gzipSync, storedZstd]) {
      await writeFile(packed, pack(lines.join('\n')));
      expect(rowsOf((await parse(packed)).summary)).toEqual(rows);
    }
  });
});

describe('what is wrong in a log is told, and the rest is read', () => {
  test('bad rows, lines of others, a cut line', async () => {
    const path = await logOf(
      [HEADER, row('3,allocate,0x1,256,0'), 'hello, world', row('4,free,0x1,x,0'), row('5,fre')],
      'rmm.dev0.log',
      '',
    );
    const { summary, notices } = await parse(path);
    expect(summary.numRows).toBe(1);
    expect(notices.slice(1)).toEqual([
      {
        code: 'rmm-bad-rows',
        message: 'rows that cannot be read were left out',
        count: 1,
        example: 'rmm.dev0.log line 4: “x” is no size',
      },
      {
        code: 'rmm-other-lines',
        message: 'lines that are no rows were passed over',
        count: 1,
        example: 'rmm.dev0.log line 3: hello, world',
      },
      {
        code: 'rmm-cut',
        message: 'the last line is not complete: the log is still being written, or was cut',
        count: 1,
      },
    ]);
  });

  test('an address that is allocated again, and a release of another size', async () => {
    const path = await logOf([
      HEADER,
      row('1,allocate,0x100,256,0'),
      row('2,allocate,0x100,512,0'),
      row('3,free,0x100,500,0'),
    ]);
    const { summary, notices } = await parse(path);
    expect(rowsOf(summary)).toMatchObject([
      { size_bytes: 256n, duration_ns: 1000n, release_seq: 1n, release_thread_id: null },
      { size_bytes: 512n, duration_ns: 1000n, release_seq: 2n, release_thread_id: 7n },
    ]);
    expect(notices.slice(1)).toMatchObject([
      { code: 'rmm-address-reused', count: 1, example: 'rmm.dev0.log line 3: 0x100' },
      { code: 'rmm-other-size', count: 1, example: 'rmm.dev0.log line 4: 0x100' },
    ]);
  });

  test('rows that only failed leave a table without allocations', async () => {
    const { summary, tables } = await parse(
      await logOf([HEADER, row('1,allocate failure,0x0,4096,0')]),
    );
    expect([summary.numRows, tables.memory_failures.numRows]).toEqual([0, 1]);
  });
});

describe('a folder', () => {
  test('has a group for each device', async () => {
    const folder = await temporaryFolder();
    const truths = await writeRmmLogs(folder, 2, { options: { events: 300 } });
    await writeFile(join(folder, 'notes.txt'), 'nothing');
    const { tables, notices } = await parse(folder);
    const groups = memoryGroups(tables);
    expect(groups.map(({ info }) => [info.rank_id, info.device_type])).toEqual([
      [0, 'GPU:0'],
      [0, 'GPU:1'],
    ]);
    groups.forEach(({ allocations }, device) => {
      const { allocations: count, earlierReleases } = truths[device];
      expect(allocations.rows).toBe(count + earlierReleases);
    });
    const times = rowsOf(tables.memory_failures).map(({ time_ns }) => time_ns as bigint);
    expect(times).toHaveLength(truths[0].failures.length + truths[1].failures.length);
    expect(times).toEqual([...times].sort((a, b) => Number(a - b)));
    expect(notices.find(({ code }) => code === 'rmm-other-files')).toMatchObject({
      count: 1,
      example: 'notes.txt',
    });
  });

  test('of executors: logs of one device are of several processes, and are numbered', async () => {
    const folder = await temporaryFolder();
    for (const executor of ['0', '1']) {
      const options = { seed: executor, events: 200 };
      await writeRmmLog(join(folder, executor, 'stdout'), { options, executor: true });
    }
    const { tables } = await parse(folder);
    expect(memoryGroups(tables).map(({ info }) => info.rank_id)).toEqual([0, 1]);
    const one = await parse(folder, { input: { rank_list: '1' } });
    expect(memoryGroups(one.tables).map(({ info }) => info.captures[0].sources)).toEqual([
      [join('1', 'stdout')],
    ]);
    expect(one.notices.map(({ code }) => code)).toContain('filtered');
  });

  test('with a log that cannot be read: the others are', async () => {
    const folder = await temporaryFolder();
    await writeRmmLogs(folder, 1, { options: { events: 200 } });
    await writeFile(join(folder, 'rmm.dev1.log'), `${HEADER}\n`);
    const { failures, summary } = await parse(folder);
    expect(summary.numRows).toBeGreaterThan(50);
    expect(failures).toMatchObject([{ subject: 'rmm.dev1.log', error: { code: 'rmm-no-rows' } }]);
  });
});

describe('what is no log: one sentence that says what it is', () => {
  test.each<[string, string, string, string]>([
    ['an empty file', '', 'rmm-not-a-log', 'it is empty.'],
    ['a header alone', `${HEADER}\n`, 'rmm-no-rows', 'has a header and no rows'],
    ['prose', 'once upon a time\n', 'rmm-not-a-log', 'it begins with “once upon a time”.'],
    [
      'RMM’s debug log',
      '----- RMM LOG BEGIN [PTDS DISABLED] -----\n[12][10:00:00:000001][info  ] x\n',
      'rmm-not-a-log',
      'it is RMM’s debug log',
    ],
    [
      'its lines alone',
      '[12][10:00:00:000001][info  ] [A][stream 0x2][1B]\n',
      'rmm-not-a-log',
      'debug log',
    ],
    [
      'states of threads',
      'time,op,current thread,op thread,op task,from state,to state,notes\n',
      'rmm-not-a-log',
      'which has no bytes',
    ],
    [
      'cnmem’s log',
      'Event Type,Device ID,Address,Stream,Size (bytes),Free Memory,Total Memory\n',
      'rmm-not-a-log',
      'cnmem, which RMM used until 2019',
    ],
    ['a database', 'SQLite format 3\0\x10\0', 'rmm-not-a-log', 'it is an SQLite database'],
    [
      'rows that are all bad',
      `${HEADER}\n${row('3,free,0x1,x,0')}\n`,
      'rmm-rows',
      'none of 1 rows can be used; line 2: “x” is no size.',
    ],
  ])('%s', async (_, text, code, message) => {
    const path = await logOf([text], 'rmm.dev0.log', '');
    await expect(parse(path)).rejects.toMatchObject({
      code,
      exitCode: 3,
      message: expect.stringContaining(message),
      place: { file: path },
    });
  });

  test('a folder without any, an empty folder, and nothing', async () => {
    const folder = await temporaryFolder();
    await expect(parse(folder)).rejects.toMatchObject({ code: 'rmm-none' });
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a', 'one.txt'), 'x\n');
    await expect(parse(folder)).rejects.toMatchObject({ code: 'rmm-not-a-log' });
    await writeFile(join(folder, 'two.txt'), 'x\n');
    await expect(parse(folder)).rejects.toMatchObject({
      code: 'rmm-none',
      message: expect.stringContaining('of its 2 files one is'),
    });
    await expect(parse(join(folder, 'no'))).rejects.toMatchObject({ code: 'input-missing' });
  });

  test('filters that leave nothing', async () => {
    const path = await logOf([HEADER, row('1,allocate,0x1,1,0')]);
    for (const [rank_list, code] of [
      ['3', 'nothing-left'],
      ['x', 'rank-list'],
      ['3-1', 'rank-list'],
      [',', 'rank-list'],
    ]) {
      await expect(parse(path, { input: { rank_list } })).rejects.toMatchObject({ code });
    }
  });
});
