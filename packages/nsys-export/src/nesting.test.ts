import { expect, test } from 'vitest';
import { enclosingRanges, RANGE_KIND } from './index.js';

const { pushPop, startEnd } = RANGE_KIND;
const OPEN = Number.POSITIVE_INFINITY;

function parents(ranges: readonly (readonly [number, number, number, number?])[]): number[] {
  return [
    ...enclosingRanges({
      thread: Int32Array.from(ranges, ([thread]) => thread),
      startNs: Float64Array.from(ranges, ([, start]) => start),
      endNs: Float64Array.from(ranges, ([, , end]) => end),
      kind: Uint8Array.from(ranges, ([, , , kind]) => kind ?? pushPop),
    }),
  ];
}

test('a range is in the innermost one of its thread that is around all of it', () => {
  expect(
    parents([
      [1, 2, 3],
      [1, 0, 10],
      [2, 1, 9],
      [1, 2, 8],
      // Push/pop ranges of a thread do not overlap; where a file says so, the outer one is theirs.
      [1, 7, 9],
      [1, 10, 11],
      [1, 12, OPEN],
      [1, 13, 14],
    ]),
  ).toEqual([3, -1, -1, 1, 1, -1, -1, 6]);
});

test('of equal ranges the first is around the second; adjacent ones are beside each other', () => {
  expect(
    parents([
      [1, 0, 5],
      [1, 0, 5],
      [1, 5, 9],
      [1, 5, 5],
    ]),
  ).toEqual([-1, 0, -1, 2]);
});

test('start/end ranges are roots, and nothing is in them', () => {
  expect(
    parents([
      [1, 0, 9, startEnd],
      [1, 1, 8],
      [1, 2, 7, startEnd],
      [1, 3, 4],
    ]),
  ).toEqual([-1, -1, -1, 1]);
});
