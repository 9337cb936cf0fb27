import { filtersText, type RankList } from '@rl-insight/core/config';

/** Which processes of an export to read. */
export interface NsysSelection {
  readonly ranks: RankList;
  /** No export has roles or steps: asking for one leaves nothing. */
  readonly role: string | null;
  readonly step: number | null;
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: NsysSelection): string {
  const others = { 'memory.parser.role': role, 'memory.parser.step': step };
  return filtersText(ranks, others);
}
