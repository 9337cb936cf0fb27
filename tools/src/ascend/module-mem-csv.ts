import { type TableText, tableLines } from './csv-text.js';
import { deviceNumber } from './device-text.js';
import type { ModuleMemText } from './format.js';
import { processPoints, SAMPLE_TICKS } from './memory-record.js';
import { kbText, mbText, TimeText } from './number-text.js';
import { Random } from './random.js';
import type { SimulatedCapture } from './scenario.js';

/** Modules of the driver's accounting; most hold nothing. APP is what the process holds as a whole. */
const MODULES: readonly string[] = [
  'SLOG',
  'IDEDD',
  'IDEDH',
  'HCCL',
  'FMK',
  'DVPP',
  'RUNTIME',
  'CCE',
  'HDC',
  'DRV',
  'DEVMM',
  'KERNEL',
  'HCCP',
  'ROCE',
  'PROFILING',
  'DP',
  'APP',
  'TS',
  'AICPU',
  'TDT',
  'FE',
  'GE',
  'ASCENDCL',
  'BBOX',
  'TBE',
  'OP',
];

/** MiB that modules hold all the time. */
const HELD_MIB: Readonly<Record<string, number>> = { SLOG: 158, HCCL: 412, RUNTIME: 96, AICPU: 30 };
const UNITS_PER_MIB = 2048;

/** A sample of a module's memory; units of 512 bytes. */
export interface ModulePoint {
  component: string;
  device: number;
  tick: number;
  reserved: number;
}

/** All samples in the order of the file: module by module. */
export function* modulePoints(capture: SimulatedCapture): Generator<ModulePoint> {
  for (let device = 0; device < capture.options.devices; device++) {
    for (const component of MODULES) {
      if (component === 'APP') {
        for (const { tick, reserved } of processPoints(capture, device)) {
          yield { component, device, tick, reserved };
        }
        continue;
      }
      const random = new Random(`${capture.options.seed}/module/${component}/${device}`);
      let reserved = (HELD_MIB[component] ?? 0) * UNITS_PER_MIB;
      for (let tick = SAMPLE_TICKS; tick < capture.endTick; tick += SAMPLE_TICKS) {
        if (reserved > 0 && random.chance(0.1)) reserved += random.below(16);
        yield { component, device, tick, reserved };
      }
    }
  }
}

/** The table in `slices` parts, each with its header, as producers cut large ones. */
export function moduleMemCsv(
  capture: SimulatedCapture,
  text: TableText & { tabs: boolean },
  { slices, deviceId, unit }: ModuleMemText,
): Generator<string>[] {
  let count = 0;
  for (const _ of modulePoints(capture)) count++;
  const perSlice = Math.max(1, Math.ceil(count / slices));
  const time = new TimeText(capture.options.startNs);
  const header = ['Component', 'Timestamp(us)', `Total Reserved(${unit})`, 'Device'];
  function* lines(slice: number): Generator<string> {
    yield (deviceId ? ['Device_id', ...header] : header).join(',');
    let index = 0;
    for (const point of modulePoints(capture)) {
      if (Math.floor(index++ / perSlice) !== slice) continue;
      const number = deviceNumber(capture.options, point.device);
      const reserved = unit === 'MB' ? mbText(point.reserved) : kbText(point.reserved);
      const stamp = time.at(point.tick) + (text.tabs ? '\t' : '');
      const cells = [point.component, stamp, reserved, `NPU:${number}`];
      yield (deviceId ? [String(number), ...cells] : cells).join(',');
    }
  }
  return Array.from({ length: slices }, (_, slice) => tableLines(text, lines(slice)));
}
