import {
  type ColumnValues,
  Int64Offsets,
  Int64Values,
  type MEMORY_COUNTERS,
} from '@rl-insight/memory-contract';
import { lowerBound } from '../attribution/times.js';
import { GE } from '../capture/allocators.js';
import { allRows, sortRows } from '../columns/order.js';
import type { Totals } from '../operator-memory/columns.js';
import type { DevicePart } from './part.js';
import { TextCodes } from './text-codes.js';

export type CounterColumns = Record<
  Exclude<(typeof MEMORY_COUNTERS)['columns'][number]['name'], 'role' | 'rank_id' | 'device_type'>,
  ColumnValues
>;

/** Rows that samples are taken from: a file of samples, or allocations or releases of a table. */
interface SampleSource {
  readonly timeNs: Float64Array;
  readonly totals: Totals;
  readonly componentOf: (row: number) => number;
}

/**
 * Samples of one part, by time: what `memory_counters` will hold of it. They are places in the
 * columns that they come from, since copies would cost more than all the rest.
 */
export class PartCounters {
  readonly rows: number;
  readonly timeNs: Float64Array;
  readonly components: readonly string[];
  readonly #sources: readonly SampleSource[];
  readonly #source: Uint8Array;
  readonly #row: Int32Array;
  /** Place of each sample, by time. */
  readonly #order: Int32Array;

  constructor(found: FoundSamples, components: readonly string[], window?: TimeWindow) {
    this.components = components;
    this.#sources = found.sources;
    this.#source = found.source;
    this.#row = found.row;
    const order = sortRows(allRows(found.count), found.timeNs);
    const timeOf = (place: number) => found.timeNs[place];
    this.#order =
      window === undefined
        ? order
        : order.filter((at) => timeOf(at) >= window.startNs && timeOf(at) <= window.endNs);
    this.rows = this.#order.length;
    this.timeNs = new Float64Array(this.rows);
    for (let i = 0; i < this.rows; i++) this.timeNs[i] = timeOf(this.#order[i]);
  }

  /** Index into {@link components}. */
  component(i: number): number {
    const place = this.#order[i];
    return this.#sources[this.#source[place]].componentOf(this.#row[place]);
  }

  /** NaN where the source has none. */
  allocatedBytes(i: number): number {
    const place = this.#order[i];
    return Math.round(this.#sources[this.#source[place]].totals.allocated[this.#row[place]]);
  }

  /** The columns but for those that name the group. */
  columns(originNs: bigint, captureId: number): CounterColumns {
    const { rows } = this;
    const time = new Int64Offsets(rows, originNs);
    const component = new Int32Array(rows);
    const allocated = new Int64Values(rows);
    const reserved = new Int64Values(rows);
    const active = new Int64Values(rows);
    for (let i = 0; i < rows; i++) {
      const place = this.#order[i];
      const row = this.#row[place];
      const { totals, componentOf } = this.#sources[this.#source[place]];
      time.set(i, this.timeNs[i]);
      component[i] = componentOf(row);
      allocated.set(i, Math.round(totals.allocated[row]));
      reserved.set(i, Math.round(totals.reserved[row]));
      active.set(i, Math.round(totals.active[row]));
    }
    return {
      capture_id: { values: filled(rows, captureId) },
      time_ns: { values: time.values },
      component: { codes: component, values: this.components },
      allocated_bytes: allocated,
      reserved_bytes: reserved,
      active_bytes: active,
    };
  }
}

/** A column of one number; memory that stays zero is never touched. */
export function filled(rows: number, value: number): Int32Array {
  const values = new Int32Array(rows);
  return value === 0 ? values : values.fill(value);
}

export interface TimeWindow {
  readonly startNs: number;
  readonly endNs: number;
}

/** Samples in the order in which they are found. */
class FoundSamples {
  count = 0;
  readonly sources: SampleSource[] = [];
  readonly timeNs: Float64Array;
  readonly source: Uint8Array;
  readonly row: Int32Array;

  constructor(capacity: number) {
    this.timeNs = new Float64Array(capacity);
    this.source = new Uint8Array(capacity);
    this.row = new Int32Array(capacity);
  }

  /** Adds a source; gives its place. */
  add(source: SampleSource): number {
    return this.sources.push(source) - 1;
  }

  push(source: number, row: number): void {
    const at = this.count++;
    this.timeNs[at] = this.sources[source].timeNs[row];
    this.source[at] = source;
    this.row[at] = row;
  }

  /** The times of one component's samples, sorted. */
  timesOf(component: number): Float64Array {
    const times = new Float64Array(this.count);
    let end = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.sources[this.source[i]].componentOf(this.row[i]) === component) {
        times[end++] = this.timeNs[i];
      }
    }
    return times.slice(0, end).sort();
  }
}

/**
 * The totals of a device over time: the samples of the files, and the totals that stand in the rows
 * of the allocations at times for which the files have none of that allocator. The release total of
 * a `cann::` row is the level before the release, so it is not a sample of that moment.
 */
export function partCounters(part: DevicePart): FoundCounters {
  const codes = new TextCodes();
  const { operators } = part.content;
  const inFiles = part.samples.reduce((sum, { rows }) => sum + rows.length, 0);
  const found = new FoundSamples(inFiles + part.rows.length * 2);

  for (const { samples, rows } of part.samples) {
    const ofComponent = samples.components.map((name) => codes.code(name));
    const source = found.add({
      timeNs: samples.timeNs,
      totals: {
        allocated: samples.allocatedBytes,
        reserved: samples.reservedBytes,
        active: samples.activeBytes,
      },
      componentOf: (row) => ofComponent[samples.component[row]],
    });
    for (const row of rows) found.push(source, row);
  }

  const ofAllocator = part.allocators.map((name) => codes.code(name));
  const sampled = ofAllocator.map((code) => found.timesOf(code));
  const componentOf = (row: number) => ofAllocator[part.allocator[row]];
  const { startNs, releaseNs, releaseOnly, allocated, released } = operators;
  const allocations = found.add({ timeNs: startNs, totals: allocated, componentOf });
  const releases = found.add({ timeNs: releaseNs, totals: released, componentOf });
  const isNews = (row: number, time: number, totals: Totals) =>
    !Number.isNaN(totals.allocated[row]) && !holds(sampled[part.allocator[row]], time);
  for (const row of part.rows) {
    if (!releaseOnly[row] && isNews(row, startNs[row], allocated)) found.push(allocations, row);
    const before = part.allocators[part.allocator[row]] === GE;
    if (before || Number.isNaN(releaseNs[row])) continue;
    if (isNews(row, releaseNs[row], released)) found.push(releases, row);
  }
  return {
    all: new PartCounters(found, codes.values),
    within: (window) => new PartCounters(found, codes.values, window),
  };
}

/** The counters of a part, and those of a window of it. */
export interface FoundCounters {
  readonly all: PartCounters;
  within(window: TimeWindow): PartCounters;
}

function holds(times: Float64Array, time: number): boolean {
  return times.length > 0 && times[lowerBound(times, time)] === time;
}
