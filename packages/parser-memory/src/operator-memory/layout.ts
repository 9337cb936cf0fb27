import type { TimeUnit } from '@rl-insight/trace-scan/decimal';
import type { Header } from '../csv/header.js';
import type { Producer } from './columns.js';

/** A column of sizes: its place (−1: absent) and the bytes of its unit. */
export interface SizeCell {
  readonly place: number;
  readonly bytes: number;
}

/** A column of times: its place (−1: absent) and its unit. */
export interface TimeCell {
  readonly place: number;
  readonly unit: TimeUnit;
}

/** Where the columns of an `operator_memory.csv` are and in which units. */
export interface Layout {
  readonly producer: Producer;
  readonly width: number;
  readonly name: number;
  readonly size: SizeCell;
  readonly allocation: TimeCell;
  readonly release: TimeCell;
  readonly activeRelease: TimeCell;
  readonly duration: TimeCell;
  readonly allocationTotals: readonly [SizeCell, SizeCell, SizeCell];
  readonly releaseTotals: readonly [SizeCell, SizeCell, SizeCell];
  readonly stream: number;
  readonly device: number;
}

/** What a header lacks; `problems` are half sentences. */
export interface BadHeader {
  readonly problems: readonly string[];
}

export const TOTALS = ['Allocated', 'Reserved', 'Active'] as const;

/**
 * Understands a header. Every known variant (15, 14, 10 and 9 columns; KB, MB, us, ms, …) is found
 * by the columns' names and the units in their parentheses.
 */
export function readLayout(header: Header): Layout | BadHeader {
  const problems: string[] = [];
  const size = (name: string, needed: boolean): SizeCell => {
    const place = header.place(name);
    const bytes = header.bytesPerUnit(place);
    if (place < 0 && needed) problems.push(`there is no column “${name}(KB)”`);
    if (place >= 0 && bytes === undefined) {
      problems.push(`“${header.texts[place]}” is in no unit of size that is known (B, KB, MB, GB)`);
    }
    return { place, bytes: bytes ?? 1024 };
  };
  const time = (name: string, needed: boolean): TimeCell => {
    const place = header.place(name);
    const unit = header.timeUnit(place);
    if (place < 0 && needed) problems.push(`there is no column “${name}(us)”`);
    if (place >= 0 && unit === undefined) {
      problems.push(`“${header.texts[place]}” is in no unit of time that is known (s, ms, us, ns)`);
    }
    return { place, unit: unit ?? 'us' };
  };
  const totals = (moment: string) =>
    TOTALS.map((total) => size(`${moment} Total ${total}`, false)) as unknown as readonly [
      SizeCell,
      SizeCell,
      SizeCell,
    ];

  const name = header.place('Name');
  if (name < 0) problems.push('there is no column “Name”');
  const release = time('Release Time', false);
  const duration = time('Duration', release.place < 0);
  const device = header.place('Device Type', 'Device');
  if (device < 0) problems.push('there is no column “Device Type”');
  const layout: Layout = {
    producer: producerOf(header, release.place),
    width: header.width,
    name,
    size: size('Size', true),
    allocation: time('Allocation Time', true),
    release,
    activeRelease: time('Active Release Time', false),
    duration,
    allocationTotals: totals('Allocation'),
    releaseTotals: totals('Release'),
    stream: header.place('Stream Ptr'),
    device,
  };
  return problems.length > 0 ? { problems } : layout;
}

/**
 * CANN's table has no release time and its totals in KB; MindSpore's tracker has none either, but
 * MB and a trailing comma.
 */
function producerOf(header: Header, releasePlace: number): Producer {
  if (releasePlace >= 0) return 'framework';
  const total = header.place('Allocation Total Allocated');
  return total >= 0 && header.cells[total].unit === 'mb' ? 'mindspore' : 'cann';
}
