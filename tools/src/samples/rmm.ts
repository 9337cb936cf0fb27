import { BEFORE_MIDNIGHT_US, type RmmLogRequest } from '../rmm/index.js';

/**
 * `samples/rmm-logs`: threads of a Spark executor on two devices that are too small for them, over
 * midnight: allocations fail, others are spilled, and some requests are given up.
 */
export const RMM_SAMPLE: { readonly devices: number; readonly request: RmmLogRequest } = {
  devices: 2,
  request: {
    options: { seed: 'spark', threads: 4, events: 800, startUs: BEFORE_MIDNIGHT_US + 35_000 },
  },
};
