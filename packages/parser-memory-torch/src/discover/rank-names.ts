import { torchErrors } from '../errors.js';

/** `rank3`, `rank_3`, `rank-3`, or a number that stands alone before the ending: `snapshot.3.pickle`. */
const RANKS = [/rank[_.-]?(\d{1,6})(?!\d)/i, /[._-](\d{1,6})\.[^.]+(?:\.gz|\.zst)?$/];

export interface GivenRank {
  readonly rank: number;
  readonly isRankNamed: boolean;
}

/** Gives ranks to files by their names. Two files never have the same one. */
export class RankNames {
  readonly #patterns: readonly RegExp[];
  readonly #taken = new Set<number>();

  /**
   * @param pattern a regular expression whose first group is the rank; null for the usual names
   * @throws RlInsightError when it is none, or has no group
   */
  constructor(pattern: string | null) {
    this.#patterns = pattern === null ? RANKS : [compiled(pattern)];
  }

  give(label: string): GivenRank {
    return this.giveAll([label])[0];
  }

  giveAll(labels: readonly string[]): GivenRank[] {
    const named = labels.map((label) => {
      const rank = this.#rankOf(label);
      if (rank === undefined || this.#taken.has(rank)) return undefined;
      this.#taken.add(rank);
      return { rank, isRankNamed: true };
    });
    return named.map((given) => given ?? { rank: this.#free(), isRankNamed: false });
  }

  #rankOf(label: string): number | undefined {
    for (const pattern of this.#patterns) {
      const digits = pattern.exec(label)?.[1];
      const rank = digits === undefined ? Number.NaN : Number(digits);
      if (Number.isInteger(rank) && rank >= 0 && rank < 2 ** 31) return rank;
    }
    return undefined;
  }

  #free(): number {
    let rank = 0;
    while (this.#taken.has(rank)) rank++;
    this.#taken.add(rank);
    return rank;
  }
}

function compiled(pattern: string): RegExp {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    throw torchErrors.rankPattern(pattern, `is no regular expression: ${(error as Error).message}`);
  }
  const groups = new RegExp(`${pattern}|`).exec('')?.length ?? 1;
  if (groups < 2) throw torchErrors.rankPattern(pattern, 'has no group');
  return expression;
}
