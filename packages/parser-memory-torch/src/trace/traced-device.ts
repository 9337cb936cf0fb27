import { ALLOCATOR, type TimeBase } from '../tables/owner.js';
import type { DeviceEvents, PairedBlocks } from './pairing.js';
import type { Places } from './places.js';
import type { StepFinder, TraceRanges } from './ranges.js';
import type { TraceData } from './read-trace.js';

/** A device of a trace with all that its tables are made of. */
export interface TracedDevice {
  readonly data: TraceData;
  readonly events: DeviceEvents;
  readonly paired: PairedBlocks;
  readonly places: Places;
  readonly ranges: TraceRanges;
  readonly steps: StepFinder;
  readonly rank: number;
  /** Empty where no other file is of the rank. */
  readonly role: string;
  /** E.g. `GPU:0`, `CPU`. */
  readonly deviceType: string;
  /** The file, as messages name it. */
  readonly label: string;
}

/** Who manages the blocks of a device. */
export function allocatorOf({ deviceType }: TracedDevice): string {
  return deviceType === 'CPU' ? 'cpu' : ALLOCATOR;
}

/** What times of a trace count from. */
export function timeBase({ data }: TracedDevice): TimeBase {
  return { originNs: data.originNs, unitNs: 1 };
}

/** Ids of the system are whole numbers; profilers have names for some threads. */
export function idOf(text: string): number {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : Number.NaN;
}
