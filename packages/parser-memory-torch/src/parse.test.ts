import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PickleData, realCapture, storedZstd } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { HAS_PYTHON, pickled } from '../test/python.js';
import { fileOf, generated, parse, pickleOf, rowsOf, temporaryFolder } from '../test/snapshots.js';

const sum = (rows: readonly Record<string, never>[]) =>
  rows.reduce((total, { size_bytes }) => total + Number(size_bytes), 0);

describe('real captures', () => {
  test.each([
    ['training', 5095321600, 6808535044, 7235174400, 438],
    ['inference', 1701711872, 1701711872, 3204448256, 0],
    ['state-only-legacy', 11840159744, 11840159744, 11844714496, 0],
  ])('%s', async (name, start, end, reserved, unknown) => {
    const path = realCapture(`torch-snapshot/${name}.pickle`);
    if (path === undefined) return;
    const { rows, groups, tables } = await parse(path);
    const before = rows.filter(({ before_capture }) => before_capture);
    expect(sum(before)).toBe(start);
    expect(groups[0].captures[0].allocators[0]).toEqual({
      allocator: 'caching',
      start_live_bytes: start,
      start_source: 'final_state',
      pairing: 'address',
    });
    expect(sum(rows.filter(({ duration_ns }) => duration_ns === null))).toBe(end);
    const released = before.filter(({ duration_ns }) => duration_ns !== null);
    expect(released).toHaveLength(unknown);
    // Whose stack a release has is known, and it is not that of the allocation.
    expect(new Set(released.map(({ call_stack }) => call_stack)).size).toBe(unknown > 0 ? 1 : 0);
    expect(released.every(({ call_stack }) => call_stack === '')).toBe(true);
    const { start_ns } = groups[0].captures[0];
    expect(before.every(({ start_time_ns }) => String(start_time_ns) === start_ns)).toBe(true);
    const last = rowsOf(tables.memory_counters).filter(({ component }) => component === 'caching');
    expect(Number(last.at(-1)?.reserved_bytes)).toBe(reserved);
    expect(rowsOf(tables.memory_segments).reduce((all, s) => all + Number(s.size_bytes), 0)).toBe(
      reserved,
    );
  });

  const cut = realCapture('torch-snapshot/inconsistent-cut.pickle');
  test.skipIf(cut === undefined)('what does not belong together is said', async () => {
    await expect(parse(cut as string)).rejects.toMatchObject({
      code: 'torch-inconsistent',
      exitCode: 3,
      message: expect.stringContaining('-402719744 bytes'),
    });
  });
});

