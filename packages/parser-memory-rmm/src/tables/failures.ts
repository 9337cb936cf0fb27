import { buildTable, MEMORY_FAILURES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { BlockSink } from '../pairing/block-sink.js';
import type { LogEvents } from '../pairing/log-events.js';
import type { LogOwner } from './group.js';

/** The `memory_failures` of a log. */
export function failuresTable(
  { sink: { failures }, hasThreads }: LogEvents<BlockSink>,
  { rank, device }: LogOwner,
  metadata: ReadonlyMap<string, string>,
): Table {
  const rows = failures.length;
  const int64 = (of: (failure: (typeof failures)[number]) => number) =>
    nullableInt64(Float64Array.from(failures, of));
  return buildTable(
    MEMORY_FAILURES,
    rows,
    {
      role: { codes: new Int32Array(rows), values: [''] },
      rank_id: { values: new Int32Array(rows).fill(rank) },
      device_type: { codes: new Int32Array(rows), values: [device] },
      time_ns: { values: BigInt64Array.from(failures, ({ timeNs }) => BigInt(timeNs)) },
      ...(hasThreads ? { thread_id: int64(({ threadId }) => threadId) } : {}),
      seq: int64(({ seq }) => seq),
      requested_bytes: int64(({ requestedBytes }) => requestedBytes),
    },
    metadata,
  );
}
