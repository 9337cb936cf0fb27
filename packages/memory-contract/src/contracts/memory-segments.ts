import { type MemoryContract, optional, required } from '../column.js';

/** What the allocator took from the device. */
export const MEMORY_SEGMENTS: MemoryContract = {
  name: 'memory_segments',
  version: '1',
  meaning: 'Segments that an allocator took from the device, ordered by `start_ns`.',
  columns: [
    required('role', 'dictionary', 'RL role; empty where the source has none'),
    required('rank_id', 'int32', 'process rank'),
    required('device_type', 'dictionary', 'e.g. `GPU:0`'),
    required('address', 'uint64', 'first address'),
    required('size_bytes', 'int64', 'bytes'),
    optional('start_ns', 'int64', 'when it was taken, ns; null when before the capture'),
    optional('end_ns', 'int64', 'when it was given back, ns; null when it was not'),
    optional('stream', 'dictionary', 'device stream'),
    optional('pool', 'dictionary', 'pool of the allocator'),
  ],
};
