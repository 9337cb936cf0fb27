import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw } from '../test/drawing.js';
import { blockArrays, blocksOf, liveBytes, liveState, rowsAtPeak } from './index.js';

const anyBlock = fc.record({
  from: fc.nat(12),
  held: fc.option(fc.nat(8)),
  early: fc.nat(3),
  bytes: fc.integer({ min: 1, max: 9 }),
  allocator: fc.constantFrom('PTA', 'GE'),
  before: fc.boolean(),
  seq: fc.boolean(),
});
const anyFall = fc.array(fc.tuple(fc.nat(12), fc.nat(40)), { maxLength: 4 });

test('the blocks at the peak are those of the state at the peak, between events of one nanosecond too', () => {
  const property = fc.property(
    fc.array(anyBlock, { minLength: 1, maxLength: 14 }),
    anyFall,
    fc.boolean(),
    (drawn, samples, withSeq) => {
      const allocations = drawn.map((block, i) => ({
        from: block.from,
        to: block.held === null ? null : block.from + block.held,
        ...(block.held === null
          ? {}
          : { active: block.from + Math.max(0, block.held - block.early) }),
        bytes: block.bytes,
        allocator: block.allocator,
        before: block.before && i % 3 === 0,
        ...(withSeq ? { seq: [i * 2, i * 2 + 1] as const } : {}),
      }));
      const reports = [{ samples: samples.sort(([a], [b]) => a - b) }];
      const windows = [[0, 40]] as const;
      const group = draw({ allocations, reports, windows, start: { PTA: 50, GE: 0 } });
      const blocks = blocksOf(group);
      const live = liveBytes(group)[0];
      const state = liveState(group, blockArrays(group), live, 'peak');
      const { codes, values } = group.allocations.text('allocator');
      const names = live.allocators.map(({ allocator }) => allocator);
      const codeOf = (row: number) => names.indexOf(values[codes[row]] ?? '');
      const peak = rowsAtPeak(blocks, blocks.endNs, 0, codeOf, live, live.peak.timeNs);
      expect([...peak.rows, ...peak.ties].sort((a, b) => a - b)).toEqual([...state.rows]);
    },
  );
  fc.assert(property, { numRuns: 500 });
});
