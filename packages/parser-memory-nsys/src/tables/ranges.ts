import { buildTable, MEMORY_RANGES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { moments } from './moments.js';
import { type OwnedGroup, ownerColumns } from './owner.js';

/** The rows of the ranges of threads that allocate in a group, by begin. */
export function rangesOf({ events, group }: Pick<OwnedGroup, 'events' | 'group'>): Int32Array {
  const { ranges } = events;
  const isKept = new Uint8Array(events.exported.threads.length);
  for (const thread of group.threads) isKept[thread] = 1;
  return ranges.byStart.filter((row) => isKept[ranges.thread[row]] === 1);
}

/** The `memory_ranges` of a group: those ranges. */
export function rangesTable(
  owned: OwnedGroup,
  rows: Int32Array,
  metadata: ReadonlyMap<string, string>,
): Table {
  const { events, processId, originNs } = owned;
  const { ranges, order } = events;
  const { threads } = events.exported;
  const count = rows.length;
  const numbers = (of: (row: number) => number) => {
    const found = new Float64Array(count);
    for (let i = 0; i < count; i++) found[i] = of(rows[i]);
    return found;
  };
  const pick = (column: Float64Array) => numbers((row) => column[row]);
  // `map` keeps the sort of array.
  const codes = (column: Int32Array) => rows.map((row) => column[row]);
  const int64 = (of: (row: number) => number) => nullableInt64(numbers(of));
  return buildTable(
    MEMORY_RANGES,
    count,
    {
      ...ownerColumns(owned, count),
      range_id: int64((row) => row),
      name: { codes: codes(ranges.name), values: ranges.names.values },
      kind: { codes: new Int32Array(count), values: ['nvtx'] },
      start_ns: moments(originNs, pick(ranges.startNs)),
      end_ns: moments(originNs, pick(ranges.endNs)),
      parent_id: int64((row) => (ranges.parent[row] < 0 ? Number.NaN : ranges.parent[row])),
      domain: { codes: codes(ranges.domain), values: ranges.domains.values },
      capture_id: { values: new Int32Array(count) },
      process_id: int64(() => processId ?? Number.NaN),
      thread_id: int64((row) => threads[ranges.thread[row]].threadId),
      start_seq: nullableInt64(pick(order.startSeq)),
      end_seq: nullableInt64(pick(order.endSeq)),
    },
    metadata,
  );
}
