import type { RmmOptions } from '../rmm/options.js';
import type { NsysFormat } from './versions.js';

/** What the recorded program allocates with. */
export type NsysAllocator =
  /** Each allocation is a `cudaMalloc`. */
  | 'malloc'
  /** Each is a `cudaMallocAsync`, out of the device's pool. */
  | 'async'
  /** Some large `cudaMalloc`s, which a pool of the program's own divides: the export sees no more. */
  | 'slabs';

export interface NsysExportRequest {
  /** Of the run: of device N with `/N` after the seed, as for RMM's logs. */
  readonly options?: Partial<RmmOptions>;
  readonly devices?: number;
  /**
   * `own` (the default): a process for each device, which calls it 0. `shared`: one process; the
   * threads of device N have 1000 N more in their ids.
   */
  readonly processes?: 'own' | 'shared';
  readonly format?: NsysFormat;
  readonly allocator?: NsysAllocator;
  /** Whether names of ranges stand in their rows, in StringIds, or this and that. */
  readonly names?: 'text' | 'registered' | 'mixed';
  /** Local time less UTC of the machine that was recorded. */
  readonly zoneOffsetMinutes?: number;
  /** Machine in the upper 8 bits of global ids. */
  readonly hardwareId?: number;
  /** Of the ranges of a run, after how many a start/end range begins; 0 for none. */
  readonly startEndEvery?: number;
  /** Call stacks of allocations and releases. */
  readonly callStacks?: boolean;
  /** Without `--cuda-memory-usage` there is no table of memory. */
  readonly memoryTable?: boolean;
}

export const NSYS_DEFAULTS = {
  devices: 1,
  processes: 'own',
  allocator: 'malloc',
  names: 'mixed',
  zoneOffsetMinutes: 0,
  hardwareId: 0,
  startEndEvery: 40,
  callStacks: true,
  memoryTable: true,
} as const satisfies NsysExportRequest;

export type NsysSettings = Required<Omit<NsysExportRequest, 'options' | 'devices'>>;
