import { torchErrors } from '../errors.js';

/** `rank3`, `rank_3`, `rank-3`, or a number that stands alone before the ending: `snapshot.3.pickle`. */
const RANKS = [/rank[_.-]?(\d{1,6})(?!\d)/i, /[._-](\d{1,6})\.[^.]+(?:\.gz|\.zst)?$/];

/** Endings that say nothing of who wrote a file. */
const ENDINGS = /(?:\.(?:pickle|pkl|json|trace|pt|gz|zst))+$/i;

/** A file, as messages name it, and the rank that it tells itself. */
export interface NamedFile {
  readonly label: string;
  /** Null or undefined where it tells none. */
  readonly rank?: number | null;
}

export interface GivenRank {
  readonly rank: number;
  /** Whether the file or its name tells the rank; else the next that is free was taken. */
  readonly isRankNamed: boolean;
  /** What else tells files of one rank apart; '' where no two have the same rank. */
  readonly role: string;
}

interface FoundRank {
  readonly rank: number;
  /** What of the name says so; undefined where the file does. */
  readonly match: RegExpExecArray | undefined;
}

/**
 * Gives ranks to files by their names. Several files of one rank are of several roles, by what else is
 * in their names: `actor/rank0.pickle` and `critic/rank0.pickle`, `rank0_step10.pickle`.
 */
export class RankNames {
  readonly #patterns: readonly RegExp[];
  readonly #isGiven: boolean;

  /**
   * @param pattern a regular expression whose first group is the rank; null for the usual names
   * @throws RlInsightError when it is none, or has no group
   */
  constructor(pattern: string | null) {
    this.#patterns = pattern === null ? RANKS : [compiled(pattern)];
    this.#isGiven = pattern !== null;
  }

  give(file: NamedFile): GivenRank {
    return this.giveAll([file])[0];
  }

  giveAll(files: readonly NamedFile[]): GivenRank[] {
    const found = files.map((file) => this.#rankOf(file));
    const taken = new Set(found.flatMap((own) => own?.rank ?? []));
    const named = found.filter((own) => own !== undefined).length;
    const roles = files.map(({ label }, i) => (taken.size < named ? roleOf(label, found[i]) : ''));
    const free = () => {
      let rank = 0;
      while (taken.has(rank)) rank++;
      taken.add(rank);
      return rank;
    };
    const given = found.map((own, i) => ({
      rank: own?.rank ?? free(),
      isRankNamed: own !== undefined,
      role: roles[i],
    }));
    return given.map((own, i) => {
      const isTwin = given.some(
        (other) => other !== own && other.rank === own.rank && other.role === own.role,
      );
      return isTwin ? { ...own, role: files[i].label } : own;
    });
  }

  /** What somebody says of names comes first, then the file, then the usual names. */
  #rankOf({ label, rank }: NamedFile): FoundRank | undefined {
    const named = this.#named(label);
    if (named !== undefined && (this.#isGiven || rank === undefined || rank === null)) return named;
    if (rank === undefined || rank === null) return undefined;
    return { rank, match: named?.rank === rank ? named.match : undefined };
  }

  #named(label: string): FoundRank | undefined {
    for (const pattern of this.#patterns) {
      const match = pattern.exec(label);
      const rank = match?.[1] === undefined ? Number.NaN : Number(match[1]);
      if (match !== null && Number.isInteger(rank) && rank >= 0 && rank < 2 ** 31) {
        return { rank, match };
      }
    }
    return undefined;
  }
}

/** Which there are, for messages. */
export function rolesAndRanks(files: readonly GivenRank[]): string {
  const roles = [...new Set(files.map(({ role }) => role))].filter((role) => role !== '');
  const ranks = [...new Set(files.map(({ rank }) => rank))].join(', ');
  return roles.length === 0 ? `ranks ${ranks}` : `roles ${roles.join(', ')}, ranks ${ranks}`;
}

/** In order of ranks, then of roles. */
export function byRank(a: GivenRank, b: GivenRank): number {
  return a.rank - b.rank || (a.role < b.role ? -1 : a.role > b.role ? 1 : 0);
}

/** What is left of a name without its rank and ending. */
function roleOf(label: string, found: FoundRank | undefined): string {
  const match = found?.match;
  const rest =
    match === undefined
      ? label
      : `${label.slice(0, match.index)}_${label.slice(match.index + match[0].length)}`;
  return rest
    .replace(ENDINGS, '')
    .split(/[/\\]/)
    .map((part) => part.replaceAll(/[._-]{2,}/g, '_').replaceAll(/^[._-]+|[._-]+$/g, ''))
    .filter((part) => part !== '')
    .join('/');
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
