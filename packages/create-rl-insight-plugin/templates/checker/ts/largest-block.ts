import type { Rule } from '@rl-insight/core';
import { Allocations } from '@rl-insight/memory-contract';

type Table = ConstructorParameters<typeof Allocations>[0];

/** Warns of blocks of more than some MiB. */
export function largestBlock(largestMb: number): Rule {
  return {
    name: 'largest-block',
    meaning: `no block is larger than ${largestMb} MiB`,
    *check(table) {
      const { sizeBytes } = new Allocations(table as Table);
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
