import type { MemoryGroup, Ranges } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { mergedEvents } from './merged-events.js';
import { type OpenEntry, type OpenScopes, openScopes } from './open-scopes.js';
import type { RangeFilter } from './range-filter.js';

/** One entry into a scope: a user range on one thread. Times are ns after the group's origin. */
export interface ScopeEntry {
  /** Names from the outermost scope in, `/` between them, numbers folded into `#`. */
  readonly path: string;
  readonly threadId: number;
  readonly startNs: number;
  /**
   * The most that its thread allocated inside it, nested scopes included, and nobody had freed yet.
   */
  readonly maxOutstandingBytes: number;
  readonly maxOutstandingNs: number;
  /** What of that was left when it ended. */
  readonly leftOutstandingBytes: number;
}

/**
 * What was outstanding in each entry into a scope. Work that a thread hands to others is theirs.
 *
 * O((n + r log r) d) for n blocks, r ranges and d ranges open at once.
 */
export function scopeEntries(
  group: MemoryGroup,
  blocks: BlockArrays,
  ranges: Ranges,
  filter: RangeFilter,
): ScopeEntry[] {
  const { threadId } = group.allocations;
  if (threadId === undefined || ranges.rows === 0) return [];
  const found: ScopeEntry[] = [];
  blocks.windows.forEach((_, capture) => {
    const scopes = openScopes(ranges, capture, filter);
    if (scopes.size === 0) return;
    const counted = new Map<number, readonly OpenEntry[]>();
    const isOwn = (row: number) =>
      blocks.capture[row] === capture && !blocks.before[row] && scopes.has(threadId[row]);
    const events = mergedEvents(blocks, isOwn);
    for (let event = 0; event < events.count; event++) {
      const row = events.row[event];
      const begins = events.begins[event] === 1;
      const time = begins ? blocks.startNs[row] : blocks.endNs[row];
      const scope = scopes.get(threadId[row]) as OpenScopes;
      scope.moveTo(time);
      if (begins) counted.set(row, scope.counted);
      const bytes = begins ? blocks.bytes[row] : -blocks.bytes[row];
      for (const entry of counted.get(row) ?? []) {
        entry.outstanding += bytes;
        if (entry.outstanding > entry.max) {
          entry.max = entry.outstanding;
          entry.maxNs = time;
        }
      }
      if (!begins) counted.delete(row);
    }
    for (const [id, scope] of scopes) {
      scope.moveTo(Number.POSITIVE_INFINITY);
      for (const { range, path, max, maxNs, left, outstanding } of scope.entries) {
        const isOpen = Number.isNaN(ranges.endNs[range]);
        found.push({
          path,
          threadId: id,
          startNs: ranges.startNs[range],
          maxOutstandingBytes: max,
          maxOutstandingNs: maxNs,
          leftOutstandingBytes: isOpen ? outstanding : left,
        });
      }
    }
  });
  return found;
}
