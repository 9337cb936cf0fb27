import type { PlacedBlocks } from './block-lives.js';
import {
  ALLOCATOR_EVENTS,
  type AllocatorEvents,
  type FailedRequests,
  type SegmentLives,
} from './history.js';

export interface Lives extends PlacedBlocks {
  readonly segments: SegmentLives;
  readonly failures: FailedRequests;
}

/** Says in which states each is, now that the order of all events is known. */
export function setStates(events: AllocatorEvents, lives: Lives, captureId: Int32Array): void {
  const { kind, subject } = events;
  const { blocks, before, segments, failures } = lives;
  const begins = captureBegins(events);
  const never = kind.length + 1;
  segments.endAt.fill(never);
  for (let place = 0; place < blocks.row.length; place++) {
    const capture = Math.max(0, captureId[blocks.row[place]]);
    blocks.startAt[place] = before[place] ? (begins[capture] ?? 0) : 0;
    // What is not released is there until the memory of another capture takes its place.
    blocks.endAt[place] = begins[capture + 1] ?? never;
    blocks.pendingAt[place] = blocks.endAt[place];
  }
  for (let i = 0; i < kind.length; i++) {
    const at = i + 1;
    const of = subject[i];
    switch (ALLOCATOR_EVENTS[kind[i]]) {
      case 'allocate':
        blocks.startAt[of] = at;
        break;
      case 'request':
        blocks.pendingAt[of] = at;
        break;
      case 'release':
        blocks.endAt[of] = at;
        blocks.pendingAt[of] = Math.min(blocks.pendingAt[of], at);
        break;
      case 'take':
        segments.startAt[of] = at;
        break;
      case 'give':
        segments.endAt[of] = at;
        break;
      case 'fail':
        failures.at[of] = at;
        break;
      case 'capture':
        break;
    }
  }
}

/** The state that each capture begins with, by its number. */
function captureBegins({ kind, subject }: AllocatorEvents): number[] {
  const begins = [0];
  for (let i = 0; i < kind.length; i++) {
    if (ALLOCATOR_EVENTS[kind[i]] === 'capture') begins[subject[i]] = i + 1;
  }
  return begins;
}
