import { buildTable, MEMORY_SUMMARY, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { Milliseconds, moments, NS_PER_MS, ownerColumns } from '../tables/owner.js';
import { addresses } from './block-addresses.js';
import { stackCodes } from './block-stacks.js';
import { allocatorOf, idOf, type TracedDevice, timeBase } from './traced-device.js';

const BYTES_PER_KIB = 1024;
const BYTES_PER_MIB = 1024 ** 2;

/** The `memory_summary` of a device: first what was there before, then allocations in order. */
export function summaryTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, events, paired, steps } = device;
  const { memory } = data;
  const milliseconds = new Milliseconds(data.originNs);
  const { blocks } = paired;
  const rows = blocks.length;
  const firstNs = memory.timeNs[events.rows[0]] ?? 0;
  // Events are numbered in order of time, which files are not in.
  const places = new Float64Array(memory.count).fill(Number.NaN);
  for (let i = 0; i < events.rows.length; i++) places[events.rows[i]] = i;
  const of = (make: (row: number, place: number) => number) =>
    Float64Array.from(blocks, ({ allocation }, place) => make(allocation, place));
  const startNs = of((row) => (row < 0 ? firstNs : memory.timeNs[row]));
  const endNs = Float64Array.from(blocks, ({ release }) =>
    release < 0 ? Number.NaN : memory.timeNs[release],
  );
  const held = endNs.map((end, i) => end - startNs[i]);
  const mib = (from: Float64Array) => {
    const values = of((row) => (row < 0 ? Number.NaN : from[row] / BYTES_PER_MIB));
    const valid = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1));
    return { values: values.map((value) => (Number.isNaN(value) ? 0 : value)), valid };
  };
  const unknown = { values: new Float64Array(rows), valid: new Uint8Array(rows) };
  const codes = stackCodes(device);
  const threadIds = data.threads.map(({ thread }) => idOf(thread));
  const threadOf = (row: number) => (row < 0 ? Number.NaN : threadIds[memory.thread[row]]);
  const sequence = (row: number) => (row < 0 ? Number.NaN : places[row]);
  return buildTable(
    MEMORY_SUMMARY,
    rows,
    {
      ...ownerColumns(device, rows),
      name: codes.name,
      call_stack: codes.stack,
      call_stack_top: codes.top,
      size_kb: { values: Float64Array.from(blocks, ({ bytes }) => bytes / BYTES_PER_KIB) },
      start_time_ms: { values: startNs.map((time) => milliseconds.of(time)) },
      duration_ms: { values: held.map((ns) => (Number.isNaN(ns) ? 0 : ns / NS_PER_MS)) },
      total_allocated_mb: mib(memory.allocated),
      total_reserved_mb: mib(memory.reserved),
      total_active_mb: unknown,
      start_time_ns: moments(timeBase(device), startNs),
      duration_ns: nullableInt64(held),
      size_bytes: nullableInt64(Float64Array.from(blocks, ({ bytes }) => bytes)),
      capture_id: { values: new Int32Array(rows) },
      alloc_seq: nullableInt64(of(sequence)),
      release_seq: nullableInt64(Float64Array.from(blocks, ({ release }) => sequence(release))),
      allocator: { codes: new Int32Array(rows), values: [allocatorOf(device)] },
      before_capture: {
        flags: Uint8Array.from(blocks, ({ allocation }) => (allocation < 0 ? 1 : 0)),
      },
      stack_match: codes.match,
      step: stepColumn(
        Float64Array.from(startNs, (time, i) =>
          blocks[i].allocation < 0 ? Number.NaN : steps.at(time),
        ),
      ),
      process_id: nullableInt64(
        of((row) => (row < 0 ? Number.NaN : idOf(data.threads[memory.thread[row]].process))),
      ),
      thread_id: nullableInt64(of(threadOf)),
      release_thread_id: nullableInt64(
        Float64Array.from(blocks, ({ release }) => threadOf(release)),
      ),
      range_id: nullableInt64(
        of((row) =>
          row < 0 ? Number.NaN : (device.ranges.idOf(device.places.annotation[row]) ?? Number.NaN),
        ),
      ),
      ...(events.hasAddresses ? { address: addresses(device) } : {}),
    },
    metadata,
  );
}

function stepColumn(steps: Float64Array) {
  return {
    values: Int32Array.from(steps, (step) => (Number.isNaN(step) ? 0 : step)),
    valid: Uint8Array.from(steps, (step) => (Number.isNaN(step) ? 0 : 1)),
  };
}
