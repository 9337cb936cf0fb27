import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Drawing, type Drawn, draw } from '../test/drawing.js';
import { liveBytes } from './index.js';

/** [time, bytes] of a curve, times as drawn. */
function curve(drawing: Drawing, capture = 0) {
  const group = draw(drawing);
  const { timeNs, bytes } = liveBytes(group)[capture].curve;
  const origin = Number(group.allocations.originNs);
  return Array.from(timeNs, (time, i) => [time + origin, bytes[i]]);
}

const only = (drawing: Drawing) => liveBytes(draw(drawing))[0].allocators[0];

describe('live bytes', () => {
  test('rise with each allocation and fall with each release', () => {
    const allocations = [
      { from: 10, to: 40, bytes: 100 },
      { from: 20, to: null, bytes: 5 },
    ];
    expect(curve({ allocations, start: 1000 })).toEqual([
      [10, 1000],
      [10, 1100],
      [20, 1105],
      [40, 1005],
    ]);
  });

  test('a block is gone when it can be used again, if that comes before its release', () => {
    const allocations = [
      { from: 0, to: 50, active: 48, bytes: 7 },
      { from: 1, to: 50, active: 60, bytes: 1 },
    ];
    expect(curve({ allocations })).toEqual([
      [0, 0],
      [0, 7],
      [1, 8],
      [48, 1],
      [50, 0],
    ]);
  });

  test('a release that was seen without its allocation was there from the begin on', () => {
    const allocations = [
      { from: 10, to: 30, bytes: 100 },
      { from: 20, to: 20, bytes: -40, before: true },
    ];
    expect(curve({ allocations, start: 40 })).toEqual([
      [10, 40],
      [10, 140],
      [20, 100],
      [30, 0],
    ]);
  });

  test('blocks from before that are known by name are a part of the starting level', () => {
    const allocations = [
      { from: 0, to: 30, bytes: 100, before: true },
      { from: 12, to: null, bytes: 1 },
    ];
    const drawing: Drawing = { allocations, start: 150, windows: [[10, 40]] };
    expect(curve(drawing)).toEqual([
      [10, 150],
      [12, 151],
      [30, 51],
    ]);
    expect(curve({ ...drawing, start: 0 })[0]).toEqual([10, 100]);
  });

  test('a group’s level is the sum over its allocators, and its peak that of the sum', () => {
    const group = draw({
      allocations: [
        { from: 0, to: 10, bytes: 100 },
        { from: 5, to: 15, bytes: 30, allocator: 'GE' },
        { from: 12, to: 20, bytes: 60 },
      ],
      start: { PTA: 1000, GE: 1 },
    });
    const [{ peak, allocators, endLiveBytes }] = liveBytes(group);
    expect(peak).toEqual({ timeNs: 5, bytes: 1131 });
    expect(allocators.map(({ allocator, peak: own }) => [allocator, own.bytes])).toEqual([
      ['PTA', 1100],
      ['GE', 31],
    ]);
    expect(endLiveBytes).toBe(1001);
  });

  test('captures keep their own levels; nothing crosses from one to the next', () => {
    const drawing: Drawing = {
      allocations: [
        { from: 0, to: null, bytes: 5 },
        { from: 100, to: null, bytes: 7, capture: 1 },
      ],
      start: 10,
      windows: [
        [0, 50],
        [100, 150],
      ],
    };
    expect(curve(drawing, 0)).toEqual([
      [0, 10],
      [0, 15],
    ]);
    expect(curve(drawing, 1)).toEqual([
      [100, 10],
      [100, 17],
    ]);
  });

  test('a group without rows has a level where its allocators reported one', () => {
    const group = draw({
      allocations: [],
      reports: [
        {
          samples: [
            [5, 70],
            [9, 60],
          ],
        },
      ],
      start: 70,
    });
    const [{ allocators }] = liveBytes(group);
    expect(allocators[0]).toMatchObject({ endLiveBytes: 60, matchesReported: true });
    expect(allocators[0].unknownReleases.bytes).toEqual([10]);
  });
});

describe('events at one time', () => {
  test('without sequence numbers, what is there is released before more is allocated', () => {
    const allocations = [
      { from: 0, to: 10, bytes: 100 },
      { from: 10, to: 20, bytes: 100 },
    ];
    expect(only({ allocations }).peak.bytes).toBe(100);
  });

  test('with them, in their order', () => {
    const allocations: Drawn[] = [
      { from: 0, to: 10, bytes: 100, seq: [0, 2] },
      { from: 10, to: 20, bytes: 100, seq: [1, 3] },
    ];
    expect(only({ allocations }).peak.bytes).toBe(200);
  });

  test('a block that lives for no time is seen', () => {
    const allocations = [{ from: 5, to: 5, bytes: 100 }];
    expect(curve({ allocations })).toEqual([
      [5, 0],
      [5, 100],
      [5, 0],
    ]);
  });
});

