import { readNumber, type TimeUnit } from '@rl-insight/trace-scan/decimal';
import { TextInterner } from '@rl-insight/trace-scan/intern';
import { BadRowLog } from '../csv/bad-rows.js';
import { CellRange, cellTexts } from '../csv/cells.js';
import { Clock } from '../csv/clock.js';
import type { CsvRecord } from '../csv/csv-scanner.js';
import { GrowingFloat64, GrowingInt32 } from '../csv/growing.js';
import { Header } from '../csv/header.js';
import type { OperatorMemory, Totals } from './columns.js';
import { type BadHeader, type Layout, readLayout, type SizeCell, type TimeCell } from './layout.js';

const GE_PREFIX = new TextEncoder().encode('cann::');

class GrowingTotals {
  readonly #columns = [new GrowingFloat64(), new GrowingFloat64(), new GrowingFloat64()];

  push(index: number, value: number): void {
    this.#columns[index].push(value);
  }

  values(): Totals {
    const [allocated, reserved, active] = this.#columns.map((column) => column.values());
    return { allocated, reserved, active };
  }
}

/**
 * Reads the records of an `operator_memory.csv` into columns. The first record is the header.
 * Rows that make no sense are counted in {@link badRows} and left out.
 */
export class OperatorMemoryReader {
  readonly badRows = new BadRowLog();
  /** What the header lacks; set by the first record. */
  badHeader: BadHeader | undefined;
  #header: Header | undefined;
  #layout: Layout | undefined;
  readonly #clock: Clock;
  readonly #cell = new CellRange();
  readonly #nameTexts = new TextInterner((text) => text.replaceAll('""', '"'));
  readonly #streamTexts = new TextInterner((text) => text);
  readonly #deviceTexts = new TextInterner((text) => text);
  readonly #name = new GrowingInt32();
  readonly #size = new GrowingFloat64();
  readonly #start = new GrowingFloat64();
  readonly #release = new GrowingFloat64();
  readonly #activeRelease = new GrowingFloat64();
  readonly #allocated = new GrowingTotals();
  readonly #released = new GrowingTotals();
  readonly #stream = new GrowingInt32();
  readonly #device = new GrowingInt32();
  readonly #releaseOnly = new GrowingInt32();

  constructor(clock = new Clock()) {
    this.#clock = clock;
  }

  /** The header's texts; undefined before the first record. */
  get headerTexts(): readonly string[] | undefined {
    return this.#header?.texts;
  }

  get rows(): number {
    return this.#size.length;
  }

