import type { AllocationLog, Moment, Totals } from './allocation-log.js';
import { deviceNumber, deviceText } from './device-text.js';
import type { RowReference } from './file-order.js';
import {
  kbText,
  mbText,
  microseconds,
  shortMicroseconds,
  TimeText,
  trimDecimals,
} from './number-text.js';
import type { OperatorMemoryText } from './operator-memory-csv.js';
import { NONE } from './operator-table.js';
import type { Variant } from './options.js';
import type { SimulatedCapture } from './scenario.js';

/** How a variant's producer writes what is special about its cells. */
interface CellStyle {
  /** Totals in KB (CANN) or MB. */
  total: (units: number) => string;
  /** Times as bare floats, without zeros at the end. */
  bareTimes: boolean;
  /** Durations as bare floats, never with a tab. */
  bareDurations: boolean;
  /** Duration of a block that is not released. */
  noDuration: string;
  /** Totals at a release that never came. */
  noReleaseTotal: string;
}

const STYLES: Readonly<Record<Variant, CellStyle>> = {
  V15: {
    total: mbText,
    bareTimes: false,
    bareDurations: false,
    noDuration: '',
    noReleaseTotal: '',
  },
  V14: {
    total: mbText,
    bareTimes: false,
    bareDurations: false,
    noDuration: '',
    noReleaseTotal: '',
  },
  V10: {
    total: mbText,
    bareTimes: true,
    bareDurations: true,
    noDuration: '',
    noReleaseTotal: '',
  },
  M9: {
    total: kbText,
    bareTimes: false,
    bareDurations: true,
    noDuration: '0',
    noReleaseTotal: '0',
  },
  MS9: {
    total: mbText,
    bareTimes: true,
    bareDurations: true,
    noDuration: '',
    noReleaseTotal: '0',
  },
};

interface LoadedRow {
  name: number;
  units: number;
  device: number;
  stream: number | null;
  isGe: boolean;
  ticks: Readonly<Record<Moment, number | null>>;
  totals: Readonly<Record<'allocation' | 'release', Totals | null>>;
}

function loadFromLog(log: AllocationLog, row: number, isGe: boolean): LoadedRow {
  const release = log.tick(row, 'release');
  return {
    name: log.name.at(row),
    units: log.units.at(row),
    device: log.device.at(row),
    stream: isGe ? null : log.stream.at(row),
    isGe,
    ticks: {
      allocation: log.tick(row, 'allocation'),
      activeRelease: log.tick(row, 'activeRelease'),
      release,
    },
    totals: {
      allocation: log.totals(row, 'allocation'),
      release: release === null ? null : log.totals(row, 'release'),
    },
  };
}

/** The cells of the row that is loaded, as text. */
export class OperatorMemoryCells {
  readonly #capture: SimulatedCapture;
  readonly #text: OperatorMemoryText;
  readonly #style: CellStyle;
  readonly #time: TimeText;
  /** torch_npu takes GE's rows from CANN's table and adds the duration to the time, so a GE block that is never
   * released looks as if it were released at once, at a total of zero. */
  readonly #geReleasedAtOnce: boolean;
  #row: LoadedRow | null = null;

  constructor(capture: SimulatedCapture, text: OperatorMemoryText) {
    const { variant, startNs } = capture.options;
    this.#capture = capture;
    this.#text = text;
    this.#style = STYLES[variant];
    this.#time = new TimeText(startNs);
    this.#geReleasedAtOnce = variant !== 'M9' && variant !== 'MS9';
  }

  load(reference: RowReference): void {
    if (reference.kind !== 'release-only') {
      const log = this.#capture.allocations[reference.kind];
      this.#row = loadFromLog(log, reference.row, reference.kind === 'GE');
      return;
    }
    const { block } = reference;
    this.#row = {
      name: NONE,
      units: -block.units,
      device: block.device,
      stream: null,
      isGe: false,
      ticks: {
        allocation: null,
        activeRelease: block.activeRelease?.tick ?? null,
        release: block.release?.tick ?? null,
      },
      totals: { allocation: null, release: block.release?.totals ?? null },
    };
  }

  get name(): string {
    const { name } = this.#loaded;
    return name === NONE ? '' : this.#capture.names.text(name);
  }

  get size(): string {
    const { units, isGe } = this.#loaded;
    const text = kbText(units);
    return isGe && this.#capture.options.variant === 'V10' ? text.replace('.0', '') : text;
  }

  get allocationTime(): string {
    return this.#timeCell(this.#loaded.ticks.allocation);
  }

  get releaseTime(): string {
    const { isGe, ticks } = this.#loaded;
    return this.#timeCell(isGe ? (ticks.release ?? ticks.allocation) : ticks.release);
  }

  get activeReleaseTime(): string {
    return this.#timeCell(this.#loaded.ticks.activeRelease);
  }

  get duration(): string {
    const { isGe, ticks } = this.#loaded;
    if (isGe && ticks.release === null && this.#geReleasedAtOnce) return '0.0';
    return this.#durationCell(ticks.release, this.#style.noDuration);
  }

  get activeDuration(): string {
    return this.#durationCell(this.#loaded.ticks.activeRelease, '');
  }

  get allocationAllocated(): string {
    return this.#totalCell('allocation', 'allocated');
  }

  get allocationReserved(): string {
    return this.#totalCell('allocation', 'reserved');
  }

  get allocationActive(): string {
    return this.#totalCell('allocation', 'active');
  }

  get releaseAllocated(): string {
    return this.#totalCell('release', 'allocated');
  }

  get releaseReserved(): string {
    return this.#totalCell('release', 'reserved');
  }

  get releaseActive(): string {
    return this.#totalCell('release', 'active');
  }

  get stream(): string {
    const { stream } = this.#loaded;
    return stream === null ? '' : (this.#capture.streams[stream] as string);
  }

  get device(): string {
    return deviceText(this.#capture.options, this.#loaded.device);
  }

  get deviceId(): string {
    return String(deviceNumber(this.#capture.options, this.#loaded.device));
  }

  get #loaded(): LoadedRow {
    if (this.#row === null) throw new Error('no row is loaded');
    return this.#row;
  }

  #missing(producers: string): string {
    return this.#text.missing === 'N/A' ? 'N/A' : producers;
  }

  #timeCell(tick: number | null): string {
    if (tick === null) return this.#missing('');
    const text = this.#time.at(tick);
    return this.#decorated(this.#style.bareTimes ? trimDecimals(text) : text);
  }

  #durationCell(until: number | null, none: string): string {
    const { allocation } = this.#loaded.ticks;
    if (until === null || allocation === null) return this.#missing(none);
    const ticks = until - allocation;
    // Durations of GE's rows are taken over from CANN's table, as floats and without the tab.
    if (this.#loaded.isGe || this.#style.bareDurations) return shortMicroseconds(ticks);
    return this.#decorated(microseconds(ticks));
  }

  #decorated(time: string): string {
    const cell = this.#text.tabs ? `${time}\t` : time;
    return this.#text.quoteTimes ? `"${cell}"` : cell;
  }

  #totalCell(moment: 'allocation' | 'release', total: keyof Totals): string {
    const { isGe, totals } = this.#loaded;
    if (isGe && total === 'active') return this.#missing('');
    const known = totals[moment];
    if (known !== null) return this.#style.total(known[total]);
    if (moment === 'allocation') return this.#missing('');
    if (isGe && this.#geReleasedAtOnce) return '0.0';
    return this.#missing(this.#style.noReleaseTotal);
  }
}
