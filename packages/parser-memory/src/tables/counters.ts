import { lowerBound } from '../attribution/times.js';
import { GE } from '../capture/allocators.js';
import { GrowingFloat64, GrowingInt32 } from '../csv/growing.js';
import type { DevicePart } from './part.js';
import { TextCodes } from './text-codes.js';

/** Samples of one part, by time: what `memory_counters` will hold of it. */
export interface PartCounters {
  readonly rows: number;
  readonly timeNs: Float64Array;
  readonly component: Int32Array;
  readonly components: readonly string[];
  readonly allocatedBytes: Float64Array;
  readonly reservedBytes: Float64Array;
  readonly activeBytes: Float64Array;
}

/**
 * The totals of a device over time: the samples of the files, and the totals that stand in the rows
 * of the allocations at times for which the files have none of that allocator. The release total of
 * a `cann::` row is the level before the release, so it is not a sample of that moment.
 */
export function partCounters(part: DevicePart): PartCounters {
  const codes = new TextCodes();
  const time = new GrowingFloat64();
  const component = new GrowingInt32();
  const totals = [new GrowingFloat64(), new GrowingFloat64(), new GrowingFloat64()];
  const push = (at: number, code: number, values: readonly number[]) => {
    time.push(at);
    component.push(code);
    totals.forEach((total, i) => {
      total.push(values[i]);
    });
  };

  for (const { samples, rows } of part.samples) {
    const ofComponent = samples.components.map((name) => codes.code(name));
    for (const row of rows) {
      const code = ofComponent[samples.component[row]];
      push(samples.timeNs[row], code, [
        samples.allocatedBytes[row],
        samples.reservedBytes[row],
        samples.activeBytes[row],
      ]);
    }
  }

  const { operators } = part.content;
  const ofAllocator = part.allocators.map((name) => codes.code(name));
  const sampled = ofAllocator.map((code) => timesOf(code, component.values(), time.values()));
  const pushRow = (row: number, at: number, from: typeof operators.allocated) => {
    const allocator = part.allocator[row];
    const allocated = from.allocated[row];
    if (Number.isNaN(allocated) || holds(sampled[allocator], at)) return;
    push(
      at,
      ofAllocator[allocator],
      [allocated, from.reserved[row], from.active[row]].map(Math.round),
    );
  };
  for (const row of part.rows) {
    if (!operators.releaseOnly[row]) pushRow(row, operators.startNs[row], operators.allocated);
    const releasedAt = operators.releaseNs[row];
    const before = part.allocators[part.allocator[row]] === GE;
    if (!before && !Number.isNaN(releasedAt)) pushRow(row, releasedAt, operators.released);
  }
  return sorted(
    time.values(),
    component.values(),
    codes.values,
    totals.map((total) => total.values()),
  );
}

/** The times of one component's samples, sorted. */
function timesOf(code: number, component: Int32Array, time: Float64Array): Float64Array {
  return time.filter((_, row) => component[row] === code).sort();
}

function holds(times: Float64Array, time: number): boolean {
  return times[lowerBound(times, time)] === time;
}

function sorted(
  time: Float64Array,
  component: Int32Array,
  components: readonly string[],
  totals: readonly Float64Array[],
): PartCounters {
  const order = Int32Array.from(time, (_, row) => row).sort((a, b) => time[a] - time[b] || a - b);
  const take = (values: Float64Array) => Float64Array.from(order, (row) => values[row]);
  const [allocatedBytes, reservedBytes, activeBytes] = totals.map(take);
  return {
    rows: time.length,
    timeNs: take(time),
    component: order.map((row) => component[row]),
    components,
    allocatedBytes,
    reservedBytes,
    activeBytes,
  };
}
