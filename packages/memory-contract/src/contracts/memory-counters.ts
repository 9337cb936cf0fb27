import { type MemoryContract, optional, required } from '../column.js';

/** The allocators' own totals over time. */
export const MEMORY_COUNTERS: MemoryContract = {
  name: 'memory_counters',
  version: '1',
  meaning:
    'What allocators, the process and its modules report of themselves over time, ordered by `time_ns`; samples of one time keep the source’s order.',
  columns: [
    required('role', 'dictionary', 'RL role; empty where the source has none'),
    required('rank_id', 'int32', 'process rank'),
    required('device_type', 'dictionary', 'e.g. `NPU:0`'),
    required('capture_id', 'int32', 'index into the captures of the row’s group'),
    required('time_ns', 'int64', 'time of the sample, ns'),
    required(
      'component',
      'dictionary',
      'who reports: an allocator (`PTA`, `GE`, `WORKSPACE`), a sum (`PTA+GE`), the process (`APP`), a module (`module:HCCL`)',
    ),
    optional('allocated_bytes', 'int64', 'handed out and not released, bytes'),
    optional('reserved_bytes', 'int64', 'taken from the device, bytes'),
    optional('active_bytes', 'int64', 'not reusable yet, bytes'),
  ],
};
