import type { OverviewGroup } from '../../src/page-data/overview-format.js';

type Named = Pick<OverviewGroup, 'role' | 'rank' | 'device'>;

const RANKS = /^(?:rank)?(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*),?$/i;

/** What a person typed to find groups: each word is ranks (`7`, `0,3,8-15`) or part of a name. */
export function finder(query: string): (group: Named) => boolean {
  const tests = query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '' && word.toLowerCase() !== 'rank')
    .map(wordTest);
  return (group) => tests.every((test) => test(group));
}

function wordTest(word: string): (group: Named) => boolean {
  const ranks = RANKS.exec(word)?.[1];
  if (ranks !== undefined) {
    const spans = ranks.split(',').map((span) => {
      const [from, to = from] = span.split('-').map(Number);
      return { from: Math.min(from, to), to: Math.max(from, to) };
    });
    return ({ rank }) => spans.some(({ from, to }) => from <= rank && rank <= to);
  }
  const wanted = word.toLowerCase();
  return ({ role, device }) => `${role} ${device}`.toLowerCase().includes(wanted);
}
