import type { CsvBatch, CsvField, CsvPlan } from '@rl-insight/trace-scan/csv';
import { GrowingFloat64, GrowingInt32 } from '../columns/growing.js';
import { BadRowLog } from '../csv/bad-rows.js';
import { NumberCells, TimeCells } from '../csv/cells.js';
import type { Clock } from '../csv/clock.js';
import { Header } from '../csv/header.js';
import { LabelList } from '../csv/label-list.js';
import type { TableReader, TableTexts } from '../csv/read-table.js';
import type { CounterSamples } from './samples.js';

const TOTALS = ['Total Allocated', 'Total Reserved', 'Total Active'];

/**
 * Reads the rows of `memory_record.csv` and `npu_module_mem.csv`: a component's totals at a time.
 * Columns are found by name; a total that a file has not is missing.
 */
export class CounterReader implements TableReader {
  readonly badRows = new BadRowLog();
  /** What the header lacks. */
  headerProblem: string | undefined;
  readonly #clock: Clock;
  readonly #prefix: string;
  readonly #components = new LabelList();
  readonly #devices = new LabelList();
  readonly #component = new GrowingInt32();
  readonly #device = new GrowingInt32();
  readonly #time = new GrowingFloat64();
  readonly #totals = TOTALS.map(() => new GrowingFloat64());
  /** By total: bytes of its unit; undefined where the file has none. */
  #units: readonly (number | undefined)[] = [];

  /** `prefix` is put before the components' names, e.g. `module:`. */
  constructor(clock: Clock, prefix = '') {
    this.#clock = clock;
    this.#prefix = prefix;
  }

  begin(texts: readonly string[]): CsvPlan | undefined {
    const header = new Header(texts);
    const component = header.place('Component');
    const time = header.place('Timestamp');
    const unit = header.timeUnit(time);
    const device = header.place('Device Type', 'Device');
    const totals = TOTALS.map((total) => header.place(total));
    const missing = [
      component < 0 ? 'Component' : '',
      unit === undefined ? 'Timestamp(us)' : '',
      device < 0 ? 'Device Type' : '',
      totals.every((place) => place < 0) ? 'Total Reserved(MB)' : '',
    ].filter((name) => name !== '');
    if (missing.length > 0 || unit === undefined) {
      this.headerProblem = `there is no column ${missing.map((name) => `“${name}”`).join(', ')}`;
      return undefined;
    }
    const fields: Record<string, CsvField> = {
      component: { place: component, type: 'label' },
      device: { place: device, type: 'label' },
      time: { place: time, type: 'time', unit },
    };
    totals.forEach((place, i) => {
      if (place >= 0) fields[TOTALS[i]] = { place, type: 'number' };
    });
    this.#units = totals.map((place) =>
      place < 0 ? undefined : (header.bytesPerUnit(place) ?? 1024 ** 2),
    );
    return { width: header.width, fields };
  }

  /** Samples are few: room is made as they come. */
  reserve(): void {}

  add(batch: CsvBatch, texts: TableTexts): void {
    const components = batch.codes('component');
    const devices = batch.codes('device');
    const times = new TimeCells(batch, 'time', true);
    const totals = TOTALS.map(
      (total, i) =>
        new NumberCells(batch, total, this.#units[i] !== undefined, this.#units[i] ?? 1),
    );
    for (let row = 0; row < batch.count; row++) {
      const component = this.#components.place(components[row], texts);
      const device = this.#devices.place(devices[row], texts);
      const time = times.at(row, this.#clock) ?? Number.NaN;
      const reason = whyUnusable(component, device, time);
      if (reason !== undefined) {
        this.badRows.add(reason, batch.lines[row]);
        continue;
      }
      this.#component.push(component);
      this.#device.push(device);
      this.#time.push(time);
      totals.forEach((cells, i) => {
        this.#totals[i].push(Math.round(cells.at(row)));
      });
    }
  }

  /** The samples read so far; nothing may be added any more. */
  samples(): CounterSamples {
    const [allocatedBytes, reservedBytes, activeBytes] = this.#totals.map((t) => t.values());
    return {
      rows: this.#time.length,
      timeNs: this.#time.values(),
      component: this.#component.values(),
      components: this.#components.texts.map((text) => this.#prefix + text),
      device: this.#device.values(),
      devices: this.#devices.texts,
      allocatedBytes,
      reservedBytes,
      activeBytes,
    };
  }
}

function whyUnusable(component: number, device: number, time: number): string | undefined {
  if (component < 0) return 'the component is empty';
  if (device < 0) return 'the device is empty';
  if (Number.isNaN(time)) return 'the time is not a plain number';
  if (!Number.isFinite(time)) return 'the time is more than 104 days away from the others';
  return undefined;
}
