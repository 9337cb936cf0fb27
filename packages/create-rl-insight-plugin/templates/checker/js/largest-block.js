import { Allocations } from '@rl-insight/memory-contract';

/**
 * Warns of blocks of more than some MiB.
 *
 * @param {number} largestMb
 * @returns {import('@rl-insight/core').Rule}
 */
export function largestBlock(largestMb) {
  return {
    name: 'largest-block',
    meaning: `no block is larger than ${largestMb} MiB`,
    *check(table) {
      const { sizeBytes } = new Allocations(
        /** @type {ConstructorParameters<typeof Allocations>[0]} */ (table),
      );
      const tooLarge = sizeBytes.filter((bytes) => bytes > largestMb * 2 ** 20);
      if (tooLarge.length === 0) return;
      yield {
        severity: 'warning',
        code: '__code__-large-block',
        message: `${tooLarge.length} blocks are larger than ${largestMb} MiB, the largest has ${tooLarge.reduce((a, b) => Math.max(a, b))} bytes`,
        remedy: 'Look at what allocates them.',
      };
    },
  };
}
