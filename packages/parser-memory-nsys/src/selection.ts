import { isAllRanks, type RankList, rankListText } from '@rl-insight/core/config';

/** Which processes of an export to read. */
export interface NsysSelection {
  readonly ranks: RankList;
  /** No export has roles or steps: asking for one leaves nothing. */
  readonly role: string | null;
  readonly step: number | null;
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: NsysSelection): string {
  return [
    ...(isAllRanks(ranks) ? [] : [`input.rank_list=${rankListText(ranks)}`]),
    ...(role === null ? [] : [`memory.parser.role=${role}`]),
    ...(step === null ? [] : [`memory.parser.step=${step}`]),
  ].join(' ');
}
