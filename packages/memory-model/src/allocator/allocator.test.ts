import { describe, expect, it } from 'vitest';
import { type Drawing, draw } from '../../test/drawing.js';
import { drawnState } from '../../test/drawn-state.js';
import {
  ALLOCATOR_EVENTS,
  type AllocatorHistory,
  allocatorHistory,
  allocatorState,
  hasAddresses,
  stateAtTime,
} from './index.js';

function historyOf(drawing: Drawing): AllocatorHistory {
  const history = allocatorHistory(draw(drawing));
  if (history === undefined) throw new Error('no segments');
  return history;
}

/** Segments after all that happens at a time. Times of a group count from its first allocation. */
function at(history: AllocatorHistory, ns: number): string[] {
  return drawnState(history, allocatorState(history, stateAtTime(history.events, ns)));
}

const kinds = ({ events }: AllocatorHistory) =>
  Array.from(events.kind, (kind, i) => `${events.timeNs[i]} ${ALLOCATOR_EVENTS[kind]}`);

describe('segments of an allocator', () => {
  it('are tiled by what is allocated, rounded, given back and free', () => {
    const history = historyOf({
      allocations: [
        { from: 0, to: 40, bytes: 3, block: 4, address: 100 },
        { from: 10, to: 30, request: 20, bytes: 4, block: 4, address: 106 },
        { from: 35, to: null, bytes: 2, block: 4, address: 104 },
      ],
      segments: [
        { address: 100, bytes: 12, from: 0, to: null },
        { address: 200, bytes: 3, from: null, to: 25 },
      ],
      windows: [[0, 50]],
    });
    expect(at(history, -1)).toEqual(['200 ...']);
    expect(at(history, 0)).toEqual(['100 AAA~........', '200 ...']);
    expect(at(history, 10)).toEqual(['100 AAA~..BBBB..', '200 ...']);
    expect(at(history, 20)).toEqual(['100 AAA~..bbbb..', '200 ...']);
    expect(at(history, 25)).toEqual(['100 AAA~..bbbb..']);
    expect(at(history, 30)).toEqual(['100 AAA~........']);
    expect(at(history, 35)).toEqual(['100 AAA~CC~~....']);
    expect(at(history, 40)).toEqual(['100 ....CC~~....']);
    expect(kinds(history)).toEqual([
      '0 take',
      '0 allocate',
      '10 allocate',
      '20 request',
      '25 give',
      '30 release',
      '35 allocate',
      '40 release',
    ]);
    expect(allocatorState(history, stateAtTime(history.events, 20))).toMatchObject({
      reservedBytes: 15,
      allocatedBytes: 3,
      roundingBytes: 1,
      pendingBytes: 4,
      freeBytes: 7,
      largestFreeBytes: 3,
      fragmentation: 1 - 3 / 7,
      unknownRounding: 0,
      outside: { blocks: 0, bytes: 0 },
      lastFailure: -1,
    });
  });

  it('go from one event to the next where several have one time', () => {
    const history = historyOf({
      allocations: [
        { from: 0, to: 5, bytes: 2, address: 0, seq: [1, 2] },
        { from: 5, to: 5, bytes: 1, address: 0, seq: [3, 4] },
        { from: 5, to: null, bytes: 2, address: 0, seq: [5, 0] },
      ],
      segments: [{ address: 0, bytes: 2, from: null, to: null }],
    });
    const drawn = Array.from({ length: 6 }, (_, state) =>
      drawnState(history, allocatorState(history, state)),
    );
    expect(drawn.flat()).toEqual(['0 ..', '0 AA', '0 ..', '0 B.', '0 ..', '0 CC']);
  });

  it('that grow in parts are one where blocks lie across their borders', () => {
    const drawing = (second: number): Drawing => ({
      allocations: [
        { from: 0, to: 20, bytes: 2, address: 0 },
        { from: 10, to: 20, bytes: 3, address: second },
      ],
      segments: [
        { address: 0, bytes: 4, from: 0, to: null, stream: '0', pool: 'large' },
        { address: 4, bytes: 4, from: 10, to: 30, stream: '0' },
      ],
      windows: [[0, 40]],
    });
    const grown = historyOf(drawing(3));
    expect(at(grown, 5)).toEqual(['0 AA..']);
    expect(at(grown, 10)).toEqual(['0 AA.BBB..']);
    expect(at(grown, 20)).toEqual(['0 ........']);
    expect(at(grown, 30)).toEqual(['0 ....']);
    const free = allocatorState(grown, stateAtTime(grown.events, 20));
    expect(free).toMatchObject({ largestFreeBytes: 8, fragmentation: 0 });
    expect(free.pools).toMatchObject([{ stream: 0, pool: 0, segments: 1, freeBytes: 8 }]);
    // Two that only lie beside each other stay two, and no block fits across.
    const apart = historyOf(drawing(4));
    expect(at(apart, 10)).toEqual(['0 AA..', '4 BBB.']);
    const both = allocatorState(apart, stateAtTime(apart.events, 20));
    expect(both).toMatchObject({ largestFreeBytes: 4, freeBytes: 8, fragmentation: 0.5 });
  });

  it('are told apart by stream and pool', () => {
    const history = historyOf({
      allocations: [{ from: 0, to: null, bytes: 1, address: 0 }],
      segments: [
        { address: 0, bytes: 4, from: null, to: null, stream: '0', pool: 'small' },
        { address: 10, bytes: 6, from: null, to: null, stream: '0', pool: 'large' },
        { address: 20, bytes: 5, from: null, to: null, stream: '7', pool: 'small' },
      ],
    });
    const { pools, largestFreeBytes } = allocatorState(history, 1);
    const { streams, pools: names } = history.segments;
    const told = pools.map((pool) => [
      `${streams[pool.stream]} ${names[pool.pool]}`,
      pool.freeBytes,
      pool.largestFreeBytes,
    ]);
    expect(told).toEqual([
      ['0 small', 3, 3],
      ['0 large', 6, 6],
      ['7 small', 5, 5],
    ]);
    expect(largestFreeBytes).toBe(6);
  });

  it('have exact addresses up to 2^64', () => {
    const top = 2n ** 64n - 4n;
    const history = historyOf({
      allocations: [
        { from: 0, to: null, bytes: 1, address: top + 3n },
        { from: 1, to: null, bytes: 1, address: 2n ** 63n + 1n },
      ],
      segments: [
        { address: top, bytes: 4, from: null, to: null },
        { address: 2n ** 63n, bytes: 3, from: null, to: null },
        { address: 2n ** 63n + 4n, bytes: 1, from: null, to: null },
      ],
    });
    expect(at(history, 1)).toEqual([`${2n ** 63n} .B.`, `${2n ** 63n + 4n} .`, `${top} ...A`]);
  });

  it('tell what does not fit into them', () => {
    const history = historyOf({
      allocations: [
        { from: 0, to: null, bytes: 5, address: 8 },
        { from: 0, to: null, bytes: 7, address: 50 },
        { from: 0, to: null, bytes: 3, address: 9 },
        { from: 0, to: null, bytes: 3 },
      ],
      segments: [
        { address: 0, bytes: 10, from: null, to: null },
        { address: 5, bytes: 6, from: null, to: null },
      ],
    });
    expect(at(history, 0)).toEqual(['0 ........AA', '10 A']);
    const state = allocatorState(history, stateAtTime(history.events, 0));
    expect(state.outside).toEqual({ blocks: 2, bytes: 9 });
    expect(state.overlappingBytes).toBe(3);
    expect(state.unknownRounding).toBe(3);
    expect(history.withoutAddress).toBe(1);
  });

  it('keep what reaches beyond them out of the next', () => {
    const history = historyOf({
      allocations: [{ from: 0, to: null, bytes: 4, address: 2 }],
      segments: [
        { address: 0, bytes: 4, from: null, to: null },
        { address: 7, bytes: 3, from: null, to: null },
      ],
    });
    expect(at(history, 0)).toEqual(['0 ..AA', '7 ...']);
    expect(allocatorState(history, 1).outside).toEqual({ blocks: 1, bytes: 2 });
  });

  it('are of one capture at a time', () => {
    const history = historyOf({
      allocations: [
        { from: 0, to: null, bytes: 2, address: 0 },
        { from: 100, to: 110, bytes: 3, address: 0, capture: 1, before: true },
      ],
      segments: [{ address: 0, bytes: 4, from: null, to: null }],
      windows: [
        [0, 50],
        [100, 150],
      ],
    });
    expect(at(history, 99)).toEqual(['0 AA..']);
    expect(at(history, 100)).toEqual(['0 BBB.']);
    expect(at(history, 110)).toEqual(['0 ....']);
    expect(kinds(history)).toEqual(['0 allocate', '100 capture', '110 release']);
  });

  it('know the last request that failed', () => {
    const history = historyOf({
      allocations: [{ from: 0, to: null, bytes: 2, address: 2, seq: [1, 0] }],
      segments: [{ address: 0, bytes: 6, from: null, to: null }],
      failures: [
        { at: 0, thread: null, bytes: 8, seq: 0 },
        { at: 20, thread: null, bytes: null },
      ],
      windows: [[0, 50]],
    });
    const failures = [0, 1, 2, 3].map((state) => allocatorState(history, state).lastFailure);
    expect(failures).toEqual([-1, 0, 0, 1]);
    expect([...history.failures.requestedBytes]).toEqual([8, Number.NaN]);
    expect([...history.failures.at]).toEqual([1, 3]);
  });

  it('are not known where nobody tells of them', () => {
    const without = draw({ allocations: [{ from: 0, to: 1, bytes: 2, address: 2 }] });
    expect(allocatorHistory(without)).toBeUndefined();
    expect(hasAddresses(without)).toBe(true);
    expect(hasAddresses(draw({ allocations: [{ from: 0, to: 1, bytes: 2 }] }))).toBe(false);
  });
});
