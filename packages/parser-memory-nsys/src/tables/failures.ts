import { buildTable, MEMORY_FAILURES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { moments } from './moments.js';
import { type OwnedGroup, ownerColumns } from './owner.js';

/** The `memory_failures` of a group. How much was asked for, and what was free, no export tells. */
export function failuresTable(owned: OwnedGroup, metadata: ReadonlyMap<string, string>): Table {
  const { events, processId } = owned;
  const { failures } = owned.group;
  const rows = failures.length;
  const int64 = (of: (failure: (typeof failures)[number]) => number) =>
    nullableInt64(Float64Array.from(failures, of));
  const orNull = (place: number) => (place < 0 ? Number.NaN : place);
  return buildTable(
    MEMORY_FAILURES,
    rows,
    {
      ...ownerColumns(owned, rows),
      time_ns: moments(
        owned.originNs,
        failures.map(({ timeNs }) => timeNs),
      ),
      process_id: int64(() => processId ?? Number.NaN),
      thread_id: int64(({ thread }) => events.exported.threads[thread]?.threadId ?? Number.NaN),
      seq: int64(({ seq }) => seq),
      requested_bytes: int64(() => Number.NaN),
      device_free_bytes: int64(() => Number.NaN),
      call_stack: {
        codes: Int32Array.from(failures, ({ stack }) => stack),
        values: events.calls.stacks.values,
      },
      ...(events.ranges.rows === 0 ? {} : { range_id: int64(({ range }) => orNull(range)) }),
    },
    metadata,
  );
}
