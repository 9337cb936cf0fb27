import type { AllocatorHistory } from './history.js';
import { LiveSegments } from './live-segments.js';
import { SpanList } from './span-list.js';
import type { AllocatorState } from './state-types.js';

/** What an allocator's memory is after `at` events. O(n) for n blocks of the history. */
export function allocatorState(history: AllocatorHistory, at: number): AllocatorState {
  const segments = new LiveSegments(history, at);
  const { row, startAt, endAt } = history.blocks;
  const live = new Int32Array(row.length);
  let count = 0;
  for (let block = 0; block < row.length; block++) {
    if (startAt[block] <= at && at < endAt[block]) live[count++] = block;
  }
  // Of most blocks there are two, and something free after them.
  const spans = new SpanList(history, segments, 3 * count + segments.count);
  for (let i = 0; i < count; i++) spans.add(live[i], at);
  return spans.finish(at);
}
