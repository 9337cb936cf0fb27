import { allocatorOfNames, PTA, WORKSPACE } from '../capture/allocators.js';
import type { CaptureContent } from '../capture/read-capture.js';
import { allRows, rowsOfCode, sortRows, take } from '../columns/order.js';
import type { CounterSamples } from '../counters/samples.js';
import { type EventOrder, orderEvents } from './event-order.js';

/** The share of one device in one capture. */
export interface DevicePart {
  readonly content: CaptureContent;
  readonly device: string;
  /** Rows of the device, by time of their allocation; ties by the order of events. */
  readonly rows: Int32Array;
  /** By row of the content: order of the events among those of this part. */
  readonly order: EventOrder;
  /** By row of the content: index into {@link allocators}. */
  readonly allocator: Int32Array;
  readonly allocators: readonly string[];
  /** The device's samples of memory_record.csv and npu_module_mem.csv. */
  readonly samples: readonly DeviceSamples[];
}

/** Rows of a file of samples that are of one device. */
export interface DeviceSamples {
  readonly samples: CounterSamples;
  readonly rows: Int32Array;
}

/** The devices that a capture has allocations or allocators' totals of, in order of appearance. */
export function devicesOf(content: CaptureContent): string[] {
  const devices = new Set(content.operators.devices);
  const [record] = content.samples;
  for (const device of record.devices) devices.add(device);
  return [...devices];
}

export function devicePart(content: CaptureContent, device: string): DevicePart {
  const { operators } = content;
  const code = operators.devices.indexOf(device);
  const own = rowsOf(operators.device, code);
  const order = orderOf(content, own);
  const samples = content.samples.map((file) => ({
    samples: file,
    rows: rowsOf(file.device, file.devices.indexOf(device)),
  }));
  const rows = sortRows(own, operators.startNs);
  return { content, device, rows, order, samples, ...allocatorsOf(content, rows, samples) };
}

function rowsOf(codes: Int32Array, code: number): Int32Array {
  return rowsOfCode(codes, code, allRows(codes.length));
}

/** The order of the part's own events; other devices' rows of the file take no numbers. */
function orderOf({ operators }: CaptureContent, rows: Int32Array): EventOrder {
  if (rows.length === operators.rows) return orderEvents(operators);
  const order = orderEvents({
    rows: rows.length,
    startNs: take(operators.startNs, rows),
    releaseNs: take(operators.releaseNs, rows),
    releaseOnly: take(operators.releaseOnly, rows),
  });
  const spread = (values: Float64Array) => {
    const all = new Float64Array(operators.rows).fill(Number.NaN);
    for (let i = 0; i < rows.length; i++) all[rows[i]] = values[i];
    return all;
  };
  return {
    byStart: order.byStart.map((i) => rows[i]),
    allocSeq: spread(order.allocSeq),
    releaseSeq: spread(order.releaseSeq),
  };
}

/**
 * The allocator of each row. A workspace block looks like any other row of the framework; it is one
 * when the workspace counter has a sample of just its time and total, and the framework's has none.
 */
function allocatorsOf(
  content: CaptureContent,
  rows: Int32Array,
  samples: readonly DeviceSamples[],
): { allocator: Int32Array; allocators: string[] } {
  const { operators } = content;
  const ofName = allocatorOfNames(operators);
  const allocators = [...new Set([...ofName, WORKSPACE])];
  const codeOfName = Int32Array.from(ofName, (name) => allocators.indexOf(name));
  const allocator = new Int32Array(operators.rows);
  const workspace = totalsByTime(samples[0], WORKSPACE);
  const framework =
    workspace.size === 0 ? new Map<number, number>() : totalsByTime(samples[0], PTA);
  const pta = allocators.indexOf(PTA);
  for (const row of rows) {
    allocator[row] = codeOfName[operators.name[row]];
    if (workspace.size === 0 || allocator[row] !== pta) continue;
    const time = operators.startNs[row];
    const total = Math.round(operators.allocated.allocated[row]);
    if (workspace.get(time) === total && framework.get(time) !== total) {
      allocator[row] = allocators.indexOf(WORKSPACE);
    }
  }
  return { allocator, allocators };
}

function totalsByTime({ samples, rows }: DeviceSamples, component: string): Map<number, number> {
  const totals = new Map<number, number>();
  const code = samples.components.indexOf(component);
  if (code < 0) return totals;
  for (const row of rows) {
    if (samples.component[row] === code)
      totals.set(samples.timeNs[row], samples.allocatedBytes[row]);
  }
  return totals;
}
