import {
  type BlockColumns,
  buildTable,
  type ColumnValues,
  MEMORY_SUMMARY,
  type NumberValues,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { BlockSink } from '../pairing/block-sink.js';
import type { LogEvents } from '../pairing/log-events.js';
import type { JoinedRanges } from '../ranges/join-ranges.js';
import { ALLOCATOR, type LogOwner } from './group.js';

const UNKNOWN_NAME = '(unknown)';

/** The `memory_summary` of a log, in the order of its events. */
export function summaryTable(
  events: LogEvents<BlockSink>,
  { rank, device }: LogOwner,
  joined: JoinedRanges | undefined,
  metadata: ReadonlyMap<string, string>,
): Table {
  const { hasThreads } = events;
  const { blocks, streams } = events.sink;
  const { rows } = blocks;
  // One array for all columns that have the same value in each row: nobody writes to it.
  const zeros = new Int32Array(rows);
  const same = (text: string): ColumnValues => ({ codes: zeros, values: [text] });
  const unknown: NumberValues = {
    values: new Float64Array(rows),
    valid: new Uint8Array(rows),
  };
  const isReleased = blocks.isReleased.subarray(0, rows);
  const isAllocation = blocks.isAllocation.subarray(0, rows);
  const isBefore = isAllocation.map((flag) => 1 - flag);
  return buildTable(
    MEMORY_SUMMARY,
    rows,
    {
      name: same(UNKNOWN_NAME),
      role: same(''),
      rank_id: { values: rank === 0 ? zeros : new Int32Array(rows).fill(rank) },
      call_stack: same(''),
      call_stack_top: same(''),
      size_kb: { values: blocks.sizeKb.subarray(0, rows) },
      start_time_ms: { values: blocks.startMs.subarray(0, rows) },
      duration_ms: { values: blocks.durationMs.subarray(0, rows) },
      total_allocated_mb: unknown,
      total_reserved_mb: unknown,
      total_active_mb: unknown,
      device_type: same(device),
      start_time_ns: { values: blocks.startNs.signed(rows) },
      duration_ns: { values: blocks.durationNs.signed(rows), valid: isReleased },
      size_bytes: { values: blocks.sizeBytes.signed(rows) },
      capture_id: { values: zeros },
      alloc_seq: { values: blocks.allocSeq.signed(rows) },
      release_seq: { values: blocks.releaseSeq.signed(rows), valid: isReleased },
      allocator: same(ALLOCATOR),
      before_capture: { flags: isBefore },
      stack_match: same('none'),
      ...(hasThreads ? threadColumns(blocks) : {}),
      ...(joined === undefined ? {} : { thread_name: threadNames(blocks, joined) }),
      stream: { codes: blocks.stream.subarray(0, rows), values: streams.values },
      address: { values: blocks.address.unsigned(rows) },
    },
    metadata,
  );
}

/** Names that the export of the run has for the log's threads. */
function threadNames(blocks: BlockColumns, { run, processId }: JoinedRanges): ColumnValues {
  const names = new Map<number, string>();
  for (const { processId: process, threadId, name } of run.threads) {
    if (process === processId && name !== null) names.set(threadId, name);
  }
  const values = [...new Set(names.values())];
  const codeOf = new Map([...names].map(([threadId, name]) => [threadId, values.indexOf(name)]));
  const codes = new Int32Array(blocks.rows).map((_, row) =>
    blocks.isAllocation[row] === 1 ? (codeOf.get(blocks.threadId.at(row)) ?? -1) : -1,
  );
  return { codes, values };
}

/** Of a release without its allocation, the thread that allocated is not known. */
function threadColumns(blocks: BlockColumns): Record<string, ColumnValues> {
  const { rows } = blocks;
  return {
    thread_id: {
      values: blocks.threadId.signed(rows),
      valid: blocks.isAllocation.subarray(0, rows),
    },
    release_thread_id: {
      values: blocks.releaseThreadId.signed(rows),
      valid: blocks.hasReleaser.subarray(0, rows),
    },
  };
}
