import { buildTable, MEMORY_FAILURES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { TraceFailure } from '../snapshot/trace.js';
import { RangeCursor } from '../snapshot/user-ranges.js';
import { dictionaryOf } from './codes.js';
import { moments, type OwnedDevice, ownerColumns } from './owner.js';

/** The `memory_failures` of a device. */
export function failuresTable(owned: OwnedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { failures } = owned.device.trace;
  const rows = failures.length;
  const int64 = (of: (failure: TraceFailure) => number) =>
    nullableInt64(Float64Array.from(failures, of));
  const cursor = new RangeCursor(owned.ranges);
  return buildTable(
    MEMORY_FAILURES,
    rows,
    {
      ...ownerColumns(owned, rows),
      time_ns: moments(
        owned,
        failures.map(({ timeUs }) => timeUs),
      ),
      seq: int64(({ seq }) => seq),
      requested_bytes: int64(({ requestedBytes }) => requestedBytes),
      device_free_bytes: int64(({ freeBytes }) => freeBytes),
      call_stack: dictionaryOf(
        Int32Array.from(failures, ({ stack }) => stack),
        owned.snapshot.callStacks.stacks.count,
        (stack) => owned.stackTexts.stack(stack),
      ),
      range_id: int64(({ timeUs }) => {
        const range = cursor.at(timeUs);
        return range < 0 ? Number.NaN : range;
      }),
    },
    metadata,
  );
}
