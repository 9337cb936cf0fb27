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

test('a range is in the last one of its thread that is open when it begins', () => {
  expect(
    parents([
      [1, 2, 3],
      [1, 0, 10],
      [2, 1, 9],
      [1, 2, 8],
      // Of another domain it may outlive the one that it was pushed in.
      [1, 7, 9],
      [1, 10, 11],
      [1, 12, OPEN],
      [1, 13, 14],
    ]),
  ).toEqual([3, -1, -1, 1, 3, -1, -1, 6]);
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

test('ranges of no thread are roots, and many that never end cost no more than others', () => {
  expect(
    parents([
      [-1, 0, 9],
      [-1, 1, 8],
    ]),
  ).toEqual([-1, -1]);
  const many = parents(Array.from({ length: 200_000 }, (_, i) => [1, i, OPEN] as const));
  expect(many.every((parent, i) => parent === i - 1)).toBe(true);
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
