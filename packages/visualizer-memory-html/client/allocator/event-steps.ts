import {
  ALLOCATOR_EVENTS,
  type AllocatorEventKind,
  type AllocatorHistory,
} from '@rl-insight/memory-model';

/** Which events one goes through. */
export const STEPS = ['any', 'segments', 'failures'] as const;
export type Steps = (typeof STEPS)[number];

const KINDS: Readonly<Record<Steps, readonly AllocatorEventKind[]>> = {
  any: ALLOCATOR_EVENTS,
  segments: ['take', 'give'],
  failures: ['fail'],
};

/** The state after the next event of a kind, or after the one before; undefined where there is none. */
export function stepFrom(
  { events }: AllocatorHistory,
  at: number,
  by: -1 | 1,
  steps: Steps,
): number | undefined {
  const wanted = KINDS[steps];
  for (let state = at + by; state > 0 && state <= events.kind.length; state += by) {
    if (wanted.includes(ALLOCATOR_EVENTS[events.kind[state - 1]])) return state;
  }
  return undefined;
}
