import { buildTable, MEMORY_COUNTERS, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { moments } from './moments.js';
import { type OwnedGroup, ownerColumns } from './owner.js';

/** The `memory_counters` of a group: what its stream-ordered pools hold and have handed out. */
export function countersTable(owned: OwnedGroup, metadata: ReadonlyMap<string, string>): Table {
  const { pools } = owned.group;
  const rows = pools.samples;
  return buildTable(
    MEMORY_COUNTERS,
    rows,
    {
      ...ownerColumns(owned, rows),
      capture_id: { values: new Int32Array(rows) },
      time_ns: moments(owned.originNs, pools.timeNs.subarray(0, rows)),
      component: { codes: new Int32Array(rows), values: ['pool'] },
      allocated_bytes: nullableInt64(pools.usedBytes.subarray(0, rows)),
      reserved_bytes: nullableInt64(pools.heldBytes.subarray(0, rows)),
    },
    metadata,
  );
}
