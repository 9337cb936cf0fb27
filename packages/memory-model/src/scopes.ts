import type { MemoryGroup, Ranges } from '@rl-insight/memory-contract';
import { AllocatingThreads } from './allocating-threads.js';
import type { BlockArrays } from './block-arrays.js';
import { mergedEvents } from './merged-events.js';
import { openScopes } from './open-scopes.js';
import type { RangeFilter } from './range-filter.js';
import { allocateIn, type OpenEntry, releaseFrom, type ScopeContext } from './thread-scopes.js';

/**
 * One entry into a scope: a user range on one thread, or on all where the source tells no thread of
 * any allocation. Times are ns after the group's origin.
 */
export interface ScopeEntry {
  /** Of the scope itself, as the program gave it. */
  readonly name: string;
  /** Names from the outermost scope in, `/` between them, numbers folded into `#`. */
  readonly path: string;
  /** Null where the source tells no thread. */
  readonly threadId: number | null;
  readonly startNs: number;
  /** NaN for one that was still open. */
  readonly endNs: number;
  /**
   * The most that its thread allocated inside it, nested scopes included, and nobody had freed yet.
   */
  readonly maxOutstandingBytes: number;
  readonly maxOutstandingNs: number;
  /** What of that was left when it ended, or is outstanding while it is open. */
  readonly leftOutstandingBytes: number;
}

/**
 * What was outstanding in each entry into a scope. Work that a thread hands to others is theirs. In a
 * source without threads (snapshots of PyTorch) a scope is about all that was allocated while it was
 * open.
 *
 * O((n + r log r) d) for n blocks, r ranges and d ranges open at once.
 */
export function scopeEntries(
  group: MemoryGroup,
  blocks: BlockArrays,
  ranges: Ranges,
  filter: RangeFilter,
): ScopeEntry[] {
  if (ranges.rows === 0) return [];
  const threads = new AllocatingThreads(group);
  return blocks.windows.flatMap((_, capture) => {
    const scopes = openScopes(ranges, capture, filter, threads);
    if (scopes.size === 0) return [];
    const isOwn = (row: number) =>
      blocks.capture[row] === capture && !blocks.before[row] && scopes.has(threads.of(row));
    const events = mergedEvents(blocks, isOwn);
    const contexts: (ScopeContext | undefined)[] = new Array(blocks.rows);
    for (let event = 0; event < events.count; event++) {
      const row = events.row[event];
      const scope = scopes.get(threads.of(row));
      if (events.begins[event] === 1) {
        scope?.moveTo(blocks.startNs[row], blocks.startSeq.at(row));
        contexts[row] = scope?.context;
        allocateIn(contexts[row], blocks.bytes[row], blocks.startNs[row]);
      } else {
        scope?.moveTo(blocks.endNs[row], blocks.endSeq.at(row));
        releaseFrom(contexts[row], blocks.bytes[row]);
      }
    }
    return [...scopes].flatMap(([id, scope]) => {
      scope.moveTo(Number.POSITIVE_INFINITY);
      return scope.entries.map((entry) => scopeEntry(id, entry));
    });
  });
}

/** An entry as it is told, once its thread is through; NaN is a thread that is not known. */
export function scopeEntry(threadId: number, entry: OpenEntry): ScopeEntry {
  return {
    name: entry.name,
    path: entry.path,
    threadId: Number.isNaN(threadId) ? null : threadId,
    startNs: entry.startNs,
    endNs: entry.endNs,
    maxOutstandingBytes: entry.max,
    maxOutstandingNs: entry.maxNs,
    leftOutstandingBytes: entry.leftBytes,
  };
}
