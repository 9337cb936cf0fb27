import {
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
import { countersTable, failuresTable, rangesTable } from './event-tables.js';
import { startLevel } from './start-level.js';
import { summaryTable } from './summary-table.js';
import { allocatorOf, type TracedDevice } from './traced-device.js';

export interface TracedTables {
  readonly info: GroupInfo;
  readonly tables: Readonly<Record<string, Table>>;
}

/** The tables of a device, by contract, and what is known of it. */
export function tracedTables(device: TracedDevice, warnings: readonly Notice[]): TracedTables {
  const { rank, role, deviceType, ranges, events } = device;
  const captures = [captureInfo(device)];
  const info: GroupInfo = { role, rank_id: rank, device_type: deviceType, captures, warnings };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const tables: Record<string, Table> = { [MEMORY_SUMMARY.name]: summaryTable(device, metadata) };
  if (events.hasTotals && events.rows.length > 0) {
    tables[MEMORY_COUNTERS.name] = countersTable(device, metadata);
  }
  if (ranges.rows.length > 0) tables[MEMORY_RANGES.name] = rangesTable(device, metadata);
  if (events.failures.length > 0) tables[MEMORY_FAILURES.name] = failuresTable(device, metadata);
  return { info, tables };
}

function captureInfo(device: TracedDevice): CaptureInfo {
  const { data, events, label } = device;
  const { timeNs } = data.memory;
  const [first, last] = [
    events.rows.at(0) ?? events.failures[0],
    events.rows.at(-1) ?? events.failures.at(-1),
  ];
  const at = (row: number | undefined) => String(data.originNs + BigInt(timeNs[row ?? 0] ?? 0));
  return {
    sources: [label],
    start_ns: at(first),
    end_ns: at(last),
    step: null,
    time_basis: 'utc',
    allocators: [
      {
        allocator: allocatorOf(device),
        ...startLevel(data.memory, events, device.paired),
        pairing: events.hasAddresses ? 'address' : 'none',
      },
    ],
  };
}