describe('what the allocator reports', () => {
  const allocations = [{ from: 10, to: 40, bytes: 100 }];

  test('agrees: nothing is unknown', () => {
    const reports = [
      {
        samples: [
          [10, 600],
          [40, 500],
        ] as const,
      },
    ];
    expect(only({ allocations, reports, start: 500 })).toMatchObject({
      matchesReported: true,
      untrackedBytes: 0,
      unknownReleases: { bytes: [] },
    });
  });

  test('is not known: neither is whether it agrees', () => {
    expect(only({ allocations }).matchesReported).toBeNull();
  });

  test('a fall that no row explains is the release of a block from before, and lowers the level', () => {
    const reports = [
      {
        samples: [
          [10, 600],
          [20, 350],
          [40, 250],
        ] as const,
      },
    ];
    const live = only({ allocations, reports, start: 500 });
    expect(live).toMatchObject({ matchesReported: true, endLiveBytes: 250 });
    expect(live.unknownReleases.bytes).toEqual([250]);
    expect(live.peak.bytes).toBe(600);
  });

  test('falls before the first allocation count, and what was there is the level until then', () => {
    const reports = [
      {
        samples: [
          [5, 900],
          [7, 500],
          [10, 600],
          [40, 500],
        ] as const,
      },
    ];
    const live = only({ allocations, reports, start: 500 });
    expect(live.peak.bytes).toBe(900);
    expect(live.startLiveBytes).toBe(500);
    expect(live.unknownReleases.bytes).toEqual([400]);
  });

  test('a rise that no row explains is memory of others, kept apart', () => {
    const reports = [
      {
        samples: [
          [10, 600],
          [20, 680],
          [30, 600],
          [40, 500],
        ] as const,
      },
    ];
    const live = only({ allocations, reports, start: 500 });
    expect(live).toMatchObject({ matchesReported: true, untrackedBytes: 80, endLiveBytes: 500 });
    expect(live.peak.bytes).toBe(600);
    expect(live.unknownReleases.bytes).toEqual([]);
  });

  test('more released than was ever there cannot be explained', () => {
    const reports = [
      {
        samples: [
          [10, 100],
          [20, 10],
        ] as const,
      },
    ];
    expect(only({ allocations, reports, start: 0 }).matchesReported).toBe(false);
  });

  test('an allocator that reports before it releases (CANN’s) agrees too', () => {
    const two = [...allocations, { from: 12, to: 30, bytes: 8 }];
    const reports = [
      {
        samples: [
          [10, 600],
          [12, 608],
          [30, 608],
          [40, 600],
        ] as const,
      },
    ];
    expect(only({ allocations: two, reports, start: 500 })).toMatchObject({
      matchesReported: true,
      untrackedBytes: 0,
      endLiveBytes: 500,
    });
  });

  test('levels on the way at one time are explained', () => {
    const two = [
      { from: 10, to: 40, bytes: 100 },
      { from: 10, to: 40, bytes: 20 },
    ];
    const reports = [
      {
        samples: [
          [10, 600],
          [10, 620],
          [40, 520],
          [40, 500],
        ] as const,
      },
    ];
    expect(only({ allocations: two, reports, start: 500 }).matchesReported).toBe(true);
  });
});

test('a complete source explains every report and is never below zero', () => {
  const block = fc.record({
    from: fc.nat(50),
    held: fc.option(fc.nat(30)),
    units: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 30 }), fc.nat(500), (drawn, start) => {
      // Every event has a time of its own, so that the reports are unambiguous.
      const allocations = drawn.map(({ from, held, units }, i) => ({
        from: from * 100 + 2 * i,
        to: held === null ? null : (from + held) * 100 + 2 * i + 1,
        bytes: units * 512,
      }));
      const events = allocations.flatMap(({ from, to, bytes }) => [
        [from, bytes],
        ...(to === null ? [] : [[to, -bytes]]),
      ]);
      events.sort((a, b) => a[0] - b[0]);
      let level = start * 512;
      let highest = level;
      const samples = events.map(([time, change]): readonly [number, number] => {
        level += change;
        highest = Math.max(highest, level);
        return [time, level];
      });
      const live = only({ allocations, reports: [{ samples }], start: start * 512 });
      expect(live).toMatchObject({ matchesReported: true, untrackedBytes: 0, endLiveBytes: level });
      expect(live.peak.bytes).toBe(highest);
      expect(Math.min(...live.curve.bytes)).toBeGreaterThanOrEqual(0);
    }),
  );
});
