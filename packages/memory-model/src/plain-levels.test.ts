import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, type Drawn, draw } from '../test/drawing.js';
import {
  clipCurve,
  type LevelCurve,
  liveBytes,
  overlapCounts,
  sumCurves,
  thinCurve,
} from './index.js';
import { rowsByTime } from './order.js';

/** A begin or an end of a block, as the sweep takes them. */
interface PlainEvent {
  readonly at: number;
  readonly isBegin: boolean;
  readonly bytes: number;
  readonly before: boolean;
  /** Of the begin and the end of its block. */
  readonly times: readonly [number, number];
}

/** Live bytes of a single allocator worked out the plain way, with lists that are searched and sorted. */
function plainLevel(drawing: Drawing, window: readonly [number, number], reportsBefore: boolean) {
  const events = drawing.allocations
    .filter(({ capture }) => (capture ?? 0) === 0)
    .flatMap(({ from, to, bytes, before, active }): PlainEvent[] => {
      const end =
        bytes < 0
          ? from
          : Math.min(
              to ?? Number.POSITIVE_INFINITY,
              to === null ? Number.POSITIVE_INFINITY : (active ?? to),
            );
      const size = Math.abs(bytes);
      const isBefore = before === true || bytes < 0;
      const block = { bytes: size, before: isBefore, times: [from, end] as const };
      const begin = isBefore ? [] : [{ ...block, at: from, isBegin: true }];
      return end === Number.POSITIVE_INFINITY
        ? begin
        : [...begin, { ...block, at: end, isBegin: false }];
    });
  // Without sequence numbers: what is there ends before more begins, but what lives for no time.
  const begins = events.filter(({ isBegin }) => isBegin).sort((a, b) => a.at - b.at);
  const ends = events.filter(({ isBegin }) => !isBegin).sort((a, b) => a.at - b.at);
  const order: PlainEvent[] = [];
  while (begins.length + ends.length > 0) {
    const [begin, end] = [begins[0], ends[0]];
    const lives = end?.times[0] === end?.times[1] && !end?.before;
    const takeBegin =
      end === undefined ||
      (begin !== undefined && (begin.at < end.at || (begin.at === end.at && lives)));
    order.push((takeBegin ? begins : ends).shift() as PlainEvent);
  }
  const reports = (drawing.reports ?? [])
    .flatMap(({ samples }) => samples)
    .filter(([at]) => at >= window[0] && at <= window[1]);
  const known = events
    .filter(({ before, isBegin }) => before && !isBegin)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const held = drawing.allocations
    .filter(({ to, before, bytes }) => to === null && before === true && bytes >= 0)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  let level = Math.max(typeof drawing.start === 'number' ? drawing.start : 0, known + held);
  if (reports.length > 0 && reports[0][0] < (order[0]?.at ?? Number.POSITIVE_INFINITY))
    level = reports[0][1];
  let fromBefore = level;
  let untracked = 0;
  let unexplained = 0;
  let consistent = true;
  const rises: number[] = [];
  const points = [[window[0], level]];
  const take = (event: PlainEvent) => {
    level += event.isBegin ? event.bytes : -event.bytes;
    if (!event.isBegin && event.before) fromBefore -= event.bytes;
    points.push([event.at, level]);
  };
  let untrackedMost = 0;
  reports.forEach(([at, wanted], i) => {
    while (order.length > 0 && order[0].at < at) take(order.shift() as PlainEvent);
    const levelBefore = level;
    let explained = wanted === level + untracked;
    while (order.length > 0 && order[0].at === at) {
      take(order.shift() as PlainEvent);
      explained ||= wanted === level + untracked;
    }
    if (explained || reports[i + 1]?.[0] === at) return;
    const difference = wanted - ((reportsBefore ? levelBefore : level) + untracked);
    if (difference > 0) {
      rises.push(difference);
      untracked += difference;
      untrackedMost = Math.max(untrackedMost, untracked);
    } else if (rises.includes(-difference)) {
      rises.splice(rises.indexOf(-difference), 1);
      untracked += difference;
    } else {
      const fall = Math.min(-difference, Math.max(0, fromBefore));
      fromBefore -= fall;
      consistent &&= -difference - fall <= untracked;
      untracked -= -difference - fall;
      unexplained += fall;
      if (fall === 0) return;
      level -= fall;
      points.push([at, level]);
    }
  });
  for (const event of order) take(event);
  const left = consistent ? unexplained + untrackedMost : Number.POSITIVE_INFINITY;
  return { points, unexplained: left, untracked: untrackedMost, consistent };
}