describe('a file', () => {
  test('that is packed is read alike', async () => {
    const { path } = await generated({ options: { events: 500 } });
    const { rows } = await parse(path);
    for (const [pack, name] of [
      [gzipSync, 'snapshot.3.pickle.gz'],
      [storedZstd, 'snapshot.3.pickle.zst'],
    ] as const) {
      const packed = await parse(await fileOf(pack(await readFile(path)), name));
      expect(packed.groups[0].rank_id).toBe(3);
      expect(packed.rows).toEqual(rows.map((row) => ({ ...row, rank_id: 3 })));
    }
  });

  test('as a folder of ranks, by the usual names and by a pattern', async () => {
    const folder = await temporaryFolder();
    for (const name of ['rank_3/snapshot.pickle', 'mem.1.pickle', 'worker7.pickle']) {
      const { path } = await generated({ options: { events: 100 } });
      await mkdir(join(folder, name, '..'), { recursive: true });
      await rename(path, join(folder, name));
    }
    await symlink('/dev/null', join(folder, 'other.txt')).catch(() => undefined);
    const ranks = async (config = {}) =>
      (await parse(folder, config)).groups.map(({ rank_id }) => rank_id);
    expect(await ranks()).toEqual([0, 1, 3]);
    const input = { rank_pattern: '(?:worker|mem\\.|rank_)(\\d+)' };
    expect(await ranks({ input })).toEqual([1, 3, 7]);
    expect(await ranks({ input: { ...input, rank_list: '3,7' } })).toEqual([3, 7]);
    await expect(ranks({ input: { rank_list: '9' } })).rejects.toMatchObject({
      code: 'nothing-left',
    });
    for (const rank_pattern of ['worker', '(']) {
      await expect(ranks({ input: { rank_pattern } })).rejects.toMatchObject({
        code: 'rank-pattern',
      });
    }
  });

  test('several of one rank are roles of it, which can be asked for', async () => {
    const folder = await temporaryFolder();
    for (const name of ['actor/rank0.pickle', 'critic/rank0.pickle']) {
      const { path } = await generated({ options: { events: 100, seed: name } });
      await mkdir(join(folder, name, '..'), { recursive: true });
      await rename(path, join(folder, name));
    }
    const { groups, rows, notices } = await parse(folder);
    expect(groups.map(({ role, rank_id }) => [role, rank_id])).toEqual([
      ['actor', 0],
      ['critic', 0],
    ]);
    expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(['actor', 'critic']));
    expect(notices.filter(({ code }) => code === 'torch-no-rank')).toEqual([]);
    const ofRole = (role: string) => parse(folder, { memory: { parser: { role } } });
    expect((await ofRole('critic')).groups).toMatchObject([{ role: 'critic', rank_id: 0 }]);
    await expect(ofRole('reward')).rejects.toMatchObject({
      code: 'nothing-left',
      message: expect.stringContaining('roles actor, critic, ranks 0'),
    });
  });

  test('that cannot be read stops no other', async () => {
    const { path } = await generated({ options: { events: 100 } }, 'rank0.pickle');
    const whole = await readFile(path);
    const folder = join(path, '..');
    const cut = await fileOf(whole.subarray(0, whole.length / 2), 'rank1.pickle');
    await rename(cut, join(folder, 'rank1.pickle'));
    const { groups, failures } = await parse(folder);
    expect(groups.map(({ rank_id }) => rank_id)).toEqual([0]);
    expect(failures).toMatchObject([
      {
        subject: 'rank1.pickle',
        error: { code: 'torch-damaged', place: { byteOffset: Math.floor(whole.length / 2) } },
      },
    ]);
  });

  test.each<[string, Uint8Array | string, string, string]>([
    ['empty', '', 'torch-not-a-snapshot', 'it is empty'],
    ['text', 'hello', 'torch-not-a-snapshot', 'no pickle of protocol 2 to 5'],
    ['what torch.save writes', 'PK\u0003\u0004', 'torch-not-a-snapshot', 'torch.save'],
    [
      'a SQLite snapshot',
      `SQLite format 3\0${' '.repeat(2000)}CREATE TABLE device_traces (id INTEGER)`,
      'torch-not-a-snapshot',
      '_dump_snapshot has the same content',
    ],
    ['damaged zstd', Buffer.from('28b52ffd00', 'hex'), 'torch-not-a-snapshot', 'compressed data'],
    ['a pickle of something else', pickleOf({ a: 1 }), 'torch-not-a-snapshot', 'neither segments'],
    ['no device', pickleOf({ segments: [], device_traces: [[]] }), 'torch-empty', 'no device'],
    ['segments of numbers', pickleOf({ segments: [1] }), 'torch-not-a-snapshot', 'no blocks'],
    ['no trace', pickleOf({ device_traces: [[{ x: 1 }]] }), 'torch-not-a-snapshot', 'no trace'],
    [
      'entries without an action among others',
      pickleOf({ device_traces: [[{ action: 'alloc', addr: 1, size: 2 }, { size: 1 }]] }),
      'torch-damaged',
      'something else',
    ],
    [
      'packed and cut',
      gzipSync(pickleOf({ segments: [], device_traces: [] })).subarray(0, 30),
      'file-unreadable',
      'cannot be read',
    ],
  ])('%s', async (_, content, code, message) => {
    const path = await fileOf(content);
    await expect(parse(path)).rejects.toMatchObject({
      code,
      exitCode: 3,
      message: expect.stringContaining(message),
      place: { file: path },
    });
  });

  test.skipIf(!HAS_PYTHON)('that could run code is refused, with name and place', async () => {
    const path = await fileOf(pickled('{"segments": [], "x": __import__("os").system}'));
    await expect(parse(path)).rejects.toMatchObject({
      code: 'torch-unsafe-pickle',
      message: expect.stringMatching(/STACK_GLOBAL could run code \(byte \d+\)/),
      place: { byteOffset: expect.any(Number) },
    });
  });

  test('that is not there, and a folder without any', async () => {
    const folder = await temporaryFolder();
    await expect(parse(join(folder, 'no'))).rejects.toMatchObject({ code: 'input-missing' });
    await expect(parse(folder)).rejects.toMatchObject({ code: 'torch-none' });
  });
});

