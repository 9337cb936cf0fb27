import type { CsvBatch, CsvField, CsvPlan } from '@rl-insight/trace-scan/csv';
import { BadRowLog } from '../csv/bad-rows.js';
import { NumberCells, TimeCells } from '../csv/cells.js';
import { Clock } from '../csv/clock.js';
import { Header } from '../csv/header.js';
import { LabelList } from '../csv/label-list.js';
import type { TableReader, TableTexts } from '../csv/read-table.js';
import type { OperatorMemory, Totals } from './columns.js';
import { GrowingColumns } from './growing-columns.js';
import { type BadHeader, type Layout, readLayout, type SizeCell, TOTALS } from './layout.js';

const GE_PREFIX = 'cann::';

/** The columns of a batch as they are read. */
interface BatchCells {
  readonly name: Int32Array;
  readonly size: NumberCells;
  readonly allocation: TimeCells;
  readonly release: TimeCells;
  readonly activeRelease: TimeCells;
  readonly duration: TimeCells;
  readonly allocationTotals: readonly NumberCells[];
  readonly releaseTotals: readonly NumberCells[];
  readonly stream: Int32Array | undefined;
  readonly device: Int32Array;
}

/** What to read of a table with this layout. */
function planOf(layout: Layout): CsvPlan {
  const fields: Record<string, CsvField> = {};
  const field = (name: string, wanted: CsvField) => {
    if (wanted.place >= 0) fields[name] = wanted;
  };
  field('name', { place: layout.name, type: 'text' });
  field('size', { place: layout.size.place, type: 'number' });
  for (const name of ['allocation', 'release', 'activeRelease', 'duration'] as const) {
    field(name, { ...layout[name], type: 'time' });
  }
  TOTALS.forEach((_, i) => {
    field(`allocation ${i}`, { place: layout.allocationTotals[i].place, type: 'number' });
    field(`release ${i}`, { place: layout.releaseTotals[i].place, type: 'number' });
  });
  field('stream', { place: layout.stream, type: 'label' });
  field('device', { place: layout.device, type: 'label' });
  return { width: layout.width, fields };
}

function cellsOf(batch: CsvBatch, layout: Layout): BatchCells {
  // Units are powers of two, so the products are as exact as the text.
  const size = (field: string, { place, bytes }: SizeCell) =>
    new NumberCells(batch, field, place >= 0, bytes);
  const time = (field: 'allocation' | 'release' | 'activeRelease' | 'duration') =>
    new TimeCells(batch, field, layout[field].place >= 0);
  return {
    name: batch.codes('name'),
    size: size('size', layout.size),
    allocation: time('allocation'),
    release: time('release'),
    activeRelease: time('activeRelease'),
    duration: time('duration'),
    allocationTotals: layout.allocationTotals.map((cell, i) => size(`allocation ${i}`, cell)),
    releaseTotals: layout.releaseTotals.map((cell, i) => size(`release ${i}`, cell)),
    stream: layout.stream < 0 ? undefined : batch.codes('stream'),
    device: batch.codes('device'),
  };
}

function putTotals(into: Totals, at: number, cells: readonly NumberCells[], row: number): void {
  into.allocated[at] = cells[0].at(row);
  into.reserved[at] = cells[1].at(row);
  into.active[at] = cells[2].at(row);
}

/**
 * Reads the rows of an `operator_memory.csv` into columns. Rows that make no sense are counted in
 * {@link badRows} and left out.
 */
export class OperatorMemoryReader implements TableReader {
  readonly badRows = new BadRowLog();
  /** What the header lacks. */
  badHeader: BadHeader | undefined;
  #header: Header | undefined;
  #layout: Layout | undefined;
  readonly #clock: Clock;
  readonly #names = new LabelList();
  readonly #streams = new LabelList();
  readonly #devices = new LabelList();
  /** By name: whether it is one of the graph engine's. */
  readonly #isGeName: boolean[] = [];
  readonly #columns = new GrowingColumns();

  constructor(clock = new Clock()) {
    this.#clock = clock;
  }

  /** The header's texts; undefined before there is one. */
  get headerTexts(): readonly string[] | undefined {
    return this.#header?.texts;
  }

  get rows(): number {
    return this.#columns.rows;
  }

