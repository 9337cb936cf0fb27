import type { AllocatorHistory } from './history.js';
import { LiveSegments } from './live-segments.js';
import { SpanList } from './span-list.js';
import type { AllocatorState } from './state-types.js';

/** What an allocator's memory is after `at` events. O(n) for n blocks of the history. */
export function allocatorState(history: AllocatorHistory, at: number): AllocatorState {
  const segments = new LiveSegments(history, at);
  const spans = new SpanList(history, segments);
  const { row, startAt, endAt } = history.blocks;
  for (let block = 0; block < row.length; block++) {
    if (startAt[block] <= at && at < endAt[block]) spans.add(block, at);
  }
  return spans.finish(at);
}
