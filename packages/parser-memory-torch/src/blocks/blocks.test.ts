import {
  realCapture,
  simulateTorch,
  type TorchEntry,
  type TorchSnapshotRequest,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { fileOf, generated, parse, pickleOf, rowsOf } from '../../test/snapshots.js';
import { BlockRule } from './block-rule.js';

const BLOCKS = 'caching:blocks';

/** The levels in sizes of blocks that a file's tables tell. */
async function levelsOf(path: string) {
  const { tables, rows, notices } = await parse(path);
  const samples = rowsOf(tables.memory_counters).filter(({ component }) => component === BLOCKS);
  const most = (column: string) => Math.max(...samples.map((sample) => Number(sample[column])));
  return {
    rows,
    notices,
    samples,
    allocated: most('allocated_bytes'),
    active: most('active_bytes'),
  };
}

const VARIANTS: readonly (readonly [string, TorchSnapshotRequest])[] = [
  ['small requests and large', {}],
  ['large requests', { options: { sizeBits: 26, capacityBytes: 2 ** 31, events: 4000 } }],
  ['most blocks in use by other streams', { options: { sharedShare: 0.9, streams: 6 } }],
  ['expandable segments', { options: { expandable: true, sizeBits: 25, capacityBytes: 2 ** 30 } }],
  ['too small a device', { options: { capacityBytes: 48 << 20, requestShare: 0.6 } }],
  ['recorded from the begin', { options: { earlierEvents: 0 } }],
  ['of 2022', { file: { format: '2022', protocol: 3, memo: 'put' } }],
];

describe.each(VARIANTS)('the sizes of blocks: %s', (_, request) => {
  test.each(['a', 'b', 'c'])('are those that the allocator made, by seed %s', async (seed) => {
    const options = { ...request.options, seed };
    const { path, truth } = await generated({ ...request, options });
    const [{ peakAllocatedBytes, peakActiveBytes }] = truth.devices;
    const entries: TorchEntry[] = [];
    simulateTorch({ ...options, seed: `${seed}/0` }, (entry) => entries.push(entry));
    const { rows, notices, allocated, active, samples } = await levelsOf(path);
    let told = 0;
    for (const { alloc_seq, block_size_bytes } of rows) {
      if (alloc_seq === null) continue;
      expect(Number(block_size_bytes)).toBe(entries[Number(alloc_seq)].blockBytes);
      told++;
    }
    expect(told).toBeGreaterThan(500);
    const notice = notices.find(({ code }) => code === 'torch-block-sizes')?.message ?? '';
    const [, more = '0'] = /may have taken (\d+) bytes more/.exec(notice) ?? [];
    expect(peakAllocatedBytes - allocated).toBeGreaterThanOrEqual(0);
    expect(peakAllocatedBytes - allocated).toBeLessThanOrEqual(Number(more));
    expect(peakActiveBytes - active).toBeGreaterThanOrEqual(0);
    expect(peakActiveBytes - active).toBeLessThanOrEqual(Number(more));
    expect(notice).toContain(`at most ${allocated} bytes were allocated and ${active} active`);
    const unknown = rows.filter(({ block_size_bytes: size }) => size === null).length;
    expect(unknown > 0).toBe(more !== '0');
    expect(samples.length).toBeLessThan(4000);
    const [{ allocatedBytes, activeBytes }] = truth.devices;
    expect(samples.at(-1)).toMatchObject({
      allocated_bytes: BigInt(allocatedBytes),
      active_bytes: BigInt(activeBytes),
    });
  });
});

describe('real captures', () => {
  test.each([
    ['training', 7024640512, 10, 0],
    ['inference', 2879401984, 0, 0],
    ['state-only', 16397578752, 0, 0],
  ])('%s fits the rule', async (name, peak, unknown, contradictions) => {
    const path = realCapture(`torch-snapshot/${name}.pickle`);
    if (path === undefined) return;
    const { rows, notices, allocated, active } = await levelsOf(path);
    expect([allocated, active]).toEqual([peak, peak]);
    expect(rows.filter(({ block_size_bytes: size }) => size === null)).toHaveLength(unknown);
    const told = notices.filter(({ code }) => code === 'torch-block-rule');
    expect(told).toHaveLength(contradictions);
  });
});

const SEGMENT = 0x7f00_0000_0000;
const MIB = 1 << 20;

interface MadeBlock {
  /** Of the segment, before it. */
  readonly at: number;
  readonly bytes: number;
  readonly blockBytes: number;
}

/** A snapshot of one segment, whose blocks are allocated one after another and stay. */
async function snapshotOf(
  blocks: readonly MadeBlock[],
  { settings = {}, segmentBytes = 64 * MIB } = {},
): Promise<string> {
  const entry = (action: string, addr: number, size: number, time: number) => ({
    ...{ action, addr, size, stream: 0, time_us: 1000 + time, frames: [] },
  });
  const trace = [
    entry('segment_alloc', SEGMENT, segmentBytes, 0),
    ...blocks.map(({ at, bytes }, i) => entry('alloc', SEGMENT + at, bytes, i)),
    // One that was there for a moment tells its size by nothing.
    entry('alloc', SEGMENT + 60 * MIB, 2 * MIB - 20, 90),
    entry('free_requested', SEGMENT + 60 * MIB, 2 * MIB - 20, 91),
    entry('free_completed', SEGMENT + 60 * MIB, 2 * MIB - 20, 92),
  ];
  const active = blocks.reduce((sum, { blockBytes }) => sum + blockBytes, 0);
  const segment = {
    ...{ device: 0, address: SEGMENT, total_size: segmentBytes, stream: 0, segment_type: 'large' },
    ...{ allocated_size: active, active_size: active },
    blocks: blocks.map(({ at, bytes, blockBytes }) => ({
      ...{ address: SEGMENT + at, size: blockBytes, requested_size: bytes },
      ...{ state: 'active_allocated', frames: [] },
    })),
  };
  return fileOf(
    pickleOf({
      segments: [segment],
      device_traces: [trace],
      allocator_settings: settings,
    } as never),
  );
}

describe('the rule', () => {
  const sizes = async (path: string) =>
    (await parse(path)).rows.map(({ block_size_bytes: size }) => size && Number(size));

  test('takes what is left where it is too little to be split off', async () => {
    const path = await snapshotOf([
      { at: 0, bytes: 3 * MIB, blockBytes: 3 * MIB },
      { at: 58 * MIB, bytes: MIB + 1, blockBytes: MIB + 512 },
      { at: 62 * MIB, bytes: 2 * MIB - 600, blockBytes: 2 * MIB },
    ]);
    // The last is between the others: it takes all that is free there.
    expect(await sizes(path)).toEqual([3 * MIB, MIB + 512, 2 * MIB, 2 * MIB]);
  });

  test('goes by max_split_size and roundup_power2_divisions', async () => {
    const limit = { max_split_size: 8 * MIB };
    const never = await snapshotOf([{ at: 0, bytes: 9 * MIB, blockBytes: 64 * MIB }], {
      settings: limit,
    });
    // Nothing can be where the whole segment is one block.
    expect((await parse(never)).notices.map(({ code }) => code)).toContain('torch-block-rule');
    const split = await snapshotOf([{ at: 0, bytes: 7 * MIB, blockBytes: 7 * MIB }], {
      settings: limit,
    });
    expect((await sizes(split))[0]).toBe(7 * MIB);
    const settings = { roundup_power2_divisions: { 1: 0, 2: 0, 4: 8, 8: 0 } };
    const bytes = 5_000_000;
    const path = await snapshotOf([{ at: 0, bytes, blockBytes: 5_242_880 }], { settings });
    expect((await sizes(path))[0]).toBe(5_242_880);
  });

  test('of an NPU adds 32 bytes', async () => {
    const path = await snapshotOf([
      { at: 0, bytes: 2 * MIB, blockBytes: 2 * MIB + 512 },
      { at: 8 * MIB, bytes: 2 * MIB - 32, blockBytes: 2 * MIB },
    ]);
    expect(await sizes(path)).toEqual([2 * MIB + 512, 2 * MIB, 2 * MIB + 512]);
  });

  test('is that of the device where a file fits both', async () => {
    const path = await snapshotOf([{ at: 0, bytes: 3 * MIB - 100, blockBytes: 3 * MIB }]);
    expect(await sizes(path)).toEqual([3 * MIB, 2 * MIB]);
    const { rows } = await parse(path, { memory: { parser: { device: 'NPU' } } });
    expect(rows.map(({ block_size_bytes: size }) => Number(size))).toEqual([
      3 * MIB,
      2 * MIB + 512,
    ]);
  });

  test('that does not fit is none: what the file tells stands', async () => {
    const path = await snapshotOf([{ at: 0, bytes: 5 * MIB, blockBytes: 7 * MIB }]);
    const { notices } = await parse(path);
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'torch-block-rule', count: 1, example: '0x7f0000000000' }),
    );
    expect(await sizes(path)).toEqual([7 * MIB, null]);
  });

  test.each([
    [0, 0, 512],
    [1, 0, 512],
    [512, 0, 512],
    [513, 0, 1024],
    [1200, 4, 1536],
    [3000, 4, 3072],
    [3 * MIB, 4, 3 * MIB],
    [3 * MIB + 1, 4, 3 * MIB + 512 * 1024],
    [4 * MIB, 16, 4 * MIB],
    [2 ** 40 + 1, 2, 2 ** 40 + 2 ** 39],
  ])('%i bytes in %i steps are %i', (bytes, steps, rounded) => {
    const settings = {
      maxSplitBytes: Number.POSITIVE_INFINITY,
      isExpandable: false,
      divisions: new Array(16).fill(steps),
    };
    expect(new BlockRule(settings, false, 0).rounded(bytes)).toBe(rounded);
  });
});
