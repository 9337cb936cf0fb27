import type { MemoryGroup } from '@rl-insight/memory-contract';

/**
 * Whether the source tells which release is of which allocation. Where it does not, the level is known
 * and nothing can be said of blocks: who holds them, and which were released.
 */
export function isPaired({ info }: Pick<MemoryGroup, 'info'>): boolean {
  return info.captures.every(({ allocators }) =>
    allocators.every(({ pairing }) => pairing !== 'none'),
  );
}