  /** Takes the next record. */
  add(record: CsvRecord): void {
    if (this.#header === undefined) {
      this.#header = new Header(cellTexts(record));
      const layout = readLayout(this.#header);
      if ('problems' in layout) this.badHeader = layout;
      else this.#layout = layout;
    } else if (this.#layout !== undefined) {
      const reason = this.#addRow(record, this.#layout);
      if (reason !== undefined) this.badRows.add(reason, record.line);
    }
  }

  /** Begins another file of the same table: its first record is a header again. */
  beginSlice(): void {
    this.#header = undefined;
    this.#layout = undefined;
  }

  /** The rows read so far; nothing may be added any more. */
  columns(producer: OperatorMemory['producer']): OperatorMemory {
    const texts = (interner: TextInterner) =>
      Array.from({ length: interner.size }, (_, code) => interner.text(code));
    return {
      rows: this.rows,
      originNs: this.#clock.originNs,
      name: this.#name.values(),
      names: texts(this.#nameTexts),
      sizeBytes: this.#size.values(),
      startNs: this.#start.values(),
      releaseNs: this.#release.values(),
      activeReleaseNs: this.#activeRelease.values(),
      allocated: this.#allocated.values(),
      released: this.#released.values(),
      stream: this.#stream.values(),
      streams: texts(this.#streamTexts),
      device: this.#device.values(),
      devices: texts(this.#deviceTexts),
      releaseOnly: Uint8Array.from(this.#releaseOnly.values()),
      producer,
    };
  }

  get producer(): OperatorMemory['producer'] {
    return this.#layout?.producer ?? 'framework';
  }

  /** Adds a row, or tells why it cannot be used. */
  #addRow(record: CsvRecord, layout: Layout): string | undefined {
    if (record.count < layout.width) return `fewer cells than the header’s ${layout.width}`;
    if (this.#hasMore(record, layout.width)) return `more cells than the header’s ${layout.width}`;
    const size = this.#bytes(record, layout.size);
    if (Number.isNaN(size)) return 'the size is not a number';
    if (size === 0) return 'the size is zero';
    const start = this.#time(record, layout.allocation);
    if (start === undefined) return 'the allocation time is not a plain number';
    const release = this.#time(record, layout.release);
    if (release === undefined) return 'the release time is not a plain number';
    const activeRelease = this.#time(record, layout.activeRelease);
    if (activeRelease === undefined) return 'the active release time is not a plain number';
    if (Math.max(start || 0, release || 0, activeRelease || 0) === Number.POSITIVE_INFINITY) {
      return 'a time is more than 104 days away from the first';
    }
    if (!this.#cell.select(record, layout.device)) return 'the device is empty';
    const device = this.#code(this.#deviceTexts, record, false);

    const releaseOnly = Number.isNaN(start);
    if (releaseOnly && Number.isNaN(release)) return 'there is neither allocation nor release time';
    const end = releaseOnly ? release : this.#end(record, layout, start, release);
    if (end === undefined) return 'the duration is not a plain number';
    if (end < start) return 'the release is before the allocation';

    this.#name.push(this.#nameCode(record, layout.name));
    // Some producers write such a size as negative, some do not.
    this.#size.push(releaseOnly ? -Math.abs(size) : Math.abs(size));
    this.#start.push(releaseOnly ? release : start);
    this.#release.push(end);
    this.#activeRelease.push(activeRelease < start ? Number.NaN : activeRelease);
    layout.allocationTotals.forEach((cell, i) => {
      this.#allocated.push(i, this.#bytes(record, cell));
    });
    layout.releaseTotals.forEach((cell, i) => {
      this.#released.push(i, this.#bytes(record, cell));
    });
    this.#stream.push(
      this.#cell.select(record, layout.stream) ? this.#code(this.#streamTexts, record, false) : -1,
    );
    this.#device.push(device);
    this.#releaseOnly.push(releaseOnly ? 1 : 0);
    return undefined;
  }

  /**
   * When the block was released; NaN while it is held.
   *
   * CANN writes a duration of 0 for a block that was never released, and torch_npu makes of it a
   * `cann::` row whose release is its allocation.
   */
  #end(record: CsvRecord, layout: Layout, start: number, release: number): number | undefined {
    if (layout.release.place >= 0) {
      return release === start && this.#isGeRow(record, layout.name) ? Number.NaN : release;
    }
    if (!this.#cell.select(record, layout.duration.place)) return Number.NaN;
    const duration = this.#clock.readDuration(record.bytes, this.#cell, layout.duration.unit);
    if (Number.isNaN(duration)) return undefined;
    return duration === 0 ? Number.NaN : start + duration;
  }

  #isGeRow(record: CsvRecord, place: number): boolean {
    const start = record.starts[place];
    return GE_PREFIX.every((byte, i) => record.bytes[start + i] === byte);
  }

  #hasMore(record: CsvRecord, width: number): boolean {
    for (let field = width; field < record.count; field++) {
      if (record.starts[field] !== record.ends[field]) return true;
    }
    return false;
  }

  #nameCode(record: CsvRecord, place: number): number {
    this.#cell.start = record.starts[place];
    this.#cell.end = record.ends[place];
    return this.#code(this.#nameTexts, record, record.doubled[place] === 1);
  }

  #code(texts: TextInterner, record: CsvRecord, escaped: boolean): number {
    return texts.code(record.bytes, record.words, this.#cell.start, this.#cell.end, escaped);
  }

  /** A size, bytes, not rounded; NaN where the cell is empty or no number. */
  #bytes(record: CsvRecord, cell: SizeCell): number {
    if (!this.#cell.select(record, cell.place)) return Number.NaN;
    // Units are powers of two, so the product is as exact as the text.
    return readNumber(record.bytes, this.#cell.start, this.#cell.end) * cell.bytes;
  }

  /** A time, NaN where the cell is empty, undefined where it is not a time. */
  #time(record: CsvRecord, { place, unit }: TimeCell): number | undefined {
    if (!this.#cell.select(record, place)) return Number.NaN;
    const time = this.#clock.read(record.bytes, this.#cell, unit as TimeUnit);
    return Number.isNaN(time) ? undefined : time;
  }
}
