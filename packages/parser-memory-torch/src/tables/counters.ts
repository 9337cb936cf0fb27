import { buildTable, MEMORY_COUNTERS, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { ALLOCATOR, moments, type OwnedDevice, ownerColumns } from './owner.js';

/**
 * Totals in sizes of blocks, as `memory_allocated()` has them: other numbers than live bytes, which
 * are of what was asked for, and so reported apart.
 */
export const BLOCKS = 'caching:blocks';

interface Sample {
  readonly timeUs: number;
  readonly component: 0 | 1;
  readonly allocated: number;
  readonly reserved: number;
  readonly active: number;
}

/** The samples of a device in order of time: what is reserved after each change, and what was counted. */
function samplesOf({ device: { trace, state }, segments, blocks }: OwnedDevice): Sample[] {
  const none = { allocated: Number.NaN, reserved: Number.NaN, active: Number.NaN };
  const samples: Sample[] = [];
  const isKnown = segments.startReservedBytes >= 0;
  if (isKnown && (state !== undefined || segments.reserved.length > 0)) {
    samples.push({ ...none, timeUs: 0, component: 0, reserved: segments.startReservedBytes });
    for (const { timeUs, bytes } of segments.reserved) {
      samples.push({ ...none, timeUs, component: 0, reserved: bytes });
    }
    // It stays so until the end, where lines of it are drawn to.
    samples.push({
      ...none,
      timeUs: trace.endUs,
      component: 0,
      reserved: samples[samples.length - 1].reserved,
    });
  }
  for (const sample of blocks.samples) samples.push({ ...sample, component: 1 });
  for (const { timeUs, bytes } of trace.samples) {
    samples.push({ ...none, timeUs, component: 1, allocated: bytes });
  }
  if (state !== undefined) {
    samples.push({
      timeUs: trace.endUs,
      component: 1,
      allocated: state.allocatedBytes,
      reserved: state.reservedBytes,
      active: state.activeBytes,
    });
  }
  return samples.sort((a, b) => a.timeUs - b.timeUs);
}

/** The `memory_counters` of a device; undefined where there is nothing to count. */
export function countersTable(
  owned: OwnedDevice,
  metadata: ReadonlyMap<string, string>,
): Table | undefined {
  const samples = samplesOf(owned);
  const rows = samples.length;
  if (rows === 0) return undefined;
  const int64 = (of: (sample: Sample) => number) => nullableInt64(Float64Array.from(samples, of));
  return buildTable(
    MEMORY_COUNTERS,
    rows,
    {
      ...ownerColumns(owned, rows),
      capture_id: { values: new Int32Array(rows) },
      time_ns: moments(
        owned,
        samples.map(({ timeUs }) => timeUs),
      ),
      component: {
        codes: Int32Array.from(samples, ({ component }) => component),
        values: [ALLOCATOR, BLOCKS],
      },
      allocated_bytes: int64(({ allocated }) => allocated),
      reserved_bytes: int64(({ reserved }) => reserved),
      active_bytes: int64(({ active }) => active),
    },
    metadata,
  );
}
