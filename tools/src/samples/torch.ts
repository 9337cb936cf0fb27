import type { TorchSnapshotRequest } from '../torch/index.js';

/**
 * `samples/torch-snapshot`: two ranks of a job on devices that are too small for it, each with a
 * recording of C++ and Python call stacks that began after the job did.
 */
export const TORCH_SAMPLE: { readonly ranks: number; readonly request: TorchSnapshotRequest } = {
  ranks: 2,
  request: {
    options: {
      ...{ seed: 'sample', events: 1500, earlierEvents: 300, capacityBytes: 80 << 20 },
      requestShare: 0.56,
      ...{ stacks: 'all', distinctStacks: 24 },
    },
    annotations: [
      { name: 'ProfilerStep#1', stage: 'START', device: 0, at: 0 },
      { name: 'forward', stage: 'START', device: 0, at: 0.1 },
      { name: 'forward', stage: 'END', device: 0, at: 0.4 },
      { name: 'ProfilerStep#1', stage: 'END', device: 0, at: 0.5 },
      { name: 'ProfilerStep#2', stage: 'START', device: 0, at: 0.5 },
      { name: 'Optimizer.step#AdamW.step', stage: 'START', device: 0, at: 0.8 },
    ],
  },
};
