import { expect, test } from 'vitest';
import { isAllRanks, type RankList, rankListText, rankTest } from './rank-list.js';

const RANKS = Array.from({ length: 12 }, (_, rank) => rank);

test.each<[RankList, number[], string]>([
  ['all', RANKS, 'all'],
  [' ALL ', RANKS, ' ALL '],
  ['3', [3], '3'],
  [3, [3], '3'],
  [[1, 4n], [1, 4], '1,4'],
  ['0, 2-4,,9-9', [0, 2, 3, 4, 9], '0, 2-4,,9-9'],
  ['2-4,3-5', [2, 3, 4, 5], '2-4,3-5'],
])('%s', (list, ranks, text) => {
  expect(RANKS.filter(rankTest(list))).toEqual(ranks);
  expect(rankListText(list)).toBe(text);
  expect(isAllRanks(list)).toBe(ranks === RANKS);
});

test.each<[RankList, string]>([
  ['', 'it names no rank'],
  [',', 'it names no rank'],
  [[], 'it names no rank'],
  ['x', '“x” is no rank and no range'],
  ['0,1-', '“1-” is no rank and no range'],
  ['-1', '“-1” is no rank and no range'],
  [1.5, '“1.5” is no rank and no range'],
  ['1234567890', '“1234567890” is no rank and no range'],
  ['3-1', '“3-1” ends before it begins'],
])('%j is no list of ranks', (list, problem) => {
  expect(() => rankTest(list)).toThrow(
    expect.objectContaining({
      code: 'rank-list',
      exitCode: 2,
      message: `input.rank_list=${rankListText(list)}: ${problem}.`,
    }),
  );
});