function plainBest(drawing: Drawing, window: readonly [number, number]) {
  const after = plainLevel(drawing, window, false);
  const before = plainLevel(drawing, window, true);
  return before.unexplained < after.unexplained ? before : after;
}

const pointsOf = ({ timeNs, bytes }: LevelCurve) => [...timeNs].map((time, i) => [time, bytes[i]]);

function expectAsPlain(drawing: Drawing, window: readonly [number, number]): void {
  const group = draw({ ...drawing, windows: [window] });
  const origin = Number(group.allocations.originNs);
  const [{ allocators, curve, peak }] = liveBytes(group);
  const plain = plainBest(drawing, window);
  expect(pointsOf(curve).map(([time, bytes]) => [time + origin, bytes])).toEqual(plain.points);
  const highest = Math.max(...plain.points.map(([, bytes]) => bytes));
  expect([peak.timeNs + origin, peak.bytes]).toEqual(
    plain.points.find(([, bytes]) => bytes === highest),
  );
  expect(allocators[0].untrackedBytes).toBe(plain.untracked);
  const hasReports = (drawing.reports ?? []).some(({ samples }) =>
    samples.some(([at]) => at >= window[0] && at <= window[1]),
  );
  expect(allocators[0].matchesReported).toBe(hasReports ? plain.consistent : null);
}

