import type { GroupReport } from './report-types.js';

/** A rank whose peak is off that of the ranks which compute alike. */
export interface OutlierRank {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
  /** Name of the parallel group that it was compared in; null: all ranks of its role. */
  readonly parallel_group: string | null;
  readonly peak_live_bytes: number;
  readonly median_peak_bytes: number;
  /** Share of the median that it is off, with its sign. */
  readonly deviation: number;
}

/** What of a group's report is compared. */
export type GroupPeak = Pick<GroupReport, 'role' | 'rank_id' | 'device_type'> & {
  readonly peak: Pick<GroupReport['peak'], 'live_bytes'>;
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Ranks whose peak is off the median of their parallel group, or of all ranks of their role where
 * none is known, by more than `share` of it. It takes at least three ranks to tell. The farthest off
 * first. O(n log n).
 *
 * @param parallelGroups ranks by the name of their group, as the profiler's metadata has it.
 */
export function outlierRanks(
  groups: readonly GroupPeak[],
  parallelGroups: Readonly<Record<string, readonly number[]>> = {},
  share = 0.1,
): OutlierRank[] {
  const roles = [...new Set(groups.map(({ role }) => role))];
  const found = roles.flatMap((role) => {
    const own = groups.filter((group) => group.role === role);
    const named = Object.entries(parallelGroups).map(
      ([name, ranks]) =>
        [name, own.filter(({ rank_id }) => ranks.includes(rank_id))] as [
          string | null,
          GroupPeak[],
        ],
    );
    const compared = named.filter(([, members]) => members.length >= 3);
    const sets = compared.length > 0 ? compared : [[null, own] as [null, GroupPeak[]]];
    return sets.flatMap(([name, members]) => offMedian(name, members, share));
  });
  return found.sort(
    (a, b) => Math.abs(b.deviation) - Math.abs(a.deviation) || a.rank_id - b.rank_id,
  );
}

function offMedian(
  name: string | null,
  members: readonly GroupPeak[],
  share: number,
): OutlierRank[] {
  if (members.length < 3) return [];
  const middle = median(members.map(({ peak }) => peak.live_bytes));
  return members.flatMap(({ role, rank_id, device_type, peak }): OutlierRank[] => {
    const deviation = middle === 0 ? 0 : (peak.live_bytes - middle) / middle;
    if (Math.abs(deviation) <= share) return [];
    return [
      {
        role,
        rank_id,
        device_type,
        parallel_group: name,
        peak_live_bytes: peak.live_bytes,
        median_peak_bytes: middle,
        deviation,
      },
    ];
  });
}
