import { describe, expect, test } from 'vitest';
import { type Drawing, draw } from '../test/drawing.js';
import { memoryReport } from './index.js';

const scopesOf = (drawing: Drawing) =>
  memoryReport([draw(drawing)])
    .groups[0].scopes.map(({ path, max_outstanding_bytes, left_outstanding_bytes }) => [
      ...[path, max_outstanding_bytes, left_outstanding_bytes],
    ])
    .sort();

describe('which ranges enclose which', () => {
  const allocations = [{ from: 5, to: null, bytes: 8, thread: 1 }];

  test('those of a thread that they lie in, where parents are not known', () => {
    const ranges = [
      { name: 'a', thread: 1, from: 0, to: 4 },
      // It begins when the other ends, and is not inside it.
      { name: 'b', thread: 1, from: 4, to: 9 },
      { name: 'c', thread: 1, from: 4, to: 6 },
      { name: 'overlaps', thread: 1, from: 5, to: 12 },
      { name: 'other thread', thread: 2, from: 5, to: 6 },
    ];
    expect(scopesOf({ allocations, ranges })).toEqual([
      ['a', 0, 0],
      ['b', 8, 8],
      ['b/c', 8, 8],
      ['other thread', 0, 0],
      ['overlaps', 8, 8],
    ]);
  });

  test('their parents, on whichever thread, where those are known', () => {
    const ranges = [
      { name: 'root', thread: 1, from: 0, to: 9, parent: null },
      // Start/end ranges are roots, wherever they lie.
      { name: 'started', thread: 1, from: 1, to: 12, parent: null },
      { name: 'child', thread: 1, from: 2, to: 8, parent: 0 },
      { name: 'elsewhere', thread: 2, from: 2, to: 8, parent: 2 },
      // Nobody is his own ancestor; a damaged table may say so.
      { name: 'x', thread: 2, from: 2, to: 3, parent: 5 },
      { name: 'y', thread: 2, from: 2, to: 3, parent: 4 },
    ];
    expect(scopesOf({ allocations, ranges }).map(([path]) => path)).toEqual([
      'root',
      'root/child',
      'root/child/elsewhere',
      'started',
      'x/y',
      'x/y/x',
    ]);
  });
});

test('at one time the sequence tells what is inside, else what begins or ends then is', () => {
  const at = (seq: boolean) =>
    scopesOf({
      allocations: [
        { from: 5, to: 5, bytes: 1, thread: 1, ...(seq && { seq: [1, 9] as const }) },
        { from: 5, to: 7, bytes: 2, thread: 1, ...(seq && { seq: [3, 10] as const }) },
        { from: 5, to: 7, bytes: 4, thread: 1, ...(seq && { seq: [6, 11] as const }) },
      ],
      ranges: [
        { name: 'first', thread: 1, from: 5, to: 5, ...(seq && { seq: [2, 4] as const }) },
        { name: 'second', thread: 1, from: 5, to: 8, ...(seq && { seq: [5, 12] as const }) },
      ],
    });
  expect(at(true)).toEqual([
    ['first', 2, 2],
    ['second', 4, 0],
  ]);
  expect(at(false).map(([, max]) => max)).toEqual([7, 7]);
});

describe('where the source tells no thread of any allocation', () => {
  const drawing: Drawing = {
    allocations: [
      { from: 1, to: 3, bytes: 1 },
      { from: 2, to: null, bytes: 2 },
      { from: 6, to: 7, bytes: 4 },
      { from: 11, to: 12, bytes: 8 },
    ],
    ranges: [
      { name: 'step', thread: null, from: 0, to: 8, parent: null },
      { name: 'forward', thread: null, from: 2, to: 5, parent: 0 },
      { name: 'of a thread', thread: 7, from: 0, to: 20, parent: null },
    ],
    failures: [{ at: 4, thread: null, bytes: 100 }],
  };

  test('a scope without a thread is about all that is allocated while it is open', () => {
    const [group] = memoryReport([draw(drawing)]).groups;
    expect(
      group.scopes.map((scope) => [
        ...[scope.path, scope.thread_id, scope.max_outstanding_bytes, scope.left_outstanding_bytes],
      ]),
    ).toEqual([
      ['step', null, 6, 2],
      ['step/forward', null, 2, 2],
      // Nothing is known to be of its thread.
      ['of a thread', 7, 0, 0],
    ]);
    expect(group.scopes_by_path[0]).toMatchObject({ threads: null, max_thread_id: null });
    expect(group.out_of_memory[0]).toMatchObject({
      open_ranges: ['step', 'forward'],
      held_by_thread: [{ thread_id: null, bytes: 2, holders: [{ scope: 'step/forward' }] }],
    });
  });

  test('where some are known, it is about none', () => {
    const [first, ...others] = drawing.allocations;
    const report = memoryReport([
      draw({ ...drawing, allocations: [{ ...first, thread: 7 }, ...others] }),
    ]);
    expect(
      report.groups[0].scopes.map(({ path, thread_id, max_outstanding_bytes }) => [
        ...[path, thread_id, max_outstanding_bytes],
      ]),
    ).toEqual([['of a thread', 7, 1]]);
  });
});
