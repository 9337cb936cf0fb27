import { buildTable, MEMORY_RANGES, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { CodeBook } from './codes.js';
import { moments, type OwnedDevice, ownerColumns } from './owner.js';

/** As PyTorch's profiler names the steps of a training. */
const STEP = /^ProfilerStep#\d+$/;

/** The `memory_ranges` of a device, in order of their begins. Their thread is not known. */
export function rangesTable(owned: OwnedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { ranges } = owned;
  const rows = ranges.length;
  const names = new CodeBook();
  return buildTable(
    MEMORY_RANGES,
    rows,
    {
      ...ownerColumns(owned, rows),
      range_id: nullableInt64(Float64Array.from(ranges, (_, place) => place)),
      name: {
        codes: Int32Array.from(ranges, ({ name }) => names.code(name)),
        values: names.values,
      },
      kind: {
        codes: Int32Array.from(ranges, ({ name }) => (STEP.test(name) ? 1 : 0)),
        values: ['annotation', 'step'],
      },
      start_ns: moments(
        owned,
        ranges.map(({ startUs }) => startUs),
      ),
      end_ns: moments(
        owned,
        ranges.map(({ endUs }) => endUs),
      ),
      parent_id: nullableInt64(
        Float64Array.from(ranges, ({ parent }) => (parent < 0 ? Number.NaN : parent)),
      ),
      domain: {
        codes: Int32Array.from(ranges, ({ domain }) => (domain === '' ? -1 : 0)),
        values: ['user_metadata'],
      },
      capture_id: { values: new Int32Array(rows) },
      thread_id: nullableInt64(new Float64Array(rows).fill(Number.NaN)),
    },
    metadata,
  );
}
