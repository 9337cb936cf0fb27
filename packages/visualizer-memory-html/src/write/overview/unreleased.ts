import type { Allocations } from '@rl-insight/memory-contract';

/** Rows that are read at a time: so many that the loop over them is what takes time. */
const ROWS_AT_ONCE = 4096;

/** Bytes of allocations that were not released in their capture. */
export function unreleasedBytes({ rows, views }: Allocations): number {
  const held = new Float64Array(ROWS_AT_ONCE);
  const sizes = new Float64Array(ROWS_AT_ONCE);
  let sum = 0;
  for (let begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
    const end = Math.min(begin + ROWS_AT_ONCE, rows);
    views.durationNs.copy(begin, end, held);
    views.sizeBytes.copy(begin, end, sizes);
    for (let i = 0; i < end - begin; i++) if (Number.isNaN(held[i])) sum += Math.abs(sizes[i]);
  }
  return sum;
}
