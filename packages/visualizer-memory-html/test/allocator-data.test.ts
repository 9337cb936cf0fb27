import { type MemoryGroup, memoryGroups } from '@rl-insight/memory-contract';
import {
  type AllocatorHistory,
  allocatorHistory,
  allocatorState,
  stateAtTime,
} from '@rl-insight/memory-model';
import { describe, expect, it } from 'vitest';
import { readHistory } from '../client/allocator/read-history.js';
import { SegmentMap } from '../client/allocator/segment-map.js';
import { decodeColumns } from '../client/background/decode.js';
import type { Group } from '../client/data/group.js';
import { allocatorData } from '../src/write/allocator-data.js';
import { Packer } from '../src/write/pack.js';
import { type AllocatorRequest, allocatorRun } from './caching-allocator.js';
import { makeTables } from './tables.js';

/* What is written of segments is what the page reads, and it is what the allocator did. */

const RUNS: readonly [string, Partial<AllocatorRequest>][] = [
  ['segments', {}],
  ['segments that grow in parts', { isExpandable: true }],
];

function groupOf(run: ReturnType<typeof allocatorRun>): MemoryGroup {
  return memoryGroups(makeTables({ ...run, group: { device_type: 'GPU:0' }, sources: [] }))[0];
}

/** What the page makes of a history; its times are later by `shift`. */
async function read(history: AllocatorHistory, shift: number): Promise<AllocatorHistory> {
  const data = await allocatorData(history, new Packer(), shift);
  return readHistory(data, {
    decodeColumns,
    placed: (timeNs: Float64Array) => timeNs,
  } as unknown as Group);
}

describe.each(RUNS)('%s of a caching allocator', (_, request) => {
  const run = allocatorRun({
    ...{ blocks: 400, limitBytes: 2 ** 28, alive: 60, isChecked: true },
    ...request,
  });
  const group = groupOf(run);
  const history = allocatorHistory(group) as AllocatorHistory;

  it('are after each event as its books say', () => {
    expect(run.truth.length).toBeGreaterThan(700);
    expect(run.failures.length).toBeGreaterThan(0);
    expect(run.segments.some(({ endNs }) => endNs !== null)).toBe(true);
    const { originNs } = group.allocations;
    const first = Number(originNs - BigInt(group.info.captures[0].start_ns));
    for (const { atNs, ...books } of run.truth) {
      const state = allocatorState(history, stateAtTime(history.events, atNs - first));
      const told = {
        allocated: state.allocatedBytes,
        rounding: state.roundingBytes,
        pending: state.pendingBytes,
        free: state.freeBytes,
        largestFree: state.largestFreeBytes,
      };
      expect({ atNs, ...told }).toEqual({ atNs, ...books });
      expect(state.outside.blocks).toBe(0);
      expect(state.overlappingBytes).toBe(0);
    }
  });

  it('are on the page what they are in the tables', async () => {
    const shift = 12_345;
    const shown = await read(history, shift);
    expect(shown).toEqual({
      ...history,
      events: { ...history.events, timeNs: history.events.timeNs.map((ns) => ns + shift) },
      failures: { ...history.failures, timeNs: history.failures.timeNs.map((ns) => ns + shift) },
    });
  });
});

it('keeps several captures apart', async () => {
  const row = { name: 'a', stack: '', bytes: 512, startNs: 0, heldNs: null, address: 512n };
  const tables = makeTables({
    rows: [row, { ...row, startNs: 100, heldNs: 10, capture: 1, isBefore: true }],
    segments: [
      { address: 0n, bytes: 1024, startNs: null, endNs: 105, stream: '0', pool: 'small' },
      { address: 2n ** 64n - 512n, bytes: 512, startNs: 50, endNs: null, stream: '0', pool: 'x' },
    ],
    captures: [
      { fromNs: 0, endNs: 60 },
      { fromNs: 100, endNs: 120 },
    ],
    group: {},
    sources: [],
    endNs: 120,
  });
  const history = allocatorHistory(memoryGroups(tables)[0]) as AllocatorHistory;
  expect(await read(history, 0)).toEqual(history);
  expect(history.arenas.at(-1)?.address).toBe(2n ** 64n - 512n);
});

it('segments fit into the height there is, or else have a line for each pool', () => {
  const group = groupOf(allocatorRun({ blocks: 400, limitBytes: 2 ** 28, alive: 60 }));
  const history = allocatorHistory(group) as AllocatorHistory;
  const state = allocatorState(history, stateAtTime(history.events, Number.MAX_SAFE_INTEGER));
  expect(state.pools.length).toBeGreaterThan(1);
  const width = 900;
  const mapOf = (height: number) => {
    const bytesPerPx = SegmentMap.fit(state, width, height);
    return new SegmentMap(state, 'address', width, bytesPerPx);
  };
  for (const height of [200, 400, 900])
    expect(mapOf(height).rows.height).toBeLessThanOrEqual(height);
  // Too little for the pools, whose largest is as wide as it may be then.
  const low = mapOf(50);
  expect(low.tapes.map(({ lines }) => lines)).toEqual(state.pools.map(() => 1));
  const largest = Math.max(...state.pools.map(({ reservedBytes }) => reservedBytes));
  expect(largest / low.bytesPerPx).toBeGreaterThan(width * 0.7);
});
