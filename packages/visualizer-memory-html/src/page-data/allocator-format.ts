/** What is known of an allocator's segments. Shared by whoever writes the pages (Node) and the page (browser). */
import type { PAGE_DATA_VERSION, PackedColumns } from './packed-format.js';

/** What the group's file says of them. */
export interface AllocatorFile {
  /** Of {@link AllocatorData}; null where blocks have addresses and nobody tells what they lie in. */
  readonly file: string | null;
}

/** What happened in an allocator's segments, see `AllocatorHistory` of the model: loaded for its view. */
export interface AllocatorData {
  readonly version: typeof PAGE_DATA_VERSION;
  /** `address` is a decimal of up to 64 bits. */
  readonly arenas: readonly {
    readonly address: string;
    readonly bytes: number;
    readonly position: number;
    readonly isJoined: boolean;
  }[];
  readonly streams: readonly string[];
  readonly pools: readonly string[];
  /**
   * `timeNs`: when each event was. What it was is told by the block, segment or failure whose state
   * begins or ends with it, and else it is the begin of a capture.
   */
  readonly events: PackedColumns;
  /** See {@link SEGMENT_COLUMNS}, {@link BLOCK_COLUMNS}; by position. */
  readonly segments: PackedColumns;
  readonly blocks: PackedColumns;
  /** `at`, `timeNs`, `requestedBytes` (+ 1; 0 where it is not known). */
  readonly failures: PackedColumns;
  readonly withoutAddress: number;
  /** Places of the events that begin a capture, and its number. */
  readonly captures: readonly (readonly [number, number])[];
}

/** `stream` and `pool` are places + 1, 0 for none; `for` is how many states it is in. */
export const SEGMENT_COLUMNS = [
  'positionBytes',
  'segmentBytes',
  'startAt',
  'for',
  'arena',
  'stream',
  'pool',
] as const;

/**
 * `positionBytes` is 0 for a block in no arena, else one more. `roundingBytes` is 0 where it is not
 * known, else one more; `waitsFor`: in how many of its last states it waits to be used again.
 */
export const BLOCK_COLUMNS = [
  'row',
  'positionBytes',
  'requestedBytes',
  'roundingBytes',
  'startAt',
  'for',
  'waitsFor',
] as const;
