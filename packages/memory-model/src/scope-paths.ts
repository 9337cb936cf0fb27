import type { MemoryGroup, Ranges, TextColumn } from '@rl-insight/memory-contract';
import { AllocatingThreads } from './allocating-threads.js';
import type { BlockArrays, EventOrder } from './block-arrays.js';
import { type OpenScopes, openScopes } from './open-scopes.js';
import { rowsByTime } from './order.js';
import type { RangeFilter } from './range-filter.js';
import { innermostScope } from './thread-scopes.js';

/** What a block is said to be of that no scope was open for. */
export const NO_SCOPE = '(no scope)';

/**
 * The innermost scope that was open on its thread when each of some blocks was allocated, as the path
 * that reports call it; {@link NO_SCOPE} where there was none, inside an excluded range, and for
 * blocks from before the capture. The codes of other blocks are −1.
 *
 * O(n log n + r d) for n blocks, r ranges and d ranges open at once.
 */
export function scopePaths(
  group: Pick<MemoryGroup, 'allocations'>,
  blocks: Pick<BlockArrays, 'rows' | 'startNs' | 'before' | 'capture' | 'windows'> & {
    readonly startSeq: EventOrder | undefined;
  },
  rows: Int32Array,
  ranges: Ranges,
  filter: RangeFilter,
): TextColumn {
  const threads = new AllocatingThreads(group);
  const codes = new Int32Array(blocks.rows).fill(-1);
  const values = [NO_SCOPE];
  const known = new Map([[NO_SCOPE, 0]]);
  const scopes = blocks.windows.map((_, capture) => openScopes(ranges, capture, filter, threads));
  for (const row of rows) codes[row] = 0;
  for (const row of rowsByTime(
    rows,
    blocks.startNs,
    blocks.startSeq,
    new Int32Array(rows.length),
  )) {
    if (blocks.before[row]) continue;
    const scope = scopes[blocks.capture[row]]?.get(threads.of(row));
    const path = scope && innermost(scope, blocks.startNs[row], blocks.startSeq?.at(row));
    if (path === undefined) continue;
    let code = known.get(path);
    if (code === undefined) {
      code = values.push(path) - 1;
      known.set(path, code);
    }
    codes[row] = code;
  }
  return { codes, values };
}

/** The path of the innermost scope of a thread at an event that is not before those asked for so far. */
function innermost(scope: OpenScopes, time: number, seq?: number): string | undefined {
  scope.moveTo(time, seq);
  return innermostScope(scope.context)?.path;
}
