import { filtersText, type RankList } from '@rl-insight/core/config';

/** What a device is called where the file does not tell. */
export type DeviceKind = 'auto' | 'GPU' | 'NPU';

/** Which snapshots to read, and how. */
export interface SnapshotSelection {
  readonly ranks: RankList;
  /** See {@link GivenRank.role}. */
  readonly role: string | null;
  /** Files are read with all their steps: asking for one leaves nothing. */
  readonly step: number | null;
  readonly device: DeviceKind;
  /** A regular expression whose first group is the rank in a file's path; null for the usual names. */
  readonly rankPattern: string | null;
}

/** The filters as a person would say them, for messages. */
export function describeSelection({ ranks, role, step }: SnapshotSelection): string {
  const others = { 'memory.parser.role': role, 'memory.parser.step': step };
  return filtersText(ranks, others);
}
