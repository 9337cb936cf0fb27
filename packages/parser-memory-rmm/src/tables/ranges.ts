import { buildTable, MEMORY_RANGES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { type JoinedRanges, startOnLog } from '../ranges/join-ranges.js';
import type { LogOwner } from './group.js';

/** The `memory_ranges` of a log, in order of their begin, on the log's clock. */
export function rangesTable(
  joined: JoinedRanges,
  { rank, device }: LogOwner,
  metadata: ReadonlyMap<string, string>,
): Table {
  const { run, processId, rows, shiftNs } = joined;
  const count = rows.length;
  const same = (value: string) => ({ codes: new Int32Array(count), values: [value] });
  const int64 = (of: (row: number) => number) => nullableInt64(Float64Array.from(rows, of));
  const idOf = new Map([...rows].map((row, id) => [row, id]));
  return buildTable(
    MEMORY_RANGES,
    count,
    {
      range_id: int64((row) => idOf.get(row) as number),
      name: { codes: rows.map((row) => run.name.codes[row]), values: run.name.values },
      kind: same('nvtx'),
      start_ns: int64((row) => startOnLog(joined, row)),
      end_ns: int64((row) => {
        const end = run.endNs[row];
        return end < Number.POSITIVE_INFINITY ? end + shiftNs : Number.NaN;
      }),
      parent_id: int64((row) => idOf.get(run.parent[row]) ?? Number.NaN),
      domain: { codes: rows.map((row) => run.domain.codes[row]), values: run.domain.values },
      role: same(''),
      rank_id: { values: new Int32Array(count).fill(rank) },
      device_type: same(device),
      capture_id: { values: new Int32Array(count) },
      process_id: int64(() => processId),
      thread_id: int64((row) => run.threads[run.thread[row]].threadId),
    },
    metadata,
  );
}
