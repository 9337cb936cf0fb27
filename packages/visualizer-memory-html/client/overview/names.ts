import type { OverviewGroup } from '../../src/page-data/overview-format.js';
import { groupName } from '../text/group-name.js';

/** `actor_update · rank 3` */
export function nameOf({ role, rank }: Pick<OverviewGroup, 'role' | 'rank'>): string {
  return groupName({ role, rank_id: rank });
}

/** `+34 %` */
export function percent(share: number): string {
  const value = Math.round(share * 100);
  return `${value < 0 ? '−' : '+'}${Math.abs(value)} %`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The index with the largest value; undefined of none. */
export function indexOfLargest(
  indices: readonly number[],
  value: (index: number) => number,
): number | undefined {
  let best: number | undefined;
  for (const index of indices) if (best === undefined || value(index) > value(best)) best = index;
  return best;
}
