import {
  MEMORY_RANGES,
  type MemoryGroup,
  NO_RANGES,
  type Ranges,
  readRanges,
} from '@rl-insight/memory-contract';

/** The user ranges of a group, times counted from the group's origin. */
export function rangesOf({
  tables,
  allocations,
}: Pick<MemoryGroup, 'tables' | 'allocations'>): Ranges {
  const table = tables[MEMORY_RANGES.name];
  return table === undefined ? NO_RANGES : readRanges(table, allocations.originNs);
}
