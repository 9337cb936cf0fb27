import type { GroupInfo } from '@rl-insight/memory-contract';
import type { GroupReport } from './report-types.js';

/** Ranks that compute alike, as the profiler's metadata has them. */
export interface ParallelGroup {
  readonly name: string;
  readonly ranks: readonly number[];
}

/** A rank whose peak is off that of the ranks which compute alike. */
export interface OutlierRank {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
  /** Name of the parallel group that it was compared in; null: all ranks of its role. */
  readonly parallel_group: string | null;
  /** How many ranks were compared there, itself included. */
  readonly compared_ranks: number;
  readonly peak_live_bytes: number;
  readonly median_peak_bytes: number;
  /** Share of the median that it is off, with its sign. */
  readonly deviation: number;
}

/** What of a report is compared. */
export type RankPeak = Pick<GroupReport, 'role' | 'rank_id' | 'device_type'> & {
  readonly peak: Pick<GroupReport['peak'], 'live_bytes'>;
};

/** Fewer do not tell which of them is off. */
export const RANKS_TO_COMPARE = 3;
/** Share of the median that a peak may be off. */
export const OUTLIER_SHARE = 0.1;

/** A set of ranks that are compared with each other. */
interface Peers {
  readonly name: string | null;
  readonly members: readonly RankPeak[];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Dimensions of parallelism whose ranks hold alike; stages of a pipeline, for one, do not. */
const ALIKE = new Set(['dp', 'edp', 'tp', 'etp', 'cp', 'sp', 'usp', 'ep', 'exp']);

/** Whether all parts of a name, such as `dp-cp`, are such dimensions. */
function holdAlike(name: string): boolean {
  const parts = name
    .replace(/ \(.*\)$/, '')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.every((part) => ALIKE.has(part));
}

/**
 * The parallel groups that tables know of whose ranks hold alike, each once: every rank names its
 * own.
 */
export function parallelGroupsOf(
  infos: readonly Pick<GroupInfo, 'parallel_groups'>[],
): ParallelGroup[] {
  const known = new Map<string, ParallelGroup>();
  for (const { parallel_groups } of infos) {
    for (const [name, ranks] of Object.entries(parallel_groups ?? {})) {
      if (holdAlike(name)) known.set(`${name} ${ranks}`, { name, ranks });
    }
  }
  return [...known.values()];
}

/** A device's memory is not to be compared with the host's: `NPU:3` is an `NPU`. */
function deviceKind(device: string): string {
  return device.split(':', 1)[0];
}

/** A rank may be there twice: with several devices, or of two runs that are read together. */
function distinctRanks(members: readonly RankPeak[]): number {
  return new Set(members.map(({ rank_id }) => rank_id)).size;
}

/** With whom each rank is compared: its smallest parallel group, else all ranks of its role. */
function peersOf(
  ranks: readonly RankPeak[],
  groups: readonly ParallelGroup[],
): Map<RankPeak, Peers> {
  const kindOf = ({ role, device_type }: RankPeak) => `${deviceKind(device_type)} ${role ?? ''}`;
  const found = new Map<RankPeak, Peers>();
  for (const kind of new Set(ranks.map(kindOf))) {
    const own = ranks.filter((rank) => kindOf(rank) === kind);
    const sets = groups
      .map(
        (group): Peers => ({
          name: group.name,
          members: own.filter(({ rank_id }) => group.ranks.includes(rank_id)),
        }),
      )
      .concat({ name: null, members: own })
      .filter(({ members }) => distinctRanks(members) >= RANKS_TO_COMPARE)
      .sort((a, b) => a.members.length - b.members.length);
    for (const rank of own) {
      const peers = sets.find(({ members }) => members.includes(rank));
      if (peers !== undefined) found.set(rank, peers);
    }
  }
  return found;
}

/** How many ranks have others to be compared with. */
export function comparableRanks(
  ranks: readonly RankPeak[],
  groups: readonly ParallelGroup[] = [],
): number {
  return peersOf(ranks, groups).size;
}

/**
 * Ranks whose peak is off the median of those that compute alike by more than `share` of it. A rank
 * is compared within the smallest of its parallel groups that has three ranks at hand, where none has
 * with all ranks of its role. The farthest off first. O(r (g + log r)) for r ranks and g groups.
 */
export function outlierRanks(
  ranks: readonly RankPeak[],
  groups: readonly ParallelGroup[] = [],
  share = OUTLIER_SHARE,
): OutlierRank[] {
  const medians = new Map<Peers, number>();
  const found: OutlierRank[] = [];
  for (const [{ role, rank_id, device_type, peak }, peers] of peersOf(ranks, groups)) {
    const middle =
      medians.get(peers) ?? median(peers.members.map((member) => member.peak.live_bytes));
    medians.set(peers, middle);
    const deviation = middle === 0 ? 0 : (peak.live_bytes - middle) / middle;
    if (Math.abs(deviation) <= share) continue;
    found.push({
      role,
      rank_id,
      device_type,
      parallel_group: peers.name,
      compared_ranks: peers.members.length,
      peak_live_bytes: peak.live_bytes,
      median_peak_bytes: middle,
      deviation,
    });
  }
  return found.sort(
    (a, b) => Math.abs(b.deviation) - Math.abs(a.deviation) || a.rank_id - b.rank_id,
  );
}
