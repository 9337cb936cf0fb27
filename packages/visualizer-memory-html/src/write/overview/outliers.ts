import type { GroupInfo } from '@rl-insight/memory-contract';
import { outlierRanks, parallelGroupsOf } from '@rl-insight/memory-model';
import type { OverviewOutlier } from '../../page-data/overview-format.js';

/** A group and its peak. */
export interface GroupPeak {
  readonly info: GroupInfo;
  readonly peakBytes: number;
}

/** By group, in their order; null for those that are like the others. */
export function outliersOf(groups: readonly GroupPeak[]): (OverviewOutlier | null)[] {
  const peaks = groups.map(({ info: { role, rank_id, device_type }, peakBytes }) => ({
    role,
    rank_id,
    device_type,
    peak: { live_bytes: peakBytes },
  }));
  const found = new Map<string, OverviewOutlier>();
  for (const outlier of outlierRanks(peaks, parallelGroupsOf(groups.map(({ info }) => info)))) {
    const { deviation, median_peak_bytes: medianBytes, parallel_group: parallelGroup } = outlier;
    const key = keyOf(outlier.role ?? '', outlier.rank_id, outlier.device_type);
    found.set(key, { deviation, medianBytes, parallelGroup });
  }
  return groups.map(
    ({ info }) => found.get(keyOf(info.role, info.rank_id, info.device_type)) ?? null,
  );
}

function keyOf(role: string, rank: number, device: string): string {
  return JSON.stringify([role, rank, device]);
}
