import { type MemoryContract, optional, required } from '../column.js';

/** Allocations that failed. */
export const MEMORY_FAILURES: MemoryContract = {
  name: 'memory_failures',
  version: '1',
  meaning: 'Allocations that failed, ordered by `time_ns`.',
  columns: [
    required('role', 'dictionary', 'RL role; empty where the source has none'),
    required('rank_id', 'int32', 'process rank'),
    required('device_type', 'dictionary', 'e.g. `GPU:0`'),
    required('time_ns', 'int64', 'when it failed, ns'),
    optional('process_id', 'int64', 'operating system’s process id'),
    optional('thread_id', 'int64', 'operating system’s thread id'),
    optional('seq', 'int64', 'order among all events of its capture'),
    optional('requested_bytes', 'int64', 'what was asked for; null where the source does not tell'),
    optional('device_free_bytes', 'int64', 'what the device had free, bytes'),
    optional('call_stack', 'dictionary', 'frames, innermost first, joined by `;\\r\\n`'),
    optional('range_id', 'int64', 'innermost user range open on the thread'),
  ],
};
