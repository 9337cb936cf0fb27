import {
  type CaptureInfo,
  GROUPS_KEY,
  type GroupInfo,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SUMMARY,
  type Notice,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { BlockSink } from '../pairing/block-sink.js';
import type { LogEvents } from '../pairing/log-events.js';
import type { JoinedRanges } from '../ranges/join-ranges.js';
import { failuresTable } from './failures.js';
import { rangesTable } from './ranges.js';
import { summaryTable } from './summary.js';

/** Who the events of a log are of. */
export interface LogOwner {
  readonly rank: number;
  /** E.g. `GPU:0`. */
  readonly device: string;
  /** The file, as messages name it. */
  readonly label: string;
}

/** Who manages the blocks. */
export const ALLOCATOR = 'RMM';

function captureInfo(events: LogEvents, label: string): CaptureInfo {
  const { startNs, endNs, unknownBytes, hasTimes } = events;
  return {
    sources: [label],
    start_ns: String(startNs),
    end_ns: String(endNs),
    step: null,
    time_basis: hasTimes ? 'local_clock' : 'event_index',
    allocators: [
      {
        allocator: ALLOCATOR,
        start_live_bytes: unknownBytes,
        start_source: unknownBytes > 0 ? 'releases' : 'none',
        pairing: 'address',
      },
    ],
  };
}

/** Who the events are of, and what is known of them once all are there. */
export function groupInfo(
  events: LogEvents,
  { rank, device, label }: LogOwner,
  warnings: readonly Notice[],
): GroupInfo {
  return {
    role: '',
    rank_id: rank,
    device_type: device,
    captures: [captureInfo(events, label)],
    warnings,
  };
}

/**
 * The tables of a log that has events, by contract: `memory_failures` where an allocation failed,
 * `memory_ranges` where ranges of the run are joined.
 */
export function groupTables(
  events: LogEvents<BlockSink>,
  owner: LogOwner,
  info: GroupInfo,
  joined: JoinedRanges | undefined,
): Record<string, Table> {
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const tables: Record<string, Table> = {
    [MEMORY_SUMMARY.name]: summaryTable(events, owner, joined, metadata),
  };
  if (events.sink.failures.length > 0) {
    tables[MEMORY_FAILURES.name] = failuresTable(events, owner, metadata);
  }
  if (joined !== undefined) tables[MEMORY_RANGES.name] = rangesTable(joined, owner, metadata);
  return tables;
}
