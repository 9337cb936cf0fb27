import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw } from '../test/drawing.js';
import { blockArrays, blocksOf, type ThreadLevels, threadHoldings, threadLevels } from './index.js';

const anyBlock = fc.record({
  from: fc.nat(20),
  held: fc.option(fc.nat(8), { nil: null }),
  bytes: fc.nat(50),
  capture: fc.nat(1),
  thread: fc.option(fc.nat(3), { nil: undefined }),
  before: fc.boolean(),
  isOrdered: fc.boolean(),
});

/** Peak, its time and the level at the end, by what the levels say. */
function holdingsOf({ threadId, threadName, count, levels }: ThreadLevels) {
  const holdings = { threadId, threadName, peakBytes: 0, peakNs: 0, endBytes: 0, count };
  for (const capture of [0, 1]) {
    const own = levels(capture);
    for (let points = own.read(); points > 0; points = own.read()) {
      for (let i = 0; i < points; i++) {
        holdings.endBytes = own.bytes[i];
        if (holdings.endBytes <= holdings.peakBytes) continue;
        holdings.peakBytes = holdings.endBytes;
        holdings.peakNs = own.timeNs[i];
      }
    }
  }
  return holdings;
}

test('levels of threads have the peaks and ends that are said of threads', () => {
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 40 }), (blocks) => {
      const captures = [0, 1].flatMap((capture) =>
        blocks.filter((block) => block.capture === capture).sort((a, b) => a.from - b.from),
      );
      const group = draw({
        allocations: captures.map(({ from, held, thread, isOrdered, ...rest }, i) => ({
          ...rest,
          from: from + rest.capture * 100,
          to: held === null ? null : from + held + rest.capture * 100,
          ...(thread === undefined ? {} : { thread }),
          ...(isOrdered ? { seq: [2 * i, 2 * i + 1] as const } : {}),
        })),
        windows: [
          [0, 90],
          [100, 190],
        ],
      });
      const own = blocksOf(group);
      const found = threadLevels(group, own, own.endNs).map(holdingsOf);
      // A thread of which only blocks are known that were there before holds nothing.
      const known = threadHoldings(group, blockArrays(group));
      expect(found.sort((a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId)).toEqual(
        known,
      );
    }),
  );
});
