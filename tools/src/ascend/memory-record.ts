import type { Totals } from './allocation-log.js';
import type { SimulatedCapture } from './scenario.js';

/** A sample of memory_record.csv. Totals in units of 512 bytes; null where the component does not tell them. */
export interface MemoryPoint {
  component: 'APP' | 'PTA' | 'GE' | 'PTA+GE';
  device: number;
  tick: number;
  allocated: number | null;
  reserved: number;
  active: number | null;
  /** Index of the stream, or null. */
  stream: number | null;
}

/** The process is sampled every 20 ms. */
export const SAMPLE_TICKS = 2_000_000;
/** What the process reserves beside its allocators (runtime, communication), 657.6015625 MiB in real captures. */
const PROCESS_UNITS = 1_346_768;

function* torchPoints(capture: SimulatedCapture): Generator<MemoryPoint> {
  const log = capture.allocations.PTA;
  const point = (device: number, stream: number, tick: number, totals: Totals): MemoryPoint => ({
    component: 'PTA',
    device,
    tick,
    allocated: totals.allocated,
    reserved: totals.reserved,
    active: totals.active,
    stream,
  });
  for (let place = 0; place < log.eventCount; place++) {
    const event = log.event(place);
    if (event.row !== null) {
      const { row, moment } = event;
      const tick = log.tick(row, moment) as number;
      yield point(log.device.at(row), log.stream.at(row), tick, log.totals(row, moment));
    } else {
      const unlisted = capture.unlistedEvents[event.index];
      const reported = unlisted?.block[unlisted.moment];
      if (unlisted === undefined || reported === null || reported === undefined) {
        throw new Error('an earlier block was released without a time');
      }
      yield point(unlisted.block.device, 0, reported.tick, reported.totals);
    }
  }
}

function* gePoints(capture: SimulatedCapture): Generator<MemoryPoint> {
  const log = capture.allocations.GE;
  for (let place = 0; place < log.eventCount; place++) {
    const event = log.event(place);
    if (event.row === null) continue;
    const { allocated, reserved } = log.totals(event.row, event.moment);
    yield {
      component: 'GE',
      device: log.device.at(event.row),
      stream: null,
      tick: log.tick(event.row, event.moment) as number,
      allocated,
      reserved,
      active: null,
    };
  }
}

/** Points of both allocators in order of time: one for each moment of each block. */
export function* allocatorPoints(capture: SimulatedCapture): Generator<MemoryPoint> {
  const torch = torchPoints(capture);
  const ge = gePoints(capture);
  let ofTorch = torch.next();
  let ofGe = ge.next();
  while (!ofTorch.done || !ofGe.done) {
    if (!ofTorch.done && (ofGe.done || ofTorch.value.tick <= ofGe.value.tick)) {
      yield ofTorch.value;
      ofTorch = torch.next();
    } else if (!ofGe.done) {
      yield ofGe.value;
      ofGe = ge.next();
    }
  }
}

/** What an allocator has reserved when the capture starts: as much as at its first point. */
function reservedAtStart(
  capture: SimulatedCapture,
  component: 'PTA' | 'GE',
  device: number,
): number {
  const points = component === 'PTA' ? torchPoints(capture) : gePoints(capture);
  for (const point of points) if (point.device === device) return point.reserved;
  return 0;
}

/** What the whole process reserves of one device, sampled; the allocators' part is what they hold at that time. */
export function* processPoints(capture: SimulatedCapture, device: number): Generator<MemoryPoint> {
  const reserved = {
    PTA: reservedAtStart(capture, 'PTA', device),
    GE: reservedAtStart(capture, 'GE', device),
  };
  const points = allocatorPoints(capture);
  let next = points.next();
  for (let tick = SAMPLE_TICKS; tick < capture.endTick; tick += SAMPLE_TICKS) {
    while (!next.done && next.value.tick <= tick) {
      const { component } = next.value;
      if (next.value.device === device && (component === 'PTA' || component === 'GE')) {
        reserved[component] = next.value.reserved;
      }
      next = points.next();
    }
    yield {
      component: 'APP',
      device,
      tick,
      stream: null,
      allocated: null,
      active: null,
      reserved: PROCESS_UNITS + reserved.PTA + reserved.GE,
    };
  }
}

/** All samples in the order of the file: the process first, then each allocator's point and the sum of both. */
export function* memoryRecordPoints(capture: SimulatedCapture): Generator<MemoryPoint> {
  const { devices } = capture.options;
  for (let device = 0; device < devices; device++) yield* processPoints(capture, device);
  const last = Array.from({ length: devices }, () => ({
    PTA: null as MemoryPoint | null,
    GE: null as MemoryPoint | null,
  }));
  for (const point of allocatorPoints(capture)) {
    yield point;
    const known = last[point.device];
    if (known === undefined || (point.component !== 'PTA' && point.component !== 'GE')) continue;
    known[point.component] = point;
    const { PTA, GE } = known;
    yield {
      component: 'PTA+GE',
      device: point.device,
      tick: point.tick,
      allocated: (PTA?.allocated ?? 0) + (GE?.allocated ?? 0),
      reserved: (PTA?.reserved ?? 0) + (GE?.reserved ?? 0),
      active: PTA?.active ?? null,
      stream: PTA?.stream ?? null,
    };
  }
}
