import {
  type AllocatorHistory,
  type AllocatorState,
  allocatorState,
} from '@rl-insight/memory-model';

/** The state in which the allocator has most of the device. */
export function fullestState(history: AllocatorHistory): AllocatorState {
  const { startAt, endAt, bytes } = history.segments;
  const changes = new Map<number, number>();
  for (let i = 0; i < bytes.length; i++) {
    changes.set(startAt[i], (changes.get(startAt[i]) ?? 0) + bytes[i]);
    changes.set(endAt[i], (changes.get(endAt[i]) ?? 0) - bytes[i]);
  }
  let fullest = 0;
  let most = 0;
  let level = 0;
  for (const [at, change] of [...changes].sort(([a], [b]) => a - b)) {
    level += change;
    if (level <= most) continue;
    most = level;
    fullest = at;
  }
  return allocatorState(history, fullest);
}
