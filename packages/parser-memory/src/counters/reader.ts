import { readNumber } from '@rl-insight/trace-scan/decimal';
import { TextInterner } from '@rl-insight/trace-scan/intern';
import { BadRowLog } from '../csv/bad-rows.js';
import { CellRange, cellTexts } from '../csv/cells.js';
import type { Clock } from '../csv/clock.js';
import type { CsvRecord } from '../csv/csv-scanner.js';
import { GrowingFloat64, GrowingInt32 } from '../csv/growing.js';
import { Header } from '../csv/header.js';
import type { CounterSamples } from './samples.js';

interface CounterLayout {
  readonly width: number;
  readonly component: number;
  readonly time: number;
  readonly device: number;
  readonly totals: readonly number[];
}

const TOTALS = ['Total Allocated', 'Total Reserved', 'Total Active'];

/**
 * Reads the records of `memory_record.csv` and `npu_module_mem.csv`: a component's totals at a
 * time. Columns are found by name; a total that a file has not is missing.
 */
export class CounterReader {
  readonly badRows = new BadRowLog();
  /** What the header lacks; set by the first record. */
  headerProblem: string | undefined;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #cell = new CellRange();
  readonly #components = new TextInterner((text) => text);
  readonly #devices = new TextInterner((text) => text);
  readonly #component = new GrowingInt32();
  readonly #device = new GrowingInt32();
  readonly #time = new GrowingFloat64();
  readonly #totals = TOTALS.map(() => new GrowingFloat64());
  #header: Header | undefined;
  #layout: CounterLayout | undefined;

  /** `prefix` is put before the components' names, e.g. `module:`. */
  constructor(clock: Clock, prefix = '') {
    this.#clock = clock;
    this.#prefix = prefix;
  }

  /** Begins another file: its first record is a header again. */
  beginSlice(): void {
    this.#header = undefined;
    this.#layout = undefined;
  }

  /** Takes the next record. */
  add(record: CsvRecord): void {
    if (this.#header === undefined) {
      this.#header = new Header(cellTexts(record));
      this.#layout = this.#readHeader(this.#header);
    } else if (this.#layout !== undefined) {
      const reason = this.#addRow(record, this.#header, this.#layout);
      if (reason !== undefined) this.badRows.add(reason, record.line);
    }
  }

  /** The samples read so far; nothing may be added any more. */
  samples(): CounterSamples {
    const texts = (interner: TextInterner, prefix: string) =>
      Array.from({ length: interner.size }, (_, code) => prefix + interner.text(code));
    const [allocatedBytes, reservedBytes, activeBytes] = this.#totals.map((t) => t.values());
    return {
      rows: this.#time.length,
      timeNs: this.#time.values(),
      component: this.#component.values(),
      components: texts(this.#components, this.#prefix),
      device: this.#device.values(),
      devices: texts(this.#devices, ''),
      allocatedBytes,
      reservedBytes,
      activeBytes,
    };
  }

  #readHeader(header: Header): CounterLayout | undefined {
    const layout = {
      width: header.width,
      component: header.place('Component'),
      time: header.place('Timestamp'),
      device: header.place('Device Type', 'Device'),
      totals: TOTALS.map((total) => header.place(total)),
    };
    const missing = [
      layout.component < 0 ? 'Component' : '',
      header.timeUnit(layout.time) === undefined ? 'Timestamp(us)' : '',
      layout.device < 0 ? 'Device Type' : '',
      layout.totals.every((place) => place < 0) ? 'Total Reserved(MB)' : '',
    ].filter((name) => name !== '');
    if (missing.length === 0) return layout;
    this.headerProblem = `there is no column ${missing.map((name) => `“${name}”`).join(', ')}`;
    return undefined;
  }

  #addRow(record: CsvRecord, header: Header, layout: CounterLayout): string | undefined {
    if (record.count < layout.width) return `fewer cells than the header’s ${layout.width}`;
    const cell = this.#cell;
    if (!cell.select(record, layout.component)) return 'the component is empty';
    const component = this.#code(this.#components, record);
    if (!cell.select(record, layout.device)) return 'the device is empty';
    const device = this.#code(this.#devices, record);
    const unit = header.timeUnit(layout.time) ?? 'us';
    const time = cell.select(record, layout.time)
      ? this.#clock.read(record.bytes, cell, unit)
      : Number.NaN;
    if (Number.isNaN(time)) return 'the time is not a plain number';
    if (!Number.isFinite(time)) return 'the time is more than 104 days away from the others';
    this.#component.push(component);
    this.#device.push(device);
    this.#time.push(time);
    layout.totals.forEach((place, i) => {
      const bytes = header.bytesPerUnit(place) ?? 1024 ** 2;
      this.#totals[i].push(
        cell.select(record, place)
          ? Math.round(readNumber(record.bytes, cell.start, cell.end) * bytes)
          : Number.NaN,
      );
    });
    return undefined;
  }

  #code(texts: TextInterner, record: CsvRecord): number {
    return texts.code(record.bytes, record.words, this.#cell.start, this.#cell.end, false);
  }
}
