import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, type DrawnRange, draw } from '../test/drawing.js';
import {
  blockArrays,
  comparableRanks,
  fragmentation,
  groupLive,
  growingHolders,
  holders,
  liveBytes,
  liveState,
  memoryReport,
  NO_SCOPE,
  outlierRanks,
  parallelGroupsOf,
  RangeFilter,
  rangesOf,
  shortLived,
  stepsOf,
  UserFrames,
  unusedReserved,
} from './index.js';

const frames = new UserFrames();

describe('what is live, by what it has in common', () => {
  const STACK = (line: number) =>
    `train.py(${line}): step;\r\ntrain.py(40): main;\r\nlaunch.py(1): run`;
  const drawing: Drawing = {
    allocations: [
      { name: 'a', from: 0, to: 100, bytes: 400, thread: 7, stack: STACK(1) },
      { name: 'a', from: 1, to: 20_000, bytes: 300, thread: 8, stack: STACK(2) },
      { name: 'b', from: 2, to: null, bytes: 200, thread: 8, allocator: 'GE' },
    ],
    start: { PTA: 0, GE: 0 },
  };
  const by = (grouping: Parameters<typeof groupLive>[3], prefixFrames?: number) => {
    const group = draw(drawing);
    const blocks = blockArrays(group);
    const { rows } = liveState(group, blocks, liveBytes(group)[0], 50);
    const options = { frames, ...(prefixFrames === undefined ? {} : { prefixFrames }) };
    return groupLive(group, blocks, rows, grouping, options).map(({ key, bytes }) => [key, bytes]);
  };

  test.each([
    [
      'operator',
      [
        ['a', 700],
        ['b', 200],
      ],
    ],
    [
      'user_frame',
      [
        ['train.py(1): step', 400],
        ['train.py(2): step', 300],
        [null, 200],
      ],
    ],
    [
      'thread',
      [
        ['8', 500],
        ['7', 400],
      ],
    ],
    [
      'allocator',
      [
        ['PTA', 700],
        ['GE', 200],
      ],
    ],
    ['stream', [[null, 900]]],
    ['step', [[null, 900]]],
    [
      'lifetime',
      [
        ['under 10 µs', 400],
        ['under 100 µs', 300],
        ['not released', 200],
      ],
    ],
  ] as const)('%s', (grouping, expected) => {
    expect(by(grouping)).toEqual(expected);
  });

  test('call stacks that share their outermost frames', () => {
    expect(by('call_stack', 2)).toEqual([
      ['train.py(40): main;\r\nlaunch.py(1): run', 700],
      [null, 200],
    ]);
  });
});

describe('what is live, by the scope that it was allocated in', () => {
  const range = (name: string, thread: number, from: number, to: number): DrawnRange => ({
    name,
    thread,
    from,
    to,
  });
  const drawing: Drawing = {
    allocations: [
      { from: 0, to: null, bytes: 1, thread: 7 },
      { from: 15, to: null, bytes: 20, thread: 7 },
      { from: 30, to: null, bytes: 300, thread: 7 },
      { from: 30, to: null, bytes: 4000, thread: 8 },
      { from: 60, to: null, bytes: 50_000, thread: 7 },
      { from: 30, to: null, bytes: 600_000, thread: 7, before: true },
    ],
    ranges: [
      range('step 1', 7, 10, 50),
      range('a/b', 7, 20, 40),
      range('step 2', 7, 55, 70),
      range('other', 9, 0, 100),
    ],
    windows: [[0, 100]],
  };
  const byScope = (include?: string[], exclude?: string[]) => {
    const group = draw(drawing);
    const blocks = blockArrays(group);
    const { rows } = liveState(group, blocks, liveBytes(group)[0], 100);
    const options = { frames, filter: new RangeFilter(include, exclude) };
    const found = groupLive(group, blocks, rows, 'scope', options);
    return Object.fromEntries(found.map(({ key, bytes }) => [key, bytes]));
  };

  test('the innermost one, by its path; none outside, of other threads, and before the capture', () => {
    expect(byScope()).toEqual({
      [NO_SCOPE]: 604_001,
      'step #': 50_020,
      'step #/a\\/b': 300,
    });
  });

  test('ranges that are no scopes', () => {
    expect(byScope(['/^step/'])).toEqual({ [NO_SCOPE]: 604_001, 'step #': 50_320 });
    expect(byScope(['a/b'])).toEqual({ [NO_SCOPE]: 654_021, 'step #/a\\/b': 300 });
  });

  test('inside an excluded range blocks count for none', () => {
    expect(byScope(undefined, ['step 1'])).toEqual({ [NO_SCOPE]: 604_321, 'step #': 50_000 });
    expect(byScope(undefined, ['a/b'])).toEqual({ [NO_SCOPE]: 604_301, 'step #': 50_020 });
  });
});

