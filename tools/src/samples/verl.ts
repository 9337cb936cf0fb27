import type { CapturesRequest } from '../ascend/index.js';

/**
 * `samples/ascend-verl`: two training steps of a job whose rollout and update take turns on the
 * devices of two ranks. Small enough to ship, rich enough to show every kind of call stack.
 */
export const VERL_SAMPLE: CapturesRequest = {
  ranks: [0, 1],
  roles: ['rollout_generate', 'actor_update'],
  steps: [1, 2],
  capture: {
    seed: 'verl',
    allocations: 220,
    geAllocations: 24,
    distinctStacks: 24,
    stackDepth: 8,
    unreleasedShare: 0.12,
    blocksFromBefore: { count: 24, released: 5 },
  },
  format: { trace: { counters: 40, pythonFunctions: 20 } },
};
