import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { captureEvents } from './merged-events.js';

/** What a thread allocated, whoever released it. Times are ns after the group's origin. */
export interface ThreadHoldings {
  readonly threadId: number;
  readonly threadName: string | null;
  readonly peakBytes: number;
  readonly peakNs: number;
  readonly endBytes: number;
  readonly count: number;
}

type Thread = { -readonly [K in keyof ThreadHoldings]: ThreadHoldings[K] };

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
  const threads = new Map<number, Thread>();
  for (let capture = 0; capture < blocks.windows.length; capture++) {
    // What is held at the end is that of the last capture.
    for (const thread of threads.values()) thread.endBytes = 0;
    const events = captureEvents(blocks, capture);
    for (let event = 0; event < events.count; event++) {
      const row = events.row[event];
      const id = threadId[row];
      if (blocks.before[row] || Number.isNaN(id)) continue;
      let thread = threads.get(id);
      if (thread === undefined) {
        const threadName = names.values[names.codes[row]] ?? null;
        thread = { threadId: id, threadName, peakBytes: 0, peakNs: 0, endBytes: 0, count: 0 };
        threads.set(id, thread);
      }
      const begins = events.begins[event] === 1;
      thread.endBytes += begins ? blocks.bytes[row] : -blocks.bytes[row];
      if (begins) thread.count++;
      if (thread.endBytes <= thread.peakBytes) continue;
      thread.peakBytes = thread.endBytes;
      thread.peakNs = begins ? blocks.startNs[row] : blocks.endNs[row];
    }
  }
  return [...threads.values()].sort((a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId);
}
