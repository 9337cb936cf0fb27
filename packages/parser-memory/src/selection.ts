import { filtersText, type RankList } from '@rl-insight/core/config';

/** Which captures to read. */
export interface CaptureSelection {
  readonly ranks: RankList;
  readonly role: string | null;
  readonly step: number | null;
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: CaptureSelection): string {
  const others = { 'memory.parser.role': role, 'memory.parser.step': step };
  return filtersText(ranks, others) || 'no filter';
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
