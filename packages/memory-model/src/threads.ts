import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { mergedEvents } from './merged-events.js';

/** What a thread allocated, whoever released it. Times are ns after the group's origin. */
export interface ThreadHoldings {
  readonly threadId: number;
  readonly threadName: string | null;
  readonly peakBytes: number;
  readonly peakNs: number;
  readonly endBytes: number;
  readonly count: number;
}

/**
 * What each thread held: a thread owns what it allocated. BlockArrays whose thread is not known, and
 * those from before the capture, are nobody's. Levels do not cross from one capture to the next.
 *
 * O(n log n). The most first, ties by id.
 */
export function threadHoldings(
  { allocations }: MemoryGroup,
  blocks: BlockArrays,
): ThreadHoldings[] {
  const { threadId } = allocations;
  if (threadId === undefined) return [];
  const names = allocations.text('thread_name');
  const threads = new Map<number, { -readonly [K in keyof ThreadHoldings]: ThreadHoldings[K] }>();
  const levels = new Map<number, number>();
  for (let capture = 0; capture < blocks.windows.length; capture++) {
    levels.clear();
    const isOwn = (row: number) =>
      blocks.capture[row] === capture && !blocks.before[row] && !Number.isNaN(threadId[row]);
    const events = mergedEvents(blocks, isOwn);
    for (let event = 0; event < events.count; event++) {
      const row = events.row[event];
      const id = threadId[row];
      let thread = threads.get(id);
      if (thread === undefined) {
        const threadName = names.values[names.codes[row]] ?? null;
        thread = { threadId: id, threadName, peakBytes: 0, peakNs: 0, endBytes: 0, count: 0 };
        threads.set(id, thread);
      }
      const bytes = events.begins[event] ? blocks.bytes[row] : -blocks.bytes[row];
      const level = (levels.get(id) ?? 0) + bytes;
      levels.set(id, level);
      if (events.begins[event]) thread.count++;
      if (level <= thread.peakBytes) continue;
      thread.peakBytes = level;
      thread.peakNs = events.begins[event] ? blocks.startNs[row] : blocks.endNs[row];
    }
  }
  // What is held at the end is that of the last capture.
  for (const [id, level] of levels) {
    const thread = threads.get(id);
    if (thread !== undefined) thread.endBytes = level;
  }
  return [...threads.values()].sort((a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId);
}
