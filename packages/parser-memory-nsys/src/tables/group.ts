import {
  type CaptureAllocator,
  type CaptureInfo,
  GROUPS_KEY,
  type GroupInfo,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SUMMARY,
  type Notice,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { ALLOCATORS } from '../events/memory-class.js';
import { countersTable } from './counters.js';
import { failuresTable } from './failures.js';
import type { OwnedGroup } from './owner.js';
import { rangesOf, rangesTable } from './ranges.js';
import { summaryTable } from './summary.js';

/** The tables of a group, by contract, and what is known of it. */
export interface GroupTables {
  readonly info: GroupInfo;
  readonly tables: Readonly<Record<string, Table>>;
}

/** Makes the tables of a group; once, since its columns become theirs. */
export function groupTables(owned: OwnedGroup, warnings: readonly Notice[]): GroupTables {
  const { group } = owned;
  const ranges = rangesOf(owned);
  const info: GroupInfo = {
    role: '',
    rank_id: owned.rank,
    device_type: group.device,
    captures: [captureInfo(owned, ranges)],
    warnings,
  };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const tables: Record<string, Table> = { [MEMORY_SUMMARY.name]: summaryTable(owned, metadata) };
  if (group.pools.samples > 0) tables[MEMORY_COUNTERS.name] = countersTable(owned, metadata);
  if (ranges.length > 0) tables[MEMORY_RANGES.name] = rangesTable(owned, ranges, metadata);
  if (group.failures.length > 0) tables[MEMORY_FAILURES.name] = failuresTable(owned, metadata);
  return { info, tables };
}

function captureInfo(owned: OwnedGroup, rows: Int32Array): CaptureInfo {
  const { events, group, originNs, isUtc, label } = owned;
  const { startNs, endNs } = events.ranges;
  let first = Math.min(orInfinity(group.startNs), orInfinity(group.failures[0]?.timeNs));
  let last = Math.max(group.endNs || 0, group.failures.at(-1)?.timeNs ?? 0);
  for (const row of rows) {
    first = Math.min(first, startNs[row]);
    last = Math.max(last, startNs[row], Number.isFinite(endNs[row]) ? endNs[row] : 0);
  }
  if (!Number.isFinite(first)) first = last;
  group.settleBefore(first);
  return {
    sources: [label],
    start_ns: String(originNs + BigInt(first)),
    end_ns: String(originNs + BigInt(last)),
    step: null,
    time_basis: isUtc ? 'utc' : 'local_clock',
    allocators: [...group.allocatorsMet]
      .map((allocator) => allocatorInfo(owned, allocator))
      .sort((a, b) => (a.allocator < b.allocator ? -1 : 1)),
  };
}

function orInfinity(timeNs: number | undefined): number {
  return timeNs === undefined || Number.isNaN(timeNs) ? Number.POSITIVE_INFINITY : timeNs;
}

function allocatorInfo({ group }: OwnedGroup, place: number): CaptureAllocator {
  const allocator = ALLOCATORS[place];
  const listed = group.beforeBytes[place] ?? 0;
  const released = group.unknownBytes[place] ?? 0;
  const base = { allocator, pairing: 'address' } as const;
  if (allocator === 'pool' && group.pools.samples > 0) {
    return { ...base, start_live_bytes: group.pools.startBytes, start_source: 'counters' };
  }
  if (listed > 0) {
    return { ...base, start_live_bytes: listed + released, start_source: 'final_state' };
  }
  return {
    ...base,
    start_live_bytes: released,
    start_source: released > 0 ? 'releases' : 'none',
  };
}
