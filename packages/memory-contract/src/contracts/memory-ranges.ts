import { type MemoryContract, optional, required } from '../column.js';

/** User ranges: steps, annotations, NVTX ranges. */
export const MEMORY_RANGES: MemoryContract = {
  name: 'memory_ranges',
  version: '1',
  meaning:
    'Named ranges of time. Push/pop ranges nest on their thread; start/end ranges are roots of their own.',
  columns: [
    required('range_id', 'int64', 'identifies the range in its file'),
    required('name', 'dictionary', 'name as the program gave it'),
    required('kind', 'dictionary', '`step`, `annotation`, `nvtx` or `operator`'),
    required('start_ns', 'int64', 'begin, ns'),
    optional('end_ns', 'int64', 'end, ns; null when it was still open'),
    optional('parent_id', 'int64', '`range_id` of the enclosing range; null for a root'),
    optional('domain', 'dictionary', 'domain of the name'),
    optional('role', 'dictionary', 'RL role'),
    optional('rank_id', 'int32', 'process rank'),
    optional('device_type', 'dictionary', 'e.g. `NPU:0`; null where a range is of no device'),
    optional('capture_id', 'int32', 'index into the captures of the row’s group'),
    optional('process_id', 'int64', 'operating system’s process id'),
    optional('thread_id', 'int64', 'operating system’s thread id'),
    optional('start_seq', 'int64', 'order of the begin among all events of its capture'),
    optional('end_seq', 'int64', 'order of the end among all events of its capture'),
  ],
};