type Dict = { readonly [key: string]: PickleData };

const FRAMES = [
  { name: 'f', filename: 'a.py', line: 3 },
  { name: 'main', filename: 'b.py', line: 10 },
];
const entry = (action: string, addr: number | bigint, size: number, more = {}) => ({
  ...{ action, addr, size, stream: 0, time_us: 1000 },
  ...{ frames: FRAMES },
  ...more,
});
const segment = (blocks: readonly Dict[], more: Dict = {}): Dict => ({
  ...{ device: 0, address: 0x1000, total_size: 4096, stream: 0, segment_type: 'small' },
  blocks,
  ...more,
});
const block = (
  address: number | bigint,
  size: number,
  requested_size: number,
  more: Dict = {},
): Dict => ({
  ...{ address, size, requested_size, state: 'active_allocated', frames: [] },
  ...more,
});

async function parsed(device_traces: unknown, segments: unknown, more = {}) {
  return parse(await fileOf(pickleOf({ device_traces, segments, ...more } as never)));
}

describe('what entries tell', () => {
  test('addresses of 64 bits, sizes of blocks, a block that other streams use', async () => {
    const address = 2n ** 64n - 4096n;
    const { rows } = await parsed(
      [
        [
          entry('alloc', address, 100, { time_us: 1_783_874_495_854_988 }),
          entry('free_requested', address, 100, { time_us: 1_783_874_495_854_990 }),
          entry('alloc', 0x2000, 5, { time_us: 1_783_874_495_854_991, stream: 2n ** 47n }),
        ],
      ],
      [
        segment([block(address, 512, 100, { state: 'active_awaiting_free' })], { address }),
        segment([block(0x2000, 512, 5)], { address: 0x2000 }),
      ],
    );
    expect(rows).toMatchObject([
      {
        address,
        size_bytes: 100n,
        block_size_bytes: 512n,
        duration_ns: null,
        release_requested_ns: 2000n,
        start_time_ns: 1_783_874_495_854_988_000n,
        alloc_seq: 0n,
        call_stack: 'a.py(3): f;\r\nb.py(10): main',
        call_stack_top: 'a.py(3): f',
        before_capture: false,
      },
      { address: 0x2000n, release_requested_ns: null, stream: '0x800000000000' },
    ]);
  });

  test('failures, ranges, notes, unknown actions and the names of operators', async () => {
    const at = (time_us: number) => ({ time_us });
    const compiled = [
      { name: 'at::_ops::empty_memory_format::call(x)', filename: '??', line: 0 },
      { name: 'at::_ops::add_Tensor::call(x)', filename: '??', line: 0 },
    ];
    const { rows, tables, notices } = await parsed(
      [
        [
          entry('alloc', 0x1000, 10, { ...at(10), frames: compiled }),
          entry('alloc', 0x1200, 20, { ...at(20), user_metadata: 'layer 3' }),
          entry('annotate', 0x1200, 0, { ...at(21), user_metadata: 'weights' }),
          entry('teleport', 0, 0, at(22)),
          { action: 'oom', device_free: 77, size: 1 << 30, stream: 0, frames: FRAMES, ...at(25) },
        ],
      ],
      [segment([block(0x1000, 512, 10), block(0x1200, 3584, 20)])],
      {
        external_annotations: [
          { name: 'ProfilerStep#4', stage: 'START', device: 0, time_us: 5 },
          { name: 'opt', stage: 'START', device: 0, time_us: 15 },
          { name: 'opt', stage: 'END', device: 0, time_us: 30 },
          { name: 'elsewhere', stage: 'START', device: 1, time_us: 16 },
        ],
      },
    );
    expect(rows.map(({ name, range_id }) => [name, range_id])).toEqual([
      ['aten::add', 0n],
      ['weights', 2n],
    ]);
    expect(rowsOf(tables.memory_ranges)).toMatchObject([
      { name: 'ProfilerStep#4', kind: 'step', start_ns: 5000n, end_ns: null, parent_id: null },
      { name: 'opt', kind: 'annotation', start_ns: 15000n, end_ns: 30000n, parent_id: 0n },
      { name: 'layer 3', domain: 'user_metadata', start_ns: 20000n, end_ns: 22000n, parent_id: 1n },
    ]);
    expect(rowsOf(tables.memory_failures)).toMatchObject([
      {
        requested_bytes: 1n << 30n,
        device_free_bytes: 77n,
        seq: 4n,
        range_id: 1n,
        time_ns: 25000n,
      },
    ]);
    expect(notices.map(({ code }) => code)).toContain('torch-other-actions');
  });

  test('ranges that were entries of the trace in 2024', async () => {
    const mark = (stage: string, time_us: number) =>
      entry('user_defined', 0, 0, { time_us, frames: [{ name: stage, filename: 'fwd', line: 0 }] });
    const { tables } = await parsed(
      [[mark('START', 3), entry('alloc', 1, 1), mark('END', 1009)]],
      [segment([block(1, 512, 1)])],
    );
    expect(rowsOf(tables.memory_ranges)).toMatchObject([
      { name: 'fwd', start_ns: 3000n, end_ns: 1_009_000n },
    ]);
  });

  test('without completions, blocks end when they are given back', async () => {
    const { rows, notices } = await parsed(
      [[entry('alloc', 1, 8), entry('free_requested', 1, 8), entry('alloc', 1, 9)]],
      [segment([block(1, 512, 9)])],
    );
    expect(rows.map(({ release_seq }) => release_seq)).toEqual([1n, null]);
    expect(notices.map(({ code }) => code)).not.toContain('torch-address-reused');
  });

  test('a block that the segments do not have is said, where the sum could be', async () => {
    const { notices, groups } = await parsed(
      [[entry('alloc', 1, 8)]],
      [segment([block(0x1000, 512, 100)])],
    );
    expect(notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['torch-cut', 'torch-missing']),
    );
    expect(groups[0].captures[0].allocators[0]).toMatchObject({
      start_live_bytes: 100,
      start_source: 'releases',
    });
  });

  test('an NPU, by what is asked for, by its settings, by its frames', async () => {
    const segments = [segment([block(1, 512, 1)])];
    const path = await fileOf(pickleOf({ device_traces: [[]], segments }));
    const device = async (more: Dict, config = {}) =>
      (await parse(await fileOf(pickleOf({ device_traces: [[]], segments, ...more })), config))
        .groups[0].device_type;
    expect(await device({})).toBe('GPU:0');
    expect(await device({ allocator_settings: { PYTORCH_NPU_ALLOC_CONF: '' } })).toBe('NPU:0');
    const frames = [{ name: 'f', filename: '/x/site-packages/torch_npu/npu/memory.py', line: 1 }];
    expect(await device({ segments: [segment([block(1, 512, 1, { frames })])] })).toBe('NPU:0');
    expect((await parse(path, { memory: { parser: { device: 'NPU' } } })).groups).toMatchObject([
      { device_type: 'NPU:0' },
    ]);
  });

  test('segments alone, as memory_snapshot() gives them', async () => {
    const { rows } = await parse(await fileOf(pickleOf([segment([block(1, 512, 1)])])));
    expect(rows).toMatchObject([{ before_capture: true, size_bytes: 1n, alloc_seq: null }]);
  });

  test('parts of an expandable segment', async () => {
    const { tables } = await parsed(
      [
        [
          entry('segment_map', 0x1000, 300, { time_us: 1 }),
          entry('segment_map', 0x1000 + 300, 300, { time_us: 2 }),
          entry('segment_unmap', 0x1000 + 200, 300, { time_us: 3 }),
          entry('segment_free', 0x9000, 50, { time_us: 4 }),
        ],
      ],
      [
        segment([block(0x1000, 200, 200)], { total_size: 200 }),
        segment([block(0x1000 + 500, 100, 100)], { address: 0x1000 + 500, total_size: 100 }),
        segment([block(0x5000, 70, 70)], { address: 0x5000, total_size: 70 }),
      ],
    );
    const rows = rowsOf(tables.memory_segments).map((row) => [
      ...[Number(row.address) - 0x1000, Number(row.size_bytes)],
      ...[row.start_ns, row.end_ns].map((time) => (time === null ? null : Number(time))),
    ]);
    expect(rows).toEqual([
      [0x4000, 70, null, null],
      [0x8000, 50, null, 4000],
      [0, 200, 1000, null],
      [200, 100, 1000, 3000],
      [300, 200, 2000, 3000],
      [500, 100, 2000, null],
    ]);
    const reserved = rowsOf(tables.memory_counters)
      .filter(({ component }) => component === 'caching')
      .map(({ reserved_bytes }) => Number(reserved_bytes));
    expect(reserved).toEqual([120, 420, 720, 420, 370, 370]);
  });
});
