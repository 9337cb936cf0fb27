import { type MemoryContract, optional, required } from '../column.js';

/** Frames of a call stack, innermost first, are joined by this. */
export const FRAME_SEPARATOR = ';\r\n';

/** The operator's name where the source has none. */
export const UNKNOWN_NAME = '(unknown)';

/** How the call stack of an allocation was found. */
export const STACK_MATCHES = [
  'recorded',
  'forward',
  'queue-recorded',
  'queue-forward',
  'nearest',
  'none',
] as const;
export type StackMatch = (typeof STACK_MATCHES)[number];

/** One row an allocation; its release is part of the row. */
export const MEMORY_SUMMARY: MemoryContract = {
  name: 'memory_summary',
  version: '1',
  meaning:
    'One row an allocation, its release included, ordered by (`start_time_ns`, `alloc_seq`) where those columns are, otherwise by `start_time_ms`; ties keep the source’s order.',
  columns: [
    required(
      'name',
      'dictionary',
      'operator that allocated; `(unknown)` where the source has none',
    ),
    required('role', 'dictionary', 'RL role, e.g. `actor_update`; empty where the source has none'),
    required('rank_id', 'int32', 'process rank'),
    required(
      'call_stack',
      'dictionary',
      'frames, innermost first, joined by `;\\r\\n`; empty when unknown',
    ),
    required('call_stack_top', 'dictionary', 'the first frame of `call_stack`'),
    required(
      'size_kb',
      'float64',
      'size, KiB; negative only for a release whose allocation was not seen',
    ),
    required('start_time_ms', 'float64', 'time of the allocation (or of that release), ms'),
    required(
      'duration_ms',
      'float64',
      'how long it was held, ms; 0 when not released in its capture',
    ),
    required('total_allocated_mb', 'float64', 'the allocator’s own total at that moment, MiB', {
      nullable: true,
    }),
    required(
      'total_reserved_mb',
      'float64',
      'what the allocator had reserved at that moment, MiB',
      {
        nullable: true,
      },
    ),
    required('total_active_mb', 'float64', 'what was not reusable at that moment, MiB', {
      nullable: true,
    }),
    required('device_type', 'dictionary', 'e.g. `NPU:0`, `GPU:1`, `CPU`'),
    optional('start_time_ns', 'int64', 'time of the allocation, exact, ns'),
    optional(
      'duration_ns',
      'int64',
      'how long it was held, exact, ns; null when not released in its capture',
    ),
    optional('size_bytes', 'int64', 'exact size, bytes; signed as `size_kb`'),
    optional('capture_id', 'int32', 'index into the captures of the row’s group'),
    optional('alloc_seq', 'int64', 'order of the allocation among all events of its capture'),
    optional('release_seq', 'int64', 'order of the release among all events of its capture'),
    optional('allocator', 'dictionary', 'who manages the block: `PTA`, `GE`, `WORKSPACE`, …'),
    optional(
      'before_capture',
      'bool',
      'the block was there when the capture (or what is kept of it) began',
    ),
    optional('block_size_bytes', 'int64', 'size the allocator rounded it to, bytes'),
    optional('active_duration_ns', 'int64', 'until the block could be used again, ns'),
    optional(
      'release_requested_ns',
      'int64',
      'when the program gave it back, where that is earlier than `duration_ns` says; ns after `start_time_ns`',
    ),
    optional('stack_match', 'dictionary', `how the stack was found: ${STACK_MATCHES.join(', ')}`),
    optional('step', 'int32', 'training step'),
    optional('process_id', 'int64', 'operating system’s process id'),
    optional('thread_id', 'int64', 'operating system’s id of the thread that allocated'),
    optional('release_thread_id', 'int64', 'operating system’s id of the thread that released'),
    optional('thread_name', 'dictionary', 'name of the thread that allocated'),
    optional(
      'range_id',
      'int64',
      'innermost user range open on the thread, a row of `memory_ranges`',
    ),
    optional('stream', 'dictionary', 'device stream'),
    optional('memory_kind', 'dictionary', 'device, pinned, managed, … as the source says'),
    optional('address', 'uint64', 'address of the block'),
  ],
};