  begin(header: readonly string[]): CsvPlan | undefined {
    this.#header = new Header(header);
    const layout = readLayout(this.#header);
    if ('problems' in layout) {
      this.badHeader = layout;
      return undefined;
    }
    this.#layout = layout;
    return planOf(layout);
  }

  reserve(rows: number): void {
    this.#columns.reserve(rows);
  }

  add(batch: CsvBatch, texts: TableTexts): void {
    const layout = this.#layout as Layout;
    const cells = cellsOf(batch, layout);
    for (let row = 0; row < batch.count; row++) {
      const reason = this.#addRow(cells, row, texts, layout);
      if (reason !== undefined) this.badRows.add(reason, batch.lines[row]);
    }
  }

  /** The rows read so far; nothing may be added any more. */
  columns(producer: OperatorMemory['producer']): OperatorMemory {
    const columns = this.#columns;
    const { rows } = columns;
    columns.trim();
    const totals = ({ allocated, reserved, active }: Totals) => ({
      allocated: allocated.subarray(0, rows),
      reserved: reserved.subarray(0, rows),
      active: active.subarray(0, rows),
    });
    return {
      rows,
      originNs: this.#clock.originNs,
      name: columns.name.subarray(0, rows),
      names: this.#names.texts,
      sizeBytes: columns.sizeBytes.subarray(0, rows),
      startNs: columns.startNs.subarray(0, rows),
      releaseNs: columns.releaseNs.subarray(0, rows),
      activeReleaseNs: columns.activeReleaseNs.subarray(0, rows),
      allocated: totals(columns.allocated),
      released: totals(columns.released),
      stream: columns.stream.subarray(0, rows),
      streams: this.#streams.texts,
      device: columns.device.subarray(0, rows),
      devices: this.#devices.texts,
      releaseOnly: columns.releaseOnly.subarray(0, rows),
      producer,
    };
  }

  get producer(): OperatorMemory['producer'] {
    return this.#layout?.producer ?? 'framework';
  }

  /** Adds a row, or tells why it cannot be used. */
  #addRow(cells: BatchCells, row: number, texts: TableTexts, layout: Layout): string | undefined {
    const clock = this.#clock;
    const size = cells.size.at(row);
    if (Number.isNaN(size)) return 'the size is not a number';
    if (size === 0) return 'the size is zero';
    const start = cells.allocation.at(row, clock);
    if (start === undefined) return 'the allocation time is not a plain number';
    const release = cells.release.at(row, clock);
    if (release === undefined) return 'the release time is not a plain number';
    const activeRelease = cells.activeRelease.at(row, clock);
    if (activeRelease === undefined) return 'the active release time is not a plain number';
    if (Math.max(start || 0, release || 0, activeRelease || 0) === Number.POSITIVE_INFINITY) {
      return 'a time is more than 104 days away from the first';
    }
    const device = this.#devices.place(cells.device[row], texts);
    if (device < 0) return 'the device is empty';
    const releaseOnly = Number.isNaN(start);
    if (releaseOnly && Number.isNaN(release)) return 'there is neither allocation nor release time';
    const name = this.#names.place(cells.name[row], texts);
    const end = releaseOnly ? release : this.#end(cells, row, layout, name, start, release);
    if (end === undefined) return 'the duration is not a plain number';
    if (end < start) return 'the release is before the allocation';

    const columns = this.#columns;
    const at = columns.rows++;
    columns.name[at] = name;
    // Some producers write such a size as negative, some do not.
    columns.sizeBytes[at] = releaseOnly ? -Math.abs(size) : Math.abs(size);
    columns.startNs[at] = releaseOnly ? release : start;
    columns.releaseNs[at] = end;
    columns.activeReleaseNs[at] = activeRelease < start ? Number.NaN : activeRelease;
    putTotals(columns.allocated, at, cells.allocationTotals, row);
    putTotals(columns.released, at, cells.releaseTotals, row);
    columns.stream[at] =
      cells.stream === undefined ? -1 : this.#streams.place(cells.stream[row], texts);
    columns.device[at] = device;
    columns.releaseOnly[at] = releaseOnly ? 1 : 0;
    return undefined;
  }

  /**
   * When the block was released; NaN while it is held.
   *
   * CANN writes a duration of 0 for a block that was never released, and torch_npu makes of it a
   * `cann::` row whose release is its allocation.
   */
  #end(
    cells: BatchCells,
    row: number,
    layout: Layout,
    name: number,
    start: number,
    release: number,
  ): number | undefined {
    if (layout.release.place >= 0) {
      return release === start && this.#isGe(name) ? Number.NaN : release;
    }
    const duration = cells.duration.durationAt(row, this.#clock);
    if (duration === undefined || Number.isNaN(duration)) return duration;
    return duration === 0 ? Number.NaN : start + duration;
  }

  #isGe(name: number): boolean {
    this.#isGeName[name] ??= this.#names.texts[name].startsWith(GE_PREFIX);
    return this.#isGeName[name];
  }
}
