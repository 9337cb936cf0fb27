import type { Table } from 'apache-arrow';
import { int32Column, int64View } from './columns.js';
import type { NumberView } from './number-view.js';
import { groupRows, type RowGroup } from './row-groups.js';
import { textColumn } from './text-column.js';

/** What a sample may tell, bytes. */
export type CounterTotal = 'allocated' | 'reserved' | 'active';

/** So many that the loops over them are what takes time, not what is around them. */
const SAMPLES_AT_ONCE = 4096;

/** The samples of one component in one capture. */
export interface CounterSeries {
  readonly component: string;
  readonly capture: number;
  /** Their rows, in the table's order: that of time. */
  readonly rows: Int32Array;
}

const NONE = new Float64Array(0);

/** The samples of a series that have one of the totals, read some at a time. */
export class SampleReader {
  /** The samples of the last {@link read}: their times, ns after the origin, and totals. */
  timeNs: Float64Array = NONE;
  bytes: Float64Array = NONE;
  readonly #rows: Int32Array;
  readonly #time: NumberView;
  readonly #total: NumberView;
  #next = 0;

  constructor(rows: Int32Array, time: NumberView, total: NumberView) {
    this.#rows = rows;
    this.#time = time;
    this.#total = total;
  }

  /** Reads the next samples. Their number is 0 at the end. */
  read(): number {
    while (this.#next < this.#rows.length) {
      if (this.timeNs === NONE) {
        this.timeNs = new Float64Array(SAMPLES_AT_ONCE);
        this.bytes = new Float64Array(SAMPLES_AT_ONCE);
      }
      const rows = this.#rows.subarray(this.#next, this.#next + SAMPLES_AT_ONCE);
      this.#next += rows.length;
      this.#time.gather(rows, rows.length, this.timeNs);
      this.#total.gather(rows, rows.length, this.bytes);
      const count = dropMissing(this.timeNs, this.bytes, rows.length);
      if (count > 0) return count;
    }
    this.timeNs = NONE;
    this.bytes = NONE;
    return 0;
  }

  /** The time of the first of all samples, or of the last; NaN where there is none. */
  edgeNs(edge: 'first' | 'last'): number {
    const rows = this.#rows;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[edge === 'first' ? i : rows.length - 1 - i];
      if (!Number.isNaN(this.#total.at(row))) return this.#time.at(row);
    }
    return Number.NaN;
  }
}

/** Closes the gaps of samples without a total. How many samples are left. */
function dropMissing(timeNs: Float64Array, bytes: Float64Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(bytes[i])) continue;
    timeNs[kept] = timeNs[i];
    bytes[kept++] = bytes[i];
  }
  return kept;
}

/** The samples of a `memory_counters` table, read where they lie. */
export class Counters {
  readonly rows: number;
  /** Time of each sample, ns after the origin; undefined where the table has no times. */
  readonly timeNs: NumberView | undefined;
  readonly #table: Table | undefined;
  #series: readonly CounterSeries[] | undefined;

  /** @param originNs what times count from, ns since the source's epoch */
  constructor(table: Table | undefined, originNs: bigint) {
    this.#table = table;
    this.timeNs = table && int64View(table, 'time_ns', originNs);
    this.rows = this.timeNs?.length ?? 0;
  }

  /** Reads the samples of a series; undefined where the table has no such total. */
  read({ rows }: CounterSeries, total: CounterTotal): SampleReader | undefined {
    const values = this.#table && int64View(this.#table, `${total}_bytes`);
    if (this.timeNs === undefined || values === undefined) return undefined;
    return new SampleReader(rows, this.timeNs, values);
  }

  /** The samples by component, in the order of the column's texts, and in it by capture. */
  get series(): readonly CounterSeries[] {
    this.#series ??= this.#table === undefined ? [] : shareOut(this.#table, this.rows);
    return this.#series;
  }
}

function shareOut(table: Table, rows: number): CounterSeries[] {
  const component = textColumn(table, 'component');
  if (component === undefined || rows === 0) return [];
  const { codes, values } = component;
  const captureId = int32Column(table, 'capture_id', 0) ?? new Int32Array(rows);
  return groupRows(captureId, codes, values.length)
    .filter(({ code }) => code >= 0)
    .sort((a: RowGroup, b: RowGroup) => a.code - b.code)
    .map((group) => ({ component: values[group.code], capture: group.capture, rows: group.rows }));
}
