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
        codes: whereSome(sites.stack, rows),
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

/** 1 for each of the first `rows` whose code is not 0. */
function whereSome(codes: Int32Array, rows: number): Int32Array {
  const found = new Int32Array(rows);
  for (let row = 0; row < rows; row++) if (codes[row] !== 0) found[row] = 1;
  return found;
}

function topOf(stack: string): string {
  return stack.split(FRAME_SEPARATOR, 1)[0];
}

/** Who allocated, in which range, and who released; of what has no call that is not known. */
function threadColumns({ events, group }: OwnedGroup): Record<string, ColumnValues> {
  const { blocks, sites } = group;
  const { rows } = blocks;
  const names = events.exported.threads.map(({ name }) => name);
  const hasNames = [...group.threads].some((place) => names[place] !== null);
  return {
    thread_id: { values: blocks.threadId.signed(rows), valid: areThere(sites.thread, rows) },
    release_thread_id: {
      values: blocks.releaseThreadId.signed(rows),
      valid: blocks.hasReleaser.subarray(0, rows),
    },
    ...(hasNames
      ? {
          thread_name: {
            codes: codesOfNamed(sites.thread, rows, names),
            values: names.map((name) => name ?? ''),
          },
        }
      : {}),
    ...(events.ranges.rows === 0
      ? {}
      : { range_id: { values: int64Of(sites.range, rows), valid: areThere(sites.range, rows) } }),
  };
}

/** 1 for each of the first `rows` that is not negative. */
function areThere(places: Int32Array, rows: number): Uint8Array {
  const flags = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) if (places[row] >= 0) flags[row] = 1;
  return flags;
}

function codesOfNamed(
  places: Int32Array,
  rows: number,
  names: readonly (string | null)[],
): Int32Array {
  const hasName = Uint8Array.from(names, (name) => (name === null ? 0 : 1));
  const codes = new Int32Array(rows).fill(-1);
  for (let row = 0; row < rows; row++) if (hasName[places[row]]) codes[row] = places[row];
  return codes;
}

function int64Of(values: Int32Array, rows: number): BigInt64Array {
  const column = new BigInt64Array(rows);
  const halves = new Int32Array(column.buffer);
  for (let row = 0; row < rows; row++) if (values[row] > 0) halves[2 * row] = values[row];
  return column;
}
