import { isAllRanks, type RankList, rankListText } from './rank-list.js';

/**
 * Filters as a person would write them, for messages: those that are set, `key=value` each. The list
 * of ranks is one of them; null, and all ranks, is no filter.
 */
export function filtersText(
  ranks: RankList,
  others: Readonly<Record<string, string | number | null>>,
): string {
  const set = Object.entries(others).filter(([, value]) => value !== null);
  return [
    ...(isAllRanks(ranks) ? [] : [`input.rank_list=${rankListText(ranks)}`]),
    ...set.map(([key, value]) => `${key}=${value}`),
  ].join(' ');
}
