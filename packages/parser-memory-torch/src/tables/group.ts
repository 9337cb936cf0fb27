import {
  type CaptureInfo,
  GROUPS_KEY,
  type GroupInfo,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SEGMENTS,
  MEMORY_SUMMARY,
  type Notice,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { countersTable } from './counters.js';
import { failuresTable } from './failures.js';
import { ALLOCATOR, type OwnedDevice } from './owner.js';
import { rangesTable } from './ranges.js';
import { segmentsTable } from './segments.js';
import { summaryTable } from './summary.js';

/** The tables of a device, by contract, and what is known of it. */
export interface DeviceTables {
  readonly info: GroupInfo;
  readonly tables: Readonly<Record<string, Table>>;
}

export function deviceTables(owned: OwnedDevice, warnings: readonly Notice[]): DeviceTables {
  const { device, segments, ranges, rank, role, deviceType } = owned;
  const info: GroupInfo = {
    role,
    rank_id: rank,
    device_type: deviceType,
    captures: [captureInfo(owned)],
    warnings,
  };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const tables: Record<string, Table> = { [MEMORY_SUMMARY.name]: summaryTable(owned, metadata) };
  const counters = countersTable(owned, metadata);
  if (counters !== undefined) tables[MEMORY_COUNTERS.name] = counters;
  if (segments.rows.length > 0) tables[MEMORY_SEGMENTS.name] = segmentsTable(owned, metadata);
  if (ranges.length > 0) tables[MEMORY_RANGES.name] = rangesTable(owned, metadata);
  if (device.trace.failures.length > 0) {
    tables[MEMORY_FAILURES.name] = failuresTable(owned, metadata);
  }
  return { info, tables };
}

function captureInfo({ device, settled, originNs, unitNs, label }: OwnedDevice): CaptureInfo {
  const { trace, state } = device;
  const isWhole = state !== undefined && settled.startBytes === settled.knownBytes;
  return {
    sources: [label],
    start_ns: String(originNs),
    end_ns: String(originNs + BigInt(trace.endUs * unitNs)),
    step: null,
    time_basis: trace.hasTimes ? 'utc' : 'event_index',
    allocators: [
      {
        allocator: ALLOCATOR,
        start_live_bytes: settled.knownBytes,
        start_source: isWhole ? 'final_state' : settled.knownBytes > 0 ? 'releases' : 'none',
        pairing: 'address',
      },
    ],
  };
}