test('what grows from step to step, with its slope and how sure that is', () => {
  const ranges = [1, 2, 3, 4].map(
    (step): DrawnRange => ({
      name: `ProfilerStep#${step}`,
      kind: 'step',
      thread: 7,
      from: step * 100,
      to: step * 100 + 90,
    }),
  );
  const leak = [1, 2, 3, 4].map((step) => ({
    name: 'leak',
    from: step * 100 + 5,
    to: null,
    bytes: 1000,
  }));
  const steady = [1, 2, 3, 4].map((step) => ({
    name: 'steady',
    from: step * 100 + 6,
    to: step * 100 + 95,
    bytes: 500,
  }));
  // It rose once, which is no growth.
  const late = { name: 'late', from: 405, to: null, bytes: 9000 };
  const group = draw({ allocations: [...leak, ...steady, late], ranges });
  const blocks = blockArrays(group);
  const steps = stepsOf(group, liveBytes(group), rangesOf(group));
  expect(growingHolders(group, blocks, steps, frames)).toMatchObject({
    steps: [1, 2, 3, 4],
    holders: [
      { name: 'leak', bytes: [1000, 2000, 3000, 4000], bytes_per_step: 1000, r_squared: 1 },
    ],
  });
  expect(growingHolders(group, blocks, steps.slice(0, 2), frames)).toBeNull();
});

test('what an operator needs within itself', () => {
  const group = draw({
    allocations: [
      { name: 'a', from: 0, to: 5, bytes: 100, thread: 7 },
      { name: 'b', from: 6, to: 20, bytes: 200, thread: 7 },
      { name: 'a', from: 7, to: 9, bytes: 300, thread: 7 },
      { name: 'c', from: 8, to: null, bytes: 400, thread: 8 },
    ],
  });
  expect(shortLived(group, blockArrays(group))).toEqual([{ name: 'a', bytes: 400, count: 2 }]);
});

test('reserved and not handed out', () => {
  const { counters } = draw({
    allocations: [{ from: 0, to: null, bytes: 100 }],
    reports: [
      {
        samples: [
          [0, 100, 400],
          [2, 300, 400],
          [3, 50],
        ],
      },
    ],
  });
  expect([...unusedReserved(counters, 'PTA', 0).bytes]).toEqual([300, 100]);
  expect([...unusedReserved(counters, 'GE', 0).bytes]).toEqual([]);
});

test('the most that was reserved and not handed out, and what that was at a moment', () => {
  const { counters } = draw({
    allocations: [
      { from: 0, to: null, bytes: 100 },
      { from: 20, to: null, bytes: 100, capture: 1 },
    ],
    reports: [
      {
        samples: [
          [0, 100, 400],
          [2, 300, 450],
          [3, 50],
        ],
      },
      { capture: 1, samples: [[20, 100, 900]] },
    ],
    windows: [
      [0, 10],
      [20, 30],
    ],
  });
  expect(fragmentation(counters, 'PTA', 2, { capture: 0, timeNs: 2 })).toEqual({
    allocator: 'PTA',
    atMomentBytes: 150,
    maxBytes: 800,
    maxNs: 20,
    reservedAtMaxBytes: 900,
  });
  expect(fragmentation(counters, 'PTA', 2, { capture: 1, timeNs: 19 })?.atMomentBytes).toBeNull();
  expect(fragmentation(counters, 'GE', 2, { capture: 0, timeNs: 2 })).toBeUndefined();
});

test('what is handed out in sizes of blocks tells of what is reserved, where requests do not', () => {
  const { counters } = draw({
    allocations: [{ from: 0, to: null, bytes: 90, allocator: 'caching' }],
    start: { caching: 0 },
    reports: [
      {
        allocator: 'caching:blocks',
        samples: [
          [0, 100, 400],
          [2, 300, 450],
        ],
      },
      { allocator: 'caching:other', samples: [[0, 1, 9000]] },
    ],
  });
  const moment = { capture: 0, timeNs: 1 };
  expect(fragmentation(counters, 'caching', 1, moment)).toMatchObject({
    allocator: 'caching',
    atMomentBytes: 300,
    maxBytes: 300,
    reservedAtMaxBytes: 400,
  });
});

