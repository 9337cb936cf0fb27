/** A stretch of addresses that segments covered at some time, without a gap. */
export interface Arena {
  readonly address: bigint;
  readonly bytes: number;
  /** Where it begins: an address less a number that is the arena's own, so that a double holds it. */
  readonly position: number;
  /**
   * Whether blocks lie across borders of its segments: then it is one segment that grows in parts
   * (PyTorch's expandable segments), and what is free on both sides of a border is one free block.
   */
  readonly isJoined: boolean;
}

/** What can happen to an allocator's memory, by code. */
export const ALLOCATOR_EVENTS = [
  /** A block is handed out. */
  'allocate',
  /** The program gives a block back, which cannot be used again yet. */
  'request',
  /** A block can be used again. */
  'release',
  /** The allocator takes a segment from the device. */
  'take',
  /** It gives one back. */
  'give',
  /** An allocation fails. */
  'fail',
  /** The next capture begins: what was there is another memory. */
  'capture',
] as const;
export type AllocatorEventKind = (typeof ALLOCATOR_EVENTS)[number];

/**
 * All that happened to an allocator's memory. What is there after `n` of the events is state `n`: it
 * has the blocks and segments with `startAt <= n < endAt`.
 */
export interface AllocatorHistory {
  readonly arenas: readonly Arena[];
  readonly events: AllocatorEvents;
  readonly segments: SegmentLives;
  readonly blocks: BlockLives;
  readonly failures: FailedRequests;
  /** Allocations of the group that have no address. */
  readonly withoutAddress: number;
}

/** In their order. */
export interface AllocatorEvents {
  /** ns after the group's origin. */
  readonly timeNs: Float64Array;
  /** Place in {@link ALLOCATOR_EVENTS}. */
  readonly kind: Uint8Array;
  /** Place of the block, segment or failure; number of the capture. */
  readonly subject: Int32Array;
}

/** Ordered by position, then by begin. */
export interface SegmentLives {
  readonly position: Float64Array;
  readonly bytes: Float64Array;
  readonly startAt: Int32Array;
  readonly endAt: Int32Array;
  /** Place of the arena. */
  readonly arena: Int32Array;
  /** Place in {@link streams}, −1 where it is not known. */
  readonly stream: Int32Array;
  readonly pool: Int32Array;
  readonly streams: readonly string[];
  readonly pools: readonly string[];
}

/** Those with addresses, ordered by position; those in no arena come first and have −1. */
export interface BlockLives {
  /** Row of the group's `memory_summary`. */
  readonly row: Int32Array;
  readonly position: Float64Array;
  readonly requestedBytes: Float64Array;
  /** What the allocator rounded it to; NaN where that is not known. */
  readonly blockBytes: Float64Array;
  readonly startAt: Int32Array;
  /** From when on the program has given it back; not before {@link endAt} where it never waits. */
  readonly pendingAt: Int32Array;
  readonly endAt: Int32Array;
}

export interface FailedRequests {
  /** The state right after it. */
  readonly at: Int32Array;
  readonly timeNs: Float64Array;
  /** NaN where it is not known. */
  readonly requestedBytes: Float64Array;
}

/** The address of a position; undefined where no segment was ever there. */
export function addressAt(arenas: readonly Arena[], position: number): bigint | undefined {
  let low = 0;
  let high = arenas.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (arenas[middle].position <= position) low = middle + 1;
    else high = middle;
  }
  const arena = arenas[low - 1];
  if (arena === undefined || position > arena.position + arena.bytes) return undefined;
  return arena.address + BigInt(position - arena.position);
}

/** How many events there were up to a time, those at it included. O(log n). */
export function stateAtTime({ timeNs }: AllocatorEvents, ns: number): number {
  let low = 0;
  let high = timeNs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeNs[middle] <= ns) low = middle + 1;
    else high = middle;
  }
  return low;
}
