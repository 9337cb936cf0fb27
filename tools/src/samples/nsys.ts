import type { NsysExportRequest } from '../nsys/index.js';
import { RMM_SAMPLE } from './rmm.js';

/**
 * `samples/nsys-export`: the runs of `samples/rmm-logs`, with nothing from before, as Nsight Systems
 * records them: one process, two devices, `cudaMallocAsync`.
 */
export const NSYS_SAMPLE: NsysExportRequest = {
  ...{ options: { ...RMM_SAMPLE.request.options, earlierBlocks: 0 }, devices: RMM_SAMPLE.devices },
  ...{ processes: 'shared', allocator: 'async' },
};
