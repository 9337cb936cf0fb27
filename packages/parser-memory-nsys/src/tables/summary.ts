import {
  buildTable,
  type ColumnValues,
  FRAME_SEPARATOR,
  MEMORY_SUMMARY,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { ALLOCATORS } from '../events/memory-class.js';
import { type OwnedGroup, ownerColumns } from './owner.js';

/**
 * The `memory_summary` of a group, in the order of its events. Its times become those of the table:
 * it can be made once.
 */
export function summaryTable(owned: OwnedGroup, metadata: ReadonlyMap<string, string>): Table {
  const { events, group, processId, originNs } = owned;
  const { blocks, sites } = group;
  const { rows } = blocks;
  blocks.moveTimes(originNs);
  const codes = (column: Int32Array, values: readonly string[]) => ({
    codes: column.subarray(0, rows),
    values,
  });
  const zeros = new Int32Array(rows);
  const unknown = { values: new Float64Array(rows), valid: new Uint8Array(rows) };
  const isReleased = blocks.isReleased.subarray(0, rows);
  const isBefore = blocks.isAllocation.slice(0, rows).map((flag) => 1 - flag);
  isBefore.fill(1, 0, group.blocksFromBefore);
  const stacks = events.calls.stacks.values;
  return buildTable(
    MEMORY_SUMMARY,
    rows,
    {
      ...ownerColumns(owned, rows),
      name: codes(sites.name, events.calls.names.values),
      call_stack: codes(sites.stack, stacks),
      call_stack_top: codes(sites.stack, stacks.map(topOf)),
      size_kb: { values: blocks.sizeKb.subarray(0, rows) },
      start_time_ms: { values: blocks.startMs.subarray(0, rows) },
      duration_ms: { values: blocks.durationMs.subarray(0, rows) },
      total_allocated_mb: unknown,
      total_reserved_mb: unknown,
      total_active_mb: unknown,
      start_time_ns: { values: blocks.startNs.signed(rows) },
      duration_ns: { values: blocks.durationNs.signed(rows), valid: isReleased },
      size_bytes: { values: blocks.sizeBytes.signed(rows) },
      capture_id: { values: zeros },
      alloc_seq: { values: blocks.allocSeq.signed(rows) },
      release_seq: { values: blocks.releaseSeq.signed(rows), valid: isReleased },
      allocator: codes(sites.allocator, ALLOCATORS),
      before_capture: { flags: isBefore },
      stack_match: {
        codes: sites.stack.slice(0, rows).map((stack) => (stack === 0 ? 0 : 1)),
        values: ['none', 'recorded'],
      },
      ...(processId === null
        ? {}
        : { process_id: { values: new BigInt64Array(rows).fill(BigInt(processId)) } }),
      ...threadColumns(owned),
      ...(group.streams.values.length === 0
        ? {}
        : { stream: codes(blocks.stream, group.streams.values) }),
      ...(events.exported.memoryKinds.length === 0
        ? {}
        : { memory_kind: codes(sites.kind, events.exported.memoryKinds) }),
      address: { values: blocks.address.unsigned(rows) },
    },
    metadata,
  );
}

function topOf(stack: string): string {
  return stack.split(FRAME_SEPARATOR, 1)[0];
}

/** Who allocated, in which range, and who released; of what has no call that is not known. */
function threadColumns({ events, group }: OwnedGroup): Record<string, ColumnValues> {
  const { blocks, sites } = group;
  const { rows } = blocks;
  const { threads } = events.exported;
  const hasThread = sites.thread.slice(0, rows).map((place) => (place < 0 ? 0 : 1));
  const names = threads.map(({ name }) => name);
  const hasNames = [...group.threads].some((place) => names[place] !== null);
  const nameCodes = () =>
    sites.thread.slice(0, rows).map((place) => (place < 0 || names[place] === null ? -1 : place));
  const ranges = new BigInt64Array(events.ranges.rows === 0 ? 0 : rows);
  const halves = new Int32Array(ranges.buffer);
  for (let row = 0; row < ranges.length; row++) halves[2 * row] = sites.range[row];
  return {
    thread_id: { values: blocks.threadId.signed(rows), valid: Uint8Array.from(hasThread) },
    release_thread_id: {
      values: blocks.releaseThreadId.signed(rows),
      valid: blocks.hasReleaser.subarray(0, rows),
    },
    ...(hasNames
      ? { thread_name: { codes: nameCodes(), values: names.map((name) => name ?? '') } }
      : {}),
    ...(events.ranges.rows === 0
      ? {}
      : {
          range_id: {
            values: ranges,
            valid: Uint8Array.from(sites.range.subarray(0, rows), (range) => (range < 0 ? 0 : 1)),
          },
        }),
  };
}
