import {
  buildTable,
  FRAME_SEPARATOR,
  Int64Values,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  nullableInt64,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { CodeBook } from '../tables/codes.js';
import { moments, ownerColumns } from '../tables/owner.js';
import { allocatorOf, idOf, type TracedDevice, timeBase } from './traced-device.js';

/** The `memory_counters` of a device: the allocator's totals after each event. */
export function countersTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { memory } = device.data;
  const rows = device.events.rows;
  // A loop, since `from` calls a function for each of millions.
  const of = (from: Float64Array) => {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) values[i] = from[rows[i]];
    return values;
  };
  return buildTable(
    MEMORY_COUNTERS,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      capture_id: { values: new Int32Array(rows.length) },
      time_ns: moments(timeBase(device), of(memory.timeNs)),
      component: { codes: new Int32Array(rows.length), values: [allocatorOf(device)] },
      allocated_bytes: nullableInt64(of(memory.allocated)),
      reserved_bytes: nullableInt64(of(memory.reserved)),
    },
    metadata,
  );
}

/** The `memory_failures` of a device. */
export function failuresTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, events, places, ranges } = device;
  const { memory } = data;
  const rows = events.failures;
  const of = (make: (row: number) => number) => Float64Array.from(rows, make);
  const book = new CodeBook();
  return buildTable(
    MEMORY_FAILURES,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      time_ns: moments(
        timeBase(device),
        of((row) => memory.timeNs[row]),
      ),
      process_id: nullableInt64(of((row) => idOf(data.threads[memory.thread[row]].process))),
      thread_id: nullableInt64(of((row) => idOf(data.threads[memory.thread[row]].thread))),
      requested_bytes: nullableInt64(of((row) => Math.abs(memory.bytes[row]))),
      call_stack: {
        codes: Int32Array.from(rows, (row) =>
          book.code(
            places.chains
              .names(places.chain[row])
              .map((name) => data.text(name))
              .join(FRAME_SEPARATOR),
          ),
        ),
        values: book.values,
      },
      range_id: nullableInt64(of((row) => ranges.idOf(places.annotation[row]) ?? Number.NaN)),
    },
    metadata,
  );
}

/** The `memory_ranges` of a device: annotations, in order of their begins. */
export function rangesTable(device: TracedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { data, ranges } = device;
  const { spans } = data;
  const { rows } = ranges;
  const ids = new Int64Values(rows.length);
  for (let id = 0; id < rows.length; id++) ids.set(id, id);
  const of = (make: (row: number) => number) => Float64Array.from(rows, make);
  const book = new CodeBook();
  return buildTable(
    MEMORY_RANGES,
    rows.length,
    {
      ...ownerColumns(device, rows.length),
      range_id: ids,
      parent_id: nullableInt64(of((row) => ranges.parentOf(row) ?? Number.NaN)),
      name: {
        codes: Int32Array.from(rows, (row) => book.code(data.text(spans.name[row]))),
        values: book.values,
      },
      kind: {
        codes: Int32Array.from(rows, (row) => (ranges.isStep(row) ? 1 : 0)),
        values: ['annotation', 'step'],
      },
      start_ns: moments(
        timeBase(device),
        of((row) => spans.startNs[row]),
      ),
      end_ns: moments(
        timeBase(device),
        of((row) => spans.endNs[row]),
      ),
      capture_id: { values: new Int32Array(rows.length) },
      process_id: nullableInt64(of((row) => idOf(data.threads[spans.thread[row]].process))),
      thread_id: nullableInt64(of((row) => idOf(data.threads[spans.thread[row]].thread))),
    },
    metadata,
  );
}
