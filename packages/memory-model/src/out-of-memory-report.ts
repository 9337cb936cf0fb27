import type { OutOfMemory } from './out-of-memory.js';
import type { OutOfMemoryReport } from './report-types.js';
import type { UserFrames } from './user-frame.js';

/** Failed allocations as the report has them. */
export function outOfMemoryReports(
  found: readonly OutOfMemory[],
  frames: UserFrames,
  ns: (time: number) => string,
): OutOfMemoryReport[] {
  return found.map((failure) => ({
    time_ns: ns(failure.timeNs),
    thread_id: failure.threadId,
    requested_bytes: failure.requestedBytes,
    device_free_bytes: failure.deviceFreeBytes,
    user_frame: failure.callStack === '' ? '' : frames.of(failure.callStack),
    call_stack: failure.callStack,
    live_bytes: failure.liveBytes,
    before_capture_bytes: failure.beforeBytes,
    open_ranges: failure.openRanges,
    held_by_thread:
      failure.heldByThread?.map(({ threadId, openRanges, ...held }) => ({
        thread_id: threadId,
        ...held,
        open_ranges: openRanges,
      })) ?? null,
    followed_by: {
      released_bytes: failure.followedBy.releasedBytes,
      released_by_thread:
        failure.followedBy.releasedByThread?.map(({ threadId, bytes }) => ({
          thread_id: threadId,
          bytes,
        })) ?? null,
      retry: failure.followedBy.retry,
    },
  }));
}
