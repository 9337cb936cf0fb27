import { isAllRanks, type RankList, rankListText } from '@rl-insight/core/config';

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
  return [
    ...(isAllRanks(ranks) ? [] : [`input.rank_list=${rankListText(ranks)}`]),
    ...(role === null ? [] : [`memory.parser.role=${role}`]),
    ...(step === null ? [] : [`memory.parser.step=${step}`]),
  ].join(' ');
}
