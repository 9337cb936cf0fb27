import {
  buildTable,
  Int64Values,
  MEMORY_SUMMARY,
  type NumberValues,
  nullableInt64,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { Milliseconds, moments, NS_PER_MS, ownerColumns } from '../tables/owner.js';
import { addresses } from './block-addresses.js';
import { stackCodes } from './block-stacks.js';
import { allocatorOf, idOf, type TracedDevice, timeBase } from './traced-device.js';

const BYTES_PER_KIB = 1024;
const BYTES_PER_MIB = 1024 ** 2;

/** The `memory_summary` of a device: first what was there before, then allocations in order. */
export function summaryTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, events, paired } = device;
  const { memory } = data;
  const { count, allocation, release, bytes } = paired;
  const places = placesOf(device);
  const codes = stackCodes(device);
  const threads = data.threads.map(({ thread }) => idOf(thread));
  const processes = data.threads.map(({ process }) => idOf(process));
  const totals = (of: Float64Array) => gathered(allocation, of, BYTES_PER_MIB);
  return buildTable(
    MEMORY_SUMMARY,
    count,
    {
      ...ownerColumns(device, count),
      name: codes.name,
      call_stack: codes.stack,
      call_stack_top: codes.top,
      size_kb: { values: bytes.map((size) => size / BYTES_PER_KIB) },
      total_allocated_mb: totals(memory.allocated),
      total_reserved_mb: totals(memory.reserved),
      total_active_mb: { values: new Float64Array(count), valid: new Uint8Array(count) },
      ...timeColumns(device),
      size_bytes: nullableInt64(bytes),
      capture_id: { values: new Int32Array(count) },
      alloc_seq: integers(allocation, (event) => places[event]),
      release_seq: integers(release, (event) => places[event]),
      allocator: { codes: new Int32Array(count), values: [allocatorOf(device)] },
      before_capture: { flags: new Uint8Array(count).fill(1, 0, paired.beforeCount) },
      stack_match: codes.match,
      step: stepColumn(device),
      process_id: integers(allocation, (event) => processes[memory.thread[event]]),
      thread_id: integers(allocation, (event) => threads[memory.thread[event]]),
      release_thread_id: integers(release, (event) => threads[memory.thread[event]]),
      range_id: integers(
        allocation,
        (event) => device.ranges.idOf(device.places.annotation[event]) ?? Number.NaN,
      ),
      ...(events.hasAddresses ? { address: addresses(device) } : {}),
    },
    metadata,
  );
}

/** Events are numbered in order of time, which files are not in. */
function placesOf({ data, events: { rows } }: TracedDevice): Float64Array {
  const places = new Float64Array(data.memory.count).fill(Number.NaN);
  for (let i = 0; i < rows.length; i++) places[rows[i]] = i;
  return places;
}

/** Whole numbers of events; null where there is no event, or its number is NaN. */
function integers(events: Int32Array, of: (event: number) => number): Int64Values {
  const column = new Int64Values(events.length);
  for (let i = 0; i < events.length; i++) if (events[i] >= 0) column.set(i, of(events[i]));
  return column;
}

function gathered(
  events: Int32Array,
  from: Float64Array,
  unit: number,
): NumberValues<Float64Array> {
  const values = new Float64Array(events.length);
  const valid = new Uint8Array(events.length);
  for (let i = 0; i < events.length; i++) {
    const value = events[i] < 0 ? Number.NaN : from[events[i]];
    if (Number.isNaN(value)) continue;
    values[i] = value / unit;
    valid[i] = 1;
  }
  return { values, valid };
}

function timeColumns(device: TracedDevice) {
  const { data, events, paired } = device;
  const { count, allocation, release } = paired;
  const { timeNs } = data.memory;
  const firstNs = timeNs[events.rows[0]] ?? 0;
  const milliseconds = new Milliseconds(data.originNs);
  const startNs = new Float64Array(count);
  const startMs = new Float64Array(count);
  const durationMs = new Float64Array(count);
  const held = new Int64Values(count);
  for (let i = 0; i < count; i++) {
    const start = allocation[i] < 0 ? firstNs : timeNs[allocation[i]];
    startNs[i] = start;
    startMs[i] = milliseconds.of(start);
    if (release[i] < 0) continue;
    const ns = timeNs[release[i]] - start;
    held.set(i, ns);
    durationMs[i] = ns / NS_PER_MS;
  }
  return {
    start_time_ms: { values: startMs },
    duration_ms: { values: durationMs },
    start_time_ns: moments(timeBase(device), startNs),
    duration_ns: held,
  };
}

function stepColumn({ data, paired, steps }: TracedDevice): NumberValues<Int32Array> {
  const { count, beforeCount, allocation } = paired;
  const values = new Int32Array(count);
  const valid = new Uint8Array(count);
  for (let i = beforeCount; i < count; i++) {
    const step = steps.at(data.memory.timeNs[allocation[i]]);
    if (Number.isNaN(step)) continue;
    values[i] = step;
    valid[i] = 1;
  }
  return { values, valid };
}