/** The same numbers every time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const anyBlock = fc.record({
  from: fc.nat(60),
  held: fc.option(fc.nat(30)),
  used: fc.option(fc.nat(30)),
  bytes: fc.oneof(fc.nat(9), fc.constant(-3)),
  before: fc.boolean(),
});
const anyReport = fc.tuple(fc.nat(70), fc.nat(60));

describe('live bytes are those of the plain way', () => {
  const drawn = (
    blocks: readonly {
      from: number;
      held: number | null;
      used: number | null;
      bytes: number;
      before: boolean;
    }[],
  ) =>
    blocks
      .map(
        ({ from, held, used, bytes, before }): Drawn => ({
          from,
          to: held === null ? null : from + held,
          bytes,
          before,
          ...(used === null || held === null || used >= held ? {} : { active: from + used }),
        }),
      )
      .sort((a, b) => a.from - b.from);

  test('for few blocks and reports of any kind', () => {
    const blocks = fc.array(anyBlock, { minLength: 1, maxLength: 20, size: 'max' });
    const reports = fc.array(anyReport, { maxLength: 20, size: 'max' });
    fc.assert(
      fc.property(blocks, reports, fc.nat(40), (some, samples, start) => {
        const sorted = [...samples].sort((a, b) => a[0] - b[0]);
        const allocations = drawn(some);
        const first = Math.min(...allocations.map(({ from }) => from));
        expectAsPlain({ allocations, reports: [{ samples: sorted }], start }, [first, 80]);
      }),
      { numRuns: 400 },
    );
  });

  test('for so many that they are read in several goes', () => {
    const next = numbersFrom(7);
    const blocks = Array.from({ length: 6000 }, () => ({
      from: next(40_000),
      held: next(8) === 0 ? null : next(900),
      used: next(3) === 0 ? next(900) : null,
      bytes: 1 + next(50),
      before: next(400) === 0,
    }));
    const allocations = drawn(blocks);
    const levels = plainLevel({ allocations, start: 9000 }, [0, 50_000], false).points;
    // Most of what is reported is the level, some of it is wrong.
    const samples = levels.map(
      ([at, bytes]) => [at, next(50) === 0 ? bytes + next(90) - 45 : bytes] as const,
    );
    expectAsPlain({ allocations, reports: [{ samples }], start: 9000 }, [0, 50_000]);
  });
});

test('rows are put in order of time as by comparing them', () => {
  const next = numbersFrom(11);
  const spreads: Record<string, () => number> = {
    'evenly spread': () => next(1e6),
    'much at one time': () => (next(3) === 0 ? next(1e6) : 77),
    'all at one time': () => 5,
    'in bursts far apart': () => next(4) * 1e12 + next(50),
    'some without a time': () => [next(1e6), Number.POSITIVE_INFINITY, Number.NaN][next(3)],
  };
  for (const [name, timeOf] of Object.entries(spreads)) {
    for (const count of [0, 1, 2, 33, 5000]) {
      const time = Float64Array.from({ length: count }, timeOf);
      const seq = Array.from({ length: count }, () => next(1000));
      const expected = [...time.keys()]
        .filter((row) => Number.isFinite(time[row]))
        .sort((a, b) => time[a] - time[b] || seq[a] - seq[b] || a - b);
      const sequence = { at: (row: number) => seq[row] };
      const all = rowsByTime(undefined, time, sequence, new Int32Array(count));
      expect([...all], `${count} ${name}`).toEqual(expected);
      const reversed = Int32Array.from(time.keys()).reverse();
      const listed = rowsByTime(reversed, time, sequence, new Int32Array(count));
      expect([...listed], `${count} ${name}`).toEqual(expected);
    }
  }
});

test('overlaps of many intervals, in order or not, are those of comparing all with all', () => {
  const next = numbersFrom(13);
  const from = Float64Array.from({ length: 3000 }, () => next(9000));
  const kind = Int32Array.from(from, () => next(4) * 1_000_000 - 1);
  for (const start of [from, from.slice().sort()]) {
    const end = start.map((at) => (next(9) === 0 ? Number.POSITIVE_INFINITY : at + next(40)));
    const counts = overlapCounts(start, end, kind);
    const expected = Array.from(start, (_, a) => {
      let others = 0;
      for (let b = 0; b < start.length; b++) {
        if (a !== b && kind[a] === kind[b] && start[b] < end[a] && end[b] > start[a]) others++;
      }
      return others;
    });
    expect([...counts]).toEqual(expected);
  }
});

const anyCurve = fc
  .array(fc.tuple(fc.nat(9), fc.nat(20)), { minLength: 1, maxLength: 120, size: 'max' })
  .map((steps): LevelCurve => {
    let time = 1000;
    return {
      timeNs: Float64Array.from(steps, ([gap]) => (time += gap)),
      bytes: Float64Array.from(steps, ([, bytes]) => bytes),
    };
  });

test('a thinned curve has the points of each part that the plain way keeps', () => {
  fc.assert(
    fc.property(anyCurve, fc.integer({ min: 1, max: 12 }), (curve, buckets) => {
      const points = pointsOf(curve);
      const begin = points[0][0];
      const width = (points[points.length - 1][0] - begin) / buckets || 1;
      const partOf = (time: number) => Math.min(buckets - 1, Math.floor((time - begin) / width));
      const kept = points.filter(([time], i) => {
        const own = [...points.keys()].filter((at) => partOf(points[at][0]) === partOf(time));
        const values = own.map((at) => points[at][1]);
        const smallest = own[values.indexOf(Math.min(...values))];
        const largest = own[values.indexOf(Math.max(...values))];
        return [own[0], smallest, largest, own[own.length - 1]].includes(i);
      });
      const expected = points.length <= buckets * 4 ? points : kept;
      expect(pointsOf(thinCurve(curve, buckets))).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

test('a part of a curve is the level at its begin and what follows', () => {
  fc.assert(
    fc.property(anyCurve, fc.nat(1500), fc.nat(400), (curve, from, length) => {
      const points = pointsOf(curve);
      const reached = points.filter(([time]) => time <= from).at(-1);
      const inside = points.filter(([time]) => time > from && time <= from + length);
      const expected = reached === undefined ? inside : [[from, reached[1]], ...inside];
      expect(pointsOf(clipCurve(curve, from, from + length))).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

test('the points of a sum are those of its curves, at one time those of the first curve first', () => {
  fc.assert(
    fc.property(fc.array(anyCurve, { minLength: 2, maxLength: 4 }), (curves) => {
      const events = curves.flatMap((curve, which) =>
        pointsOf(curve).map(([time, bytes]) => ({ time, bytes, which })),
      );
      const level = curves.map(({ bytes }) => bytes[0]);
      const expected = events
        .sort((a, b) => a.time - b.time || a.which - b.which)
        .map(({ time, bytes, which }) => {
          level[which] = bytes;
          return [time, level.reduce((sum, one) => sum + one)];
        });
      expect(pointsOf(sumCurves(curves))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
