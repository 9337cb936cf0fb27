import type { GroupInfo } from '@rl-insight/memory-contract';
import { outlierRanks } from '@rl-insight/memory-model';
import { isHostMemory } from '../../page-data/host-memory.js';
import type { OverviewOutlier } from '../../page-data/overview-format.js';

/** A group and its peak. */
export interface GroupPeak {
  readonly info: GroupInfo;
  readonly peakBytes: number;
}

/** Dimensions of parallelism whose ranks hold alike; stages of a pipeline, for one, do not. */
const ALIKE = new Set(['dp', 'edp', 'tp', 'etp', 'cp', 'sp', 'usp', 'ep', 'exp']);

/** By group, in their order; null for those that are like the others. Host memory is compared apart. */
export function outliersOf(groups: readonly GroupPeak[]): (OverviewOutlier | null)[] {
  const found = new Map<string, OverviewOutlier>();
  const kinds = [false, true].map((host) =>
    groups.filter(({ info }) => isHostMemory(info.device_type) === host),
  );
  for (const kind of kinds) {
    const { ranks, names } = alikeRanks(kind);
    const peaks = kind.map(({ info: { role, rank_id, device_type }, peakBytes }) => ({
      role,
      rank_id,
      device_type,
      peak: { live_bytes: peakBytes },
    }));
    for (const outlier of outlierRanks(peaks, ranks)) {
      const key = keyOf(outlier.role ?? '', outlier.rank_id, outlier.device_type);
      // Those farthest off come first: of several parallel groups, that one is told.
      if (found.has(key)) continue;
      const { deviation, median_peak_bytes, parallel_group } = outlier;
      const parallelGroup = parallel_group === null ? null : (names.get(parallel_group) ?? null);
      found.set(key, { deviation, medianBytes: median_peak_bytes, parallelGroup });
    }
  }
  return groups.map(
    ({ info }) => found.get(keyOf(info.role, info.rank_id, info.device_type)) ?? null,
  );
}

/** Each rank names the parallel groups that it is in: groups of one name differ between ranks. */
function alikeRanks(groups: readonly GroupPeak[]) {
  const ranks: Record<string, readonly number[]> = {};
  const names = new Map<string, string>();
  for (const { info } of groups) {
    for (const [name, members] of Object.entries(info.parallel_groups ?? {})) {
      if (!holdAlike(name)) continue;
      const key = `${name} ${members.join()}`;
      ranks[key] = members;
      names.set(key, name);
    }
  }
  return { ranks, names };
}

function holdAlike(name: string): boolean {
  const parts = name
    .replace(/ \(.*\)$/, '')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.every((part) => ALIKE.has(part));
}

function keyOf(role: string, rank: number, device: string): string {
  return JSON.stringify([role, rank, device]);
}
