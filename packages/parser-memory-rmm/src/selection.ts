import { rmmErrors } from './errors.js';

/** Which logs to read. */
export interface LogSelection {
  /** `all`, `0,3,8-15`, or a list of ranks. */
  readonly ranks: string | readonly (number | bigint)[] | number;
  /** No log has roles or steps: asking for one leaves nothing. */
  readonly role: string | null;
  readonly step: number | null;
}

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/;

function ranksText(ranks: LogSelection['ranks']): string {
  return Array.isArray(ranks) ? ranks.join(',') : String(ranks);
}

/**
 * The ranks that a list asks for, as a test.
 *
 * @throws RlInsightError when the text is no list of ranks and ranges.
 */
export function rankTest(ranks: LogSelection['ranks']): (rank: number) => boolean {
  const text = ranksText(ranks);
  if (text.trim().toLowerCase() === 'all') return () => true;
  const parts = text.split(',').map((part) => part.trim());
  const ranges = parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, first, last] = RANGE.exec(part) ?? [];
      if (first === undefined) {
        throw rmmErrors.badRankList(text, `“${part}” is no rank and no range`);
      }
      const range = { first: Number(first), last: Number(last ?? first) };
      if (range.last < range.first) {
        throw rmmErrors.badRankList(text, `“${part}” ends before it begins`);
      }
      return range;
    });
  if (ranges.length === 0) throw rmmErrors.badRankList(text, 'it names no rank');
  return (rank) => ranges.some(({ first, last }) => rank >= first && rank <= last);
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: LogSelection): string {
  const text = ranksText(ranks);
  return [
    ...(text.toLowerCase() === 'all' ? [] : [`input.rank_list=${text}`]),
    ...(role === null ? [] : [`memory.parser.role=${role}`]),
    ...(step === null ? [] : [`memory.parser.step=${step}`]),
  ].join(' ');
}
