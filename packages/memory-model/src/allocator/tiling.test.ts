import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Drawn, draw } from '../../test/drawing.js';
import { blockArrays, blocksOf, liveBytes, liveState } from '../index.js';
import { allocatorHistory, allocatorState, stateAtTime } from './index.js';

const SLOT = 8;
const END = 40;

/** Blocks of which no two have the same slot, at one of a few times, some of them where no segment is. */
const anyBlocks = fc
  .array(
    fc.record({
      from: fc.nat(END),
      held: fc.option(fc.nat(10), { nil: null }),
      waits: fc.option(fc.nat(10), { nil: undefined }),
      bytes: fc.integer({ min: 0, max: SLOT }),
      rounding: fc.option(fc.nat(SLOT), { nil: undefined }),
      before: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((blocks) =>
    blocks.map(({ from, held, waits, bytes, rounding, before }, slot): Drawn => {
      const to = held === null ? null : Math.min(from + held, END);
      return {
        ...{ from: before ? 0 : from, to, bytes, before },
        address: slot * SLOT,
        ...(rounding === undefined ? {} : { block: Math.min(SLOT, bytes + rounding) }),
        ...(waits === undefined || to === null ? {} : { request: Math.max(from, to - waits) }),
      };
    }),
  );

const anySegments = fc.array(
  fc.record({
    address: fc.nat(30 * SLOT),
    bytes: fc.integer({ min: 1, max: 60 }),
    from: fc.option(fc.nat(END), { nil: null }),
    to: fc.option(fc.nat(END), { nil: null }),
    stream: fc.constantFrom('0', '7'),
  }),
  { minLength: 1, maxLength: 8 },
);

test('spans tile each segment, and all blocks are somewhere', () => {
  fc.assert(
    fc.property(anyBlocks, anySegments, (allocations, segments) => {
      const group = draw({ allocations, segments, windows: [[0, END]] });
      const history = allocatorHistory(group);
      if (history === undefined) throw new Error('no segments');
      for (let at = 0; at <= history.events.kind.length; at++) {
        const state = allocatorState(history, at);
        const { spans } = state;
        let reserved = 0;
        let end = -1;
        state.segments.position.forEach((position, i) => {
          expect(position).toBeGreaterThanOrEqual(end);
          let next = position;
          for (let s = state.segments.firstSpan[i]; s < state.segments.firstSpan[i + 1]; s++) {
            expect(spans.position[s]).toBe(next);
            expect(spans.bytes[s]).toBeGreaterThan(0);
            next += spans.bytes[s];
          }
          end = position + state.segments.bytes[i];
          expect(next).toBe(end);
          reserved += state.segments.bytes[i];
        });
        expect(state.reservedBytes).toBe(reserved);
        const { allocatedBytes, roundingBytes, pendingBytes, freeBytes } = state;
        expect(allocatedBytes + roundingBytes + pendingBytes + freeBytes).toBe(reserved);
        expect(state.pools.reduce((sum, pool) => sum + pool.reservedBytes, 0)).toBe(reserved);
        const { startAt, endAt, requestedBytes, blockBytes } = history.blocks;
        let known = 0;
        for (let block = 0; block < startAt.length; block++) {
          if (startAt[block] > at || at >= endAt[block]) continue;
          known += Number.isNaN(blockBytes[block]) ? requestedBytes[block] : blockBytes[block];
        }
        expect(allocatedBytes + pendingBytes + roundingBytes + state.outside.bytes).toBe(known);
        expect(state.overlappingBytes).toBe(0);
      }
    }),
  );
});

test('what is allocated and what waits are the live bytes', () => {
  fc.assert(
    fc.property(anyBlocks, fc.nat(END), (allocations, ns) => {
      const all = { address: 0, bytes: 31 * SLOT, from: null, to: null };
      const group = draw({ allocations, segments: [all], windows: [[0, END]] });
      const history = allocatorHistory(group);
      if (history === undefined) throw new Error('no segments');
      // Times of the group count from its first allocation.
      const time = ns - Number(group.allocations.originNs);
      const state = allocatorState(history, stateAtTime(history.events, time));
      const [capture] = liveBytes(group, blocksOf(group));
      const { rows } = liveState(group, blockArrays(group), capture, time);
      const { sizeBytes } = group.allocations;
      const live = rows.reduce((sum, row) => sum + sizeBytes[row], 0);
      expect(state.allocatedBytes + state.pendingBytes).toBe(live);
    }),
  );
});