test('what each counter told at most, over all captures', () => {
  const group = draw({
    allocations: [{ from: 0, to: null, bytes: 100 }],
    reports: [
      {
        samples: [
          [1, 100, 400],
          [2, 300],
          [3, 300, 450],
        ],
      },
      {
        capture: 1,
        samples: [
          [20, 200, 500],
          [21, 100],
        ],
      },
      { allocator: 'APP', samples: [[5, 900]] },
    ],
    windows: [
      [0, 10],
      [20, 30],
    ],
  });
  const none = { max_active_bytes: null, max_active_time_ns: null };
  expect(memoryReport([group]).groups[0].counters).toEqual([
    {
      ...{ component: 'APP', max_allocated_bytes: 900, max_allocated_time_ns: '5' },
      ...{ max_reserved_bytes: null, max_reserved_time_ns: null, ...none },
    },
    {
      ...{ component: 'PTA', max_allocated_bytes: 300, max_allocated_time_ns: '2' },
      ...{ max_reserved_bytes: 500, max_reserved_time_ns: '20', ...none },
    },
  ]);
});

describe('ranks off the median of those that compute alike', () => {
  const rank = (rank_id: number, live_bytes: number, device_type = `NPU:${rank_id}`) => ({
    role: 'actor',
    rank_id,
    device_type,
    peak: { live_bytes },
  });
  const peaks = [100, 102, 150, 500, 500, 510].map((bytes, id) => rank(id, bytes));

  test('of all ranks of a role, from three on', () => {
    expect(outlierRanks(peaks.slice(0, 3))).toEqual([
      {
        role: 'actor',
        rank_id: 2,
        device_type: 'NPU:2',
        parallel_group: null,
        compared_ranks: 3,
        peak_live_bytes: 150,
        median_peak_bytes: 102,
        deviation: 48 / 102,
      },
    ]);
    expect(outlierRanks(peaks.slice(0, 2))).toEqual([]);
    expect([comparableRanks(peaks.slice(0, 2)), comparableRanks(peaks)]).toEqual([0, 6]);
  });

  test('of the smallest parallel group, once, whoever names it', () => {
    const info = (parallel_groups: Record<string, number[]>) => ({
      ...{ role: 'actor', rank_id: 0, device_type: 'NPU:0', captures: [], warnings: [] },
      parallel_groups,
    });
    const all = [0, 1, 2, 3, 4, 5];
    const groups = parallelGroupsOf([
      info({ default_group: all, tp: [0, 1, 2], pp: [0, 3] }),
      info({ default_group: all, tp: [3, 4, 5], pp: [0, 3] }),
    ]);
    expect(groups.map(({ name }) => name)).toEqual(['tp', 'tp']);
    const found = outlierRanks(peaks, groups);
    expect(found.map(({ rank_id, parallel_group }) => [rank_id, parallel_group])).toEqual([
      [2, 'tp'],
    ]);
  });

  test('the same ranks of two runs are no third rank', () => {
    expect(comparableRanks([...peaks.slice(0, 2), ...peaks.slice(0, 2)])).toBe(0);
  });

  test('host memory is not compared with that of devices', () => {
    const host = [0, 1, 2].map((id) => rank(id, 9, 'CPU'));
    expect(outlierRanks([...peaks.slice(3), ...host])).toEqual([]);
  });
});

test('growth is what holders of each step end add up to', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: fc.constantFrom('a', 'b'),
          from: fc.nat(90),
          held: fc.option(fc.nat(60)),
          bytes: fc.integer({ min: 1, max: 9 }),
          before: fc.boolean(),
        }),
        { minLength: 1 },
      ),
      (drawn) => {
        const allocations = drawn.map(({ from, held, ...block }) => ({
          ...block,
          from,
          to: held === null ? null : from + held,
        }));
        const ranges = [1, 2, 3, 4].map(
          (step): DrawnRange => ({
            ...{ name: `ProfilerStep#${step}`, kind: 'step', thread: 7 },
            ...{ from: step * 20, to: step * 20 + 15 },
          }),
        );
        const group = draw({ allocations, ranges, windows: [[0, 100]] });
        const blocks = blockArrays(group);
        const live = liveBytes(group);
        const steps = stepsOf(group, live, rangesOf(group));
        for (const { name, bytes } of growingHolders(group, blocks, steps, frames)?.holders ?? []) {
          const expected = steps.map(({ endNs }) => {
            const { rows } = liveState(group, blocks, live[0], endNs);
            const own = holders(group, blocks, rows, frames).find((one) => one.name === name);
            return own?.bytes ?? 0;
          });
          expect(bytes).toEqual(expected);
        }
      },
    ),
  );
});
