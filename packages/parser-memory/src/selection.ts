import { parserErrors } from './errors.js';

/** Which captures to read. */
export interface CaptureSelection {
  /** `all`, `0,3,8-15`, or a list of ranks. */
  readonly ranks: string | readonly (number | bigint)[] | number;
  readonly role: string | null;
  readonly step: number | null;
}

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/;

/**
 * The ranks that a list asks for, as a test.
 *
 * @throws RlInsightError when the text is no list of ranks and ranges.
 */
export function rankTest(ranks: CaptureSelection['ranks']): (rank: number) => boolean {
  const text = Array.isArray(ranks) ? ranks.join(',') : String(ranks);
  if (text.trim().toLowerCase() === 'all') return () => true;
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const match = RANGE.exec(part);
      if (match === null) throw parserErrors.badRankList(text, `“${part}” is no rank and no range`);
      const first = Number(match[1]);
      const last = Number(match[2] ?? match[1]);
      if (last < first) throw parserErrors.badRankList(text, `“${part}” ends before it begins`);
      return { first, last };
    });
  if (ranges.length === 0) throw parserErrors.badRankList(text, 'it names no rank');
  return (rank) => ranges.some(({ first, last }) => rank >= first && rank <= last);
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: CaptureSelection): string {
  const parts: string[] = [];
  const text = Array.isArray(ranks) ? ranks.join(',') : String(ranks);
  if (text.toLowerCase() !== 'all') parts.push(`input.rank_list=${text}`);
  if (role !== null) parts.push(`memory.parser.role=${role}`);
  if (step !== null) parts.push(`memory.parser.step=${step}`);
  return parts.length === 0 ? 'no filter' : parts.join(' ');
}

/** Numbers as ranges, e.g. `0-3, 7`. */
export function asRanges(numbers: Iterable<number>): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const ranges: string[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i];
    while (sorted[i + 1] === sorted[i] + 1) i++;
    ranges.push(first === sorted[i] ? `${first}` : `${first}-${sorted[i]}`);
  }
  return ranges.join(', ');
}
