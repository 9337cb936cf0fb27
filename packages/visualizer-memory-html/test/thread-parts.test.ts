import { STACK_MATCHES } from '@rl-insight/memory-contract';
import { describe, expect, it, test } from 'vitest';
import type { Group } from '../client/data/group.js';
import { holderSum } from '../client/failures/failure-held.js';
import { failureMarks, isIn } from '../client/failures/failure-marks.js';
import type { Failures } from '../client/failures/failures.js';
import { bandRows } from '../client/scopes/band-rows.js';
import { MarkedTimes } from '../client/scopes/marked-times.js';
import { highestBetween } from '../client/threads/thread-painter.js';
import { TimeScale } from '../client/view/time-scale.js';
import type { LinePoints } from '../src/write/line-points.js';
import type { Packer } from '../src/write/pack.js';
import { threadLines } from '../src/write/thread-lines.js';

/* What is drawn of threads, scopes and failures, without a browser. */

test('ranges below the last row are left out, so that those of a row are apart', () => {
  const depth = 8;
  // Twice: one in the other, eight of them.
  const starts = [0, 100].flatMap((from) => Array.from({ length: depth }, (_, i) => from + i));
  const ends = starts.map((start) => Math.floor(start / 100) * 100 + 99 - (start % 100));
  const rows = bandRows(Float64Array.from(starts), Float64Array.from(ends), 0, starts.length);
  expect(rows.map(({ place }) => [...place])).toEqual(
    [0, 1, 2, 3, 4, 5].map((i) => [i, i + depth]),
  );
  for (const { startNs, endNs } of rows) expect(startNs[1]).toBeGreaterThanOrEqual(endNs[0]);
});

describe('what a thread holds within a nanosecond', () => {
  /** The points that are written of a capture. */
  async function written(events: readonly (readonly [number, number])[]) {
    const timeNs = Float64Array.from(events, ([time]) => time);
    const bytes = Float64Array.from(events, ([, level]) => level);
    const counts = [events.length, 0];
    const levels = () => ({ timeNs, bytes, read: () => counts.shift() ?? 0 });
    let points: [number, number][] = [];
    const packer = {
      line: async ({ count, timeNs: time, value }: LinePoints) => {
        points = Array.from({ length: count }, (_, i) => [time[i], value[i]]);
      },
    };
    const thread = { threadId: 1, threadName: null, count: 1, levels };
    await threadLines([thread as never], 1, packer as unknown as Packer, 0);
    return points;
  }

  it('is written, at the begin of a capture too', async () => {
    expect(
      await written([
        [0, 0],
        [0, 50],
        [0, 10],
        [5, 90],
        [5, 10],
        [7, 10],
      ]),
    ).toEqual([
      [0, 50],
      [0, 10],
      [5, 90],
      [5, 10],
    ]);
  });

  it('is seen in the column that begins with it, and in no other', () => {
    const curve = {
      timeNs: Float64Array.of(0, 5, 5, 9),
      bytes: Float64Array.of(1, 90, 10, 2),
    };
    const line = [{ capture: 0, curve, endNs: 12, goesOn: false }];
    const columns = [0, 5, 6, 9, 12].map((from) => highestBetween(line, from, from + 1));
    expect(columns).toEqual([1, 90, 10, 2, 2]);
    expect(highestBetween(line, 4.5, 6.5)).toBe(90);
    expect(highestBetween(line, 4, 5)).toBe(1);
  });
});

test('a mark of several failures is that of each of them', () => {
  const failures = {
    timeNs: Float64Array.of(0, 1, 2, 500, 501),
    retryOf: (number: number) => (number === 1 ? 'failed' : 'succeeded'),
  } as unknown as Failures;
  const scale = new TimeScale({ left: 0, right: 1000 }, 1000);
  const marks = failureMarks(failures, Int32Array.of(0, 1, 2, 4), scale);
  expect(marks).toMatchObject([
    { failure: 1, retry: 'failed', count: 3, first: 0, last: 2 },
    { failure: 4, count: 1, first: 4, last: 4 },
  ]);
  const marked = [0, 1, 2, 3, 4, undefined].map((chosen) =>
    marks.findIndex((mark) => isIn(mark, chosen)),
  );
  expect(marked).toEqual([0, 0, 0, -1, 1, -1]);
});

test('the times of a scope are in the columns that they reach into, and not in one before', () => {
  const marked = MarkedTimes.where(Float64Array.of(10), Float64Array.of(20), () => true);
  const columns = [0, 5, 10, 15, 20, 25].map((from) => marked.isThere(from, from + 5));
  expect(columns).toEqual([false, false, true, true, true, false]);
});

test('a stack that is a guess does not look like one that was recorded', () => {
  const texts = { scopes: [] };
  const group = { data: { texts }, nameOf: () => 'op', userFrameOf: () => 'f' };
  const holder = { name: 1, stack: 1, scope: 0, bytes: 1, count: 1 };
  const frameOf = (match: number) =>
    holderSum(group as unknown as Group, { ...holder, match }).frame;
  expect(STACK_MATCHES.map((_, match) => frameOf(match))).toEqual(
    STACK_MATCHES.map((match) => (match === 'nearest' ? 'f · nearest (a guess)' : 'f')),
  );
});
