import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';

/** What an operator allocated and gave back at once. */
export interface Churn {
  readonly name: string;
  readonly bytes: number;
  readonly count: number;
}

/**
 * Bytes that were allocated and released before anything else was allocated on the same thread: what
 * an operator needs within itself, and what a larger workspace would spare the allocator. By
 * operator, the most first, ties by name. O(n) for rows in their contract's order.
 */
export function shortLived({ allocations }: MemoryGroup, blocks: BlockArrays): Churn[] {
  const { threadId } = allocations;
  const name = allocations.text('name');
  const sums = new Map<number, { bytes: number; count: number }>();
  /** The last block of each thread that is still the thread's last. */
  const last = new Map<number, number>();
  const settle = (row: number, until: number) => {
    if (!(blocks.endNs[row] <= until)) return;
    const code = name.codes[row];
    const sum = sums.get(code) ?? { bytes: 0, count: 0 };
    sums.set(code, sum);
    sum.bytes += blocks.bytes[row];
    sum.count++;
  };
  for (let row = 0; row < blocks.rows; row++) {
    if (blocks.before[row]) continue;
    const thread = threadId === undefined ? Number.NaN : threadId[row];
    const previous = last.get(thread);
    const isSameCapture =
      previous !== undefined && blocks.capture[previous] === blocks.capture[row];
    if (previous !== undefined) {
      settle(previous, isSameCapture ? blocks.startNs[row] : Number.POSITIVE_INFINITY);
    }
    last.set(thread, row);
  }
  for (const row of last.values()) settle(row, Number.MAX_VALUE);
  return [...sums]
    .map(([code, sum]) => ({ name: name.values[code] ?? '', ...sum }))
    .sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}
