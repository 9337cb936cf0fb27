import { badRankList } from './errors.js';

/** The value of `input.rank_list`: `all`, `0,3,8-15`, or ranks. */
export type RankList = string | readonly (number | bigint)[] | number;

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/;

/** A list of ranks as it is written on the command line. */
export function rankListText(ranks: RankList): string {
  return Array.isArray(ranks) ? ranks.join(',') : String(ranks);
}

/** Whether a list asks for all ranks. */
export function isAllRanks(ranks: RankList): boolean {
  return rankListText(ranks).trim().toLowerCase() === 'all';
}

/**
 * The ranks that a list asks for, as a test.
 *
 * @throws RlInsightError when the text is no list of ranks and ranges.
 */
export function rankTest(ranks: RankList): (rank: number) => boolean {
  if (isAllRanks(ranks)) return () => true;
  const text = rankListText(ranks);
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const match = RANGE.exec(part);
      if (match === null) throw badRankList(text, `“${part}” is no rank and no range`);
      const first = Number(match[1]);
      const last = Number(match[2] ?? match[1]);
      if (last < first) throw badRankList(text, `“${part}” ends before it begins`);
      return { first, last };
    });
  if (ranges.length === 0) throw badRankList(text, 'it names no rank');
  return (rank) => ranges.some(({ first, last }) => rank >= first && rank <= last);
}
