import { describe, expect, test } from 'vitest';
import { RankNames, rolesAndRanks } from './rank-names.js';

const given = (labels: readonly string[], pattern: string | null = null) =>
  new RankNames(pattern)
    .giveAll(labels.map((label) => ({ label })))
    .map(({ rank, role, isRankNamed }) => [rank, role, isRankNamed]);

describe('ranks by names', () => {
  test('as they are usually written; others are numbered after them', () => {
    expect(
      given(['rank_3/snapshot.pickle', 'mem.1.pickle.zst', 'worker.pickle', 'Rank0.json.gz']),
    ).toEqual([
      [3, '', true],
      [1, '', true],
      [2, '', false],
      [0, '', true],
    ]);
  });

  test('several files of a rank have roles by what else is in their names', () => {
    expect(
      given([
        'actor/rank_0.pickle',
        'critic/rank_0.pickle',
        'critic/rank_1.pickle.gz',
        'rank1_step10.pt.trace.json',
        'rank1.pickle',
        'actor_rank2-iter5.pickle',
      ]),
    ).toEqual([
      [0, 'actor', true],
      [0, 'critic', true],
      [1, 'critic', true],
      [1, 'step10', true],
      [1, '', true],
      [2, 'actor_iter5', true],
    ]);
  });

  test('what nothing tells apart has its whole name', () => {
    expect(given(['rank0.pickle', 'rank0.pickle.gz', 'rank1.pickle'])).toEqual([
      [0, 'rank0.pickle', true],
      [0, 'rank0.pickle.gz', true],
      [1, '', true],
    ]);
  });

  test('by a pattern of somebody, which comes before what a file tells', () => {
    expect(given(['w7/rank1.pickle', 'w8/rank1.pickle'], 'w(\\d+)')).toEqual([
      [7, '', true],
      [8, '', true],
    ]);
    const files = [
      { label: 'rank1.json', rank: 4 },
      { label: 'rank2.json', rank: null },
    ];
    const ranksBy = (pattern: string | null) =>
      new RankNames(pattern).giveAll(files).map(({ rank }) => rank);
    expect(ranksBy(null)).toEqual([4, 2]);
    expect(ranksBy('rank(\\d+)')).toEqual([1, 2]);
  });

  test('files that tell one rank themselves', () => {
    const files = ['host_12.1699.pt.trace.json', 'host_13.1700.pt.trace.json'];
    const ranks = new RankNames(null).giveAll(files.map((label) => ({ label, rank: 3 })));
    expect(ranks.map(({ rank, role }) => [rank, role])).toEqual([
      [3, 'host_12.1699'],
      [3, 'host_13.1700'],
    ]);
    expect(rolesAndRanks(ranks)).toBe('roles host_12.1699, host_13.1700, ranks 3');
  });
});
