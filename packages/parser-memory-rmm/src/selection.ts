import { filtersText, type RankList } from '@rl-insight/core/config';

/** Which logs to read. */
export interface LogSelection {
  readonly ranks: RankList;
  /** No log has roles or steps: asking for one leaves nothing. */
  readonly role: string | null;
  readonly step: number | null;
  /** Export of Nsight Systems of the same run, which has its user ranges; null without. */
  readonly ranges: string | null;
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: LogSelection): string {
  const others = { 'memory.parser.role': role, 'memory.parser.step': step };
  return filtersText(ranks, others);
}
