import { type TableText, tableLines } from './csv-text.js';
import { deviceNumber } from './device-text.js';
import { type MemoryPoint, memoryRecordPoints } from './memory-record.js';
import { kbText, mbText, TimeText, trimDecimals } from './number-text.js';
import type { SimulatedCapture } from './scenario.js';

/** How memory_record.csv is written. */
export interface MemoryRecordText extends TableText {
  quoteTimes: boolean;
  tabs: boolean;
  /** A leading `Device_id` column in CANN's table (M9). */
  deviceId: boolean;
}

const V7 = [
  'Component',
  'Timestamp(us)',
  'Total Allocated(MB)',
  'Total Reserved(MB)',
  'Total Active(MB)',
  'Stream Ptr',
  'Device Type',
];
const V5 = V7.filter((header) => header !== 'Total Active(MB)' && header !== 'Stream Ptr');
const CANN = ['Component', 'Timestamp(us)', 'Total Allocated(KB)', 'Total Reserved(KB)', 'Device'];

function optional(value: number | null, text: (value: number) => string): string {
  return value === null ? '' : text(value);
}

function* lines(capture: SimulatedCapture, text: MemoryRecordText): Generator<string> {
  const { variant, startNs } = capture.options;
  const time = new TimeText(startNs);
  const timeCell = (tick: number): string => {
    const bare = variant === 'V10' ? trimDecimals(time.at(tick)) : time.at(tick);
    const cell = text.tabs ? `${bare}\t` : bare;
    return text.quoteTimes ? `"${cell}"` : cell;
  };
  const cells = (point: MemoryPoint): string[] => {
    const { component, tick, allocated, reserved, active, stream } = point;
    const number = deviceNumber(capture.options, point.device);
    const head = [component, timeCell(tick)];
    if (variant === 'M9') {
      const device = text.deviceId ? [String(number)] : [];
      return [...device, ...head, optional(allocated, kbText), kbText(reserved), `NPU:${number}`];
    }
    const totals = [optional(allocated, mbText), mbText(reserved)];
    if (variant === 'V10') return [...head, ...totals, `NPU:${number}`];
    const pointer = stream === null ? '' : (capture.streams[stream] as string);
    return [...head, ...totals, optional(active, mbText), pointer, `NPU:${number}`];
  };
  const cann = text.deviceId ? ['Device_id', ...CANN] : CANN;
  yield (variant === 'M9' ? cann : variant === 'V10' ? V5 : V7).join(',');
  for (const point of memoryRecordPoints(capture)) yield cells(point).join(',');
}

/**
 * memory_record.csv: the allocators' and the process's totals over time, in pieces of text; units as in
 * operator_memory.csv. Which events have a point, and that GE's releases show the level before, was measured on genuine
 * captures.
 */
export function memoryRecordCsv(
  capture: SimulatedCapture,
  text: MemoryRecordText,
): Generator<string> {
  return tableLines(text, lines(capture, text));
}
