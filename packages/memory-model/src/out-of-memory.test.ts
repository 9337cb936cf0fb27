import { describe, expect, test } from 'vitest';
import { type Drawing, draw } from '../test/drawing.js';
import {
  blockArrays,
  liveBytes,
  memoryReport,
  outOfMemory,
  RangeFilter,
  rangesOf,
  UserFrames,
} from './index.js';

function failuresOf(drawing: Drawing, options = {}) {
  return memoryReport([draw(drawing)], options).groups[0].out_of_memory;
}

const held = (failures: ReturnType<typeof failuresOf>) =>
  failures.map(({ live_bytes, before_capture_bytes, held_by_thread }) => [
    live_bytes,
    before_capture_bytes,
    ...(held_by_thread ?? []).map(({ thread_id, bytes, count }) => [thread_id, bytes, count]),
  ]);

describe('an allocation that failed', () => {
  test('who held what, by operator and stack, and what was there before', () => {
    const STACK = 'train.py(12): step';
    const found = failuresOf({
      start: 100,
      allocations: [
        { name: 'a', from: 0, to: 30, bytes: 10, thread: 1, stack: STACK },
        { name: 'a', from: 1, to: 3, bytes: 20, thread: 1, stack: STACK },
        { name: 'b', from: 2, to: null, bytes: 40, thread: 2 },
        { name: 'c', from: 4, to: null, bytes: 5, thread: 1 },
        { name: 'd', from: 12, to: null, bytes: 7, thread: 3 },
        { name: 'old', from: 0, to: 5, bytes: 60, before: true },
      ],
      failures: [
        { at: 2, thread: 1, bytes: 500 },
        { at: 11, thread: 2, bytes: 500 },
      ],
    });
    expect(held(found)).toEqual([
      [170, 100, [2, 40, 1], [1, 30, 2]],
      [95, 40, [2, 40, 1], [1, 15, 2]],
    ]);
    const first = { stack_match: 'none', scope: null };
    expect(found[1].held_by_thread?.[1].holders).toEqual([
      { ...first, name: 'a', user_frame: STACK, call_stack: STACK, bytes: 10, count: 1 },
      { ...first, name: 'c', user_frame: '', call_stack: '', bytes: 5, count: 1 },
    ]);
  });

  test('at one time with other events: the sequence tells, else it is after them', () => {
    const allocations = [
      { from: 5, to: 5, bytes: 8, thread: 1, seq: [1, 4] as const },
      { from: 5, to: 9, bytes: 16, thread: 2, seq: [3, 5] as const },
    ];
    const at = (seq?: number) =>
      held(
        failuresOf({
          allocations,
          failures: [{ at: 5, thread: 1, bytes: 1, ...(seq === undefined ? {} : { seq }) }],
        }),
      );
    expect(at(0)).toEqual([[0, 0]]);
    expect(at(2)).toEqual([[8, 0, [1, 8, 1]]]);
    expect(at()).toEqual([[16, 0, [2, 16, 1]]]);
  });

  test.each<[string, Partial<Drawing>, number | null, string | null]>([
    [
      'gets as much later',
      { allocations: [{ from: 7, to: null, bytes: 64, thread: 1 }] },
      10,
      'succeeded',
    ],
    ['gets less', { allocations: [{ from: 7, to: null, bytes: 63, thread: 1 }] }, 30, 'none'],
    [
      'sees another thread get it',
      { allocations: [{ from: 7, to: null, bytes: 64, thread: 2 }] },
      30,
      'none',
    ],
    [
      'fails again',
      {
        failures: [
          { at: 5, thread: 1, bytes: 64 },
          { at: 8, thread: 1, bytes: 64 },
        ],
      },
      10,
      'failed',
    ],
    [
      'did not say how much',
      {
        failures: [{ at: 5, thread: 1, bytes: null }],
        allocations: [{ from: 7, to: null, bytes: 1, thread: 1 }],
      },
      10,
      'succeeded',
    ],
    [
      'is of a thread that is not known',
      { failures: [{ at: 5, thread: null, bytes: 64 }] },
      null,
      null,
    ],
  ])('whose thread %s', (_, { allocations = [], failures }, released, retry) => {
    const [found] = failuresOf({
      allocations: [
        { from: 0, to: 6, bytes: 10, thread: 2 },
        { from: 0, to: 9, bytes: 20, thread: 2 },
        ...allocations,
      ],
      failures: failures ?? [{ at: 5, thread: 1, bytes: 64 }],
    });
    expect(found.followed_by).toMatchObject({ released_bytes: released, retry });
  });

  test('releases that no row shows count as what followed', () => {
    const [found] = failuresOf({
      start: 100,
      allocations: [{ from: 0, to: null, bytes: 10, thread: 1 }],
      reports: [
        {
          samples: [
            [0, 110],
            [4, 110],
            [7, 30],
          ],
        },
      ],
      failures: [{ at: 5, thread: 1, bytes: 64 }],
    });
    expect(found.live_bytes).toBe(110);
    expect(found.followed_by).toEqual({
      released_bytes: 80,
      released_by_thread: [{ thread_id: null, bytes: 80 }],
      retry: 'none',
    });
  });

  test('who released how much until it was tried again', () => {
    const [first, second] = failuresOf({
      allocations: [
        { from: 0, to: 4, bytes: 1, thread: 2, releaser: 3 },
        { from: 0, to: 6, bytes: 10, thread: 2, releaser: 3 },
        { from: 0, to: 7, bytes: 20, thread: 2, releaser: 2 },
        { from: 0, to: 8, bytes: 5, thread: 1, releaser: 3 },
        { from: 0, to: 8, bytes: 7, thread: 1 },
        { from: 9, to: null, bytes: 64, thread: 1 },
        { from: 0, to: 10, bytes: 99, thread: 1, releaser: 2 },
      ],
      failures: [
        { at: 5, thread: 1, bytes: 64 },
        { at: 5, thread: null, bytes: 64 },
      ],
    }).map(({ followed_by }) => followed_by);
    expect(first).toEqual({
      released_bytes: 42,
      released_by_thread: [
        { thread_id: 2, bytes: 20 },
        { thread_id: 3, bytes: 15 },
        { thread_id: null, bytes: 7 },
      ],
      retry: 'succeeded',
    });
    expect(second.released_by_thread).toBeNull();
  });

  test('the ranges that were open on each thread, and the scopes of what they held', () => {
    const drawing: Drawing = {
      allocations: [
        { from: 1, to: null, bytes: 10, thread: 1 },
        { from: 4, to: null, bytes: 20, thread: 1 },
        { from: 6, to: null, bytes: 40, thread: 2 },
      ],
      ranges: [
        { name: 'step 3', thread: 1, from: 0, to: 20 },
        { name: 'spill', thread: 1, from: 3, to: 9 },
        { name: 'other', thread: 2, from: 5, to: 7 },
      ],
      failures: [{ at: 8, thread: 1, bytes: 1 }],
    };
    const [found] = failuresOf(drawing, { exclude: ['spill'] });
    expect(found.open_ranges).toEqual(['step 3', 'spill']);
    const threads = found.held_by_thread?.map(({ thread_id, open_ranges, holders }) => [
      thread_id,
      open_ranges,
      holders.map(({ scope, bytes }) => [scope, bytes]),
    ]);
    expect(threads).toEqual([
      [2, [], [['other', 40]]],
      [
        1,
        ['step 3', 'spill'],
        [
          [null, 20],
          ['step #', 10],
        ],
      ],
    ]);
  });

  test('of several captures counts what there is of its own', () => {
    const found = failuresOf({
      windows: [
        [0, 10],
        [20, 30],
      ],
      allocations: [
        { from: 1, to: null, bytes: 10, thread: 1 },
        { from: 21, to: null, bytes: 20, thread: 1, capture: 1 },
      ],
      failures: [
        { at: 25, thread: 1, bytes: 1 },
        { at: 15, thread: 1, bytes: 1 },
      ],
    });
    expect(held(found)).toEqual([
      [10, 0, [1, 10, 1]],
      [20, 0, [1, 20, 1]],
    ]);
  });

  test('after so many, it is not told any more who held what', () => {
    const group = draw({
      windows: [
        [0, 10],
        [20, 30],
      ],
      allocations: [{ from: 1, to: null, bytes: 10, thread: 1 }],
      failures: [2, 3, 21, 22].map((at) => ({ at, thread: 1, bytes: 1 })),
    });
    const found = outOfMemory(group, blockArrays(group), liveBytes(group), rangesOf(group), {
      frames: new UserFrames(),
      filter: new RangeFilter(),
      mostWithHolders: 3,
    });
    expect(found.map(({ heldByThread }) => heldByThread?.length ?? null)).toEqual([1, 1, 0, null]);
  });
});
