import { expect, test } from 'vitest';
import { type ScopeEntry, ScopeTracker } from './index.js';

const told = (entries: readonly ScopeEntry[]) =>
  entries.map(({ path, startNs, endNs, maxOutstandingBytes, maxOutstandingNs, ...rest }) => [
    ...[path, startNs, endNs, maxOutstandingBytes, maxOutstandingNs, rest.leftOutstandingBytes],
  ]);

test('an outer scope sees what its inner scopes see; the thread that allocated owns', () => {
  const tracker = new ScopeTracker();
  tracker.enter(1, 'batch 7', 0);
  tracker.allocate(1, 0xa, 100, 1);
  tracker.enter(1, 'a/b', 2);
  tracker.allocate(1, 0xb, 50, 3);
  tracker.allocate(2, 0xc, 7, 4);
  // Another thread releases what the first allocated: it counts where it was allocated.
  expect(tracker.release(0xa, 2)).toBe(true);
  tracker.exit(1, 6);
  expect(tracker.release(0xb, 1)).toBe(true);
  expect(tracker.release(0xd, 1)).toBe(false);
  tracker.exit(1, 9);
  expect(told(tracker.entries())).toEqual([
    ['batch #', 0, 9, 150, 3, 0],
    ['batch #/a\\/b', 2, 6, 50, 3, 50],
  ]);
  expect(tracker.threads()).toEqual([
    { threadId: 2, outstandingBytes: 7, peakBytes: 7, peakNs: 4, count: 1, openRanges: [] },
    { threadId: 1, outstandingBytes: 0, peakBytes: 150, peakNs: 3, count: 2, openRanges: [] },
  ]);
});

test('inside an excluded range nothing counts; a release still counts for what allocated', () => {
  const tracker = new ScopeTracker({ exclude: ['spill', '/^rmm\\//'], include: ['join', 'sort'] });
  tracker.enter(1, 'join', 0);
  tracker.enter(1, 'other', 0);
  tracker.allocate(1, 1, 10, 1);
  tracker.enter(1, 'spill', 2);
  tracker.enter(1, 'sort', 2);
  tracker.allocate(1, 2, 1000, 3);
  tracker.release(1, 1);
  tracker.exit(1, 4);
  tracker.exit(1, 4);
  tracker.enter(1, 'sort', 5);
  tracker.enter(1, 'pool', 5, 'rmm');
  tracker.allocate(1, 3, 500, 6);
  tracker.exit(1, 7);
  tracker.allocate(1, 4, 5, 8);
  tracker.exit(1, 9);
  expect(told(tracker.entries())).toEqual([
    ['join', 0, Number.NaN, 10, 1, 5],
    ['join/other/spill/sort', 2, 4, 0, 2, 0],
    ['join/other/sort', 5, 9, 5, 8, 5],
  ]);
  expect(tracker.threads()[0].openRanges).toEqual(['join', 'other']);
});

test('ranges that overlap are roots, and end where they are told to', () => {
  const ended: ScopeEntry[] = [];
  const tracker = new ScopeTracker({ onExit: (entry) => ended.push(entry) });
  const first = tracker.start(1, 'first', 0);
  tracker.enter(1, 'pushed', 1);
  const second = tracker.start(1, 'second', 2);
  tracker.allocate(1, 1, 10, 3);
  first(4);
  first(5);
  tracker.allocate(1, 2, 20, 6);
  tracker.release(1);
  second(7);
  tracker.exit(1, 8);
  expect(told(ended)).toEqual([
    ['first', 0, 4, 10, 3, 10],
    ['second', 2, 7, 30, 6, 20],
    ['pushed', 1, 8, 30, 6, 20],
  ]);
  expect(tracker.entries()).toEqual([]);
  expect(() => tracker.exit(1, 9)).toThrow('no range is open on thread 1');
});

test('what follows a failure', () => {
  const tracker = new ScopeTracker();
  tracker.allocate(1, 1, 10, 0);
  tracker.allocate(2, 2, 20, 0);
  const answered = tracker.fail(1, 64);
  const alone = tracker.fail(2, 64);
  tracker.release(1, 3);
  tracker.release(2, 3);
  tracker.allocate(1, 3, 64, 1);
  tracker.allocate(1, 3, 8, 2);
  tracker.end();
  expect(answered).toEqual({
    releasedBytes: 30,
    releasedByThread: [{ threadId: 3, bytes: 30 }],
    retry: 'succeeded',
  });
  // The block of that name was taken for released, by nobody who is known.
  expect(alone.retry).toBe('none');
  expect(alone.releasedByThread).toEqual([
    { threadId: null, bytes: 64 },
    { threadId: 3, bytes: 30 },
  ]);
});
