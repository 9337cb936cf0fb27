/** A part of a segment. */
export interface Block {
  address: number;
  bytes: number;
  requested: number;
  state: 'active_allocated' | 'active_pending_free' | 'inactive';
  stack: number;
  readonly segment: Segment;
  before: Block | undefined;
  after: Block | undefined;
}

/** Memory that was taken from the device. */
export interface Segment {
  readonly address: number;
  bytes: number;
  readonly stream: number;
  readonly isSmall: boolean;
  first: Block;
}

/** Told of what is taken from the device and given back to it. */
export type SegmentListener = (
  action: 'segment_alloc' | 'segment_free' | 'segment_map' | 'segment_unmap',
  address: number,
  bytes: number,
  stream: number,
) => void;

/** Sizes by `c10/cuda/CUDACachingAllocator.cpp`: blocks are multiples of 512; up to 1 MiB they share 2 MiB. */
const LEAST_BLOCK = 512;
const MOST_SMALL = 1 << 20;
const SMALL_SEGMENT = 2 << 20;
const LARGE_SEGMENT = 20 << 20;
const LEAST_OWN_SEGMENT = 10 << 20;
const ROUND_LARGE = 2 << 20;
const FIRST_ADDRESS = 0x7f3a_0000_0000;
/** Expandable segments have room to grow. */
const ROOM = 2 ** 36;

/** PyTorch's caching allocator on one device, as far as its snapshots show it. */
export class CachingAllocator {
  readonly segments = new Set<Segment>();
  reservedBytes = 0;
  readonly #capacity: number;
  readonly #isExpandable: boolean;
  readonly #tell: SegmentListener;
  /** Blocks that are free, by pool. */
  readonly #free = new Map<string, Set<Block>>();
  readonly #growing = new Map<string, Segment>();
  #next = FIRST_ADDRESS;

  constructor(capacity: number, isExpandable: boolean, tell: SegmentListener) {
    this.#capacity = capacity;
    this.#isExpandable = isExpandable;
    this.#tell = tell;
  }

  get deviceFreeBytes(): number {
    return this.#capacity - this.reservedBytes;
  }

  /** Undefined where the device has no memory left, even without what is cached. */
  allocate(requested: number, stream: number, stack: number): Block | undefined {
    const bytes = Math.ceil(Math.max(requested, 1) / LEAST_BLOCK) * LEAST_BLOCK;
    const isSmall = bytes <= MOST_SMALL;
    const block = this.#find(bytes, stream, isSmall) ?? this.#take(bytes, stream, isSmall);
    if (block === undefined) return undefined;
    this.#freeOf(block).delete(block);
    const rest = block.bytes - bytes;
    if (isSmall || this.#isExpandable ? rest >= LEAST_BLOCK : rest > MOST_SMALL)
      this.#split(block, bytes);
    block.requested = requested;
    block.state = 'active_allocated';
    block.stack = stack;
    return block;
  }

  /** Makes a block free, and one with free ones beside it. */
  release(block: Block): void {
    block.state = 'inactive';
    const { before, after } = block;
    if (after?.state === 'inactive') this.#join(block, after);
    if (before?.state === 'inactive') {
      this.#join(before, block);
      return;
    }
    this.#freeOf(block).add(block);
  }

  /** Gives back what is cached and not in use. */
  emptyCache(): void {
    for (const segment of this.segments) {
      if (this.#isExpandable) this.#unmapEnd(segment);
      else if (segment.first.state === 'inactive' && segment.first.after === undefined) {
        this.#freeOf(segment.first).delete(segment.first);
        this.segments.delete(segment);
        this.reservedBytes -= segment.bytes;
        this.#tell('segment_free', segment.address, segment.bytes, segment.stream);
      }
    }
  }

  #poolOf(stream: number, isSmall: boolean): string {
    return `${stream} ${isSmall}`;
  }

  #freeOf({ segment }: Block): Set<Block> {
    const pool = this.#poolOf(segment.stream, segment.isSmall);
    const known = this.#free.get(pool) ?? new Set();
    this.#free.set(pool, known);
    return known;
  }

  #find(bytes: number, stream: number, isSmall: boolean): Block | undefined {
    let best: Block | undefined;
    for (const block of this.#free.get(this.#poolOf(stream, isSmall)) ?? []) {
      if (block.bytes < bytes || (best !== undefined && block.bytes >= best.bytes)) continue;
      best = block;
      if (block.bytes === bytes) break;
    }
    return best;
  }

  #take(bytes: number, stream: number, isSmall: boolean): Block | undefined {
    const rounded = Math.ceil(bytes / ROUND_LARGE) * ROUND_LARGE;
    const wanted = isSmall ? SMALL_SEGMENT : bytes < LEAST_OWN_SEGMENT ? LARGE_SEGMENT : rounded;
    if (this.deviceFreeBytes < wanted) this.emptyCache();
    if (this.deviceFreeBytes < wanted) return undefined;
    this.reservedBytes += wanted;
    return this.#isExpandable
      ? this.#map(wanted, stream, isSmall)
      : this.#segment('segment_alloc', wanted, { stream, isSmall, room: wanted });
  }

  #segment(
    action: 'segment_alloc' | 'segment_map',
    bytes: number,
    { stream, isSmall, room }: { stream: number; isSmall: boolean; room: number },
  ): Block {
    const segment = { address: this.#next, bytes, stream, isSmall } as Segment;
    this.#next += room;
    const block: Block = {
      ...{ address: segment.address, bytes, requested: 0, state: 'inactive', stack: -1, segment },
      ...{ before: undefined, after: undefined },
    };
    segment.first = block;
    this.segments.add(segment);
    this.#freeOf(block).add(block);
    this.#tell(action, segment.address, bytes, stream);
    return block;
  }

  /** Grows the segment of a pool; a free block at its end grows with it. */
  #map(bytes: number, stream: number, isSmall: boolean): Block {
    const pool = this.#poolOf(stream, isSmall);
    const known = this.#growing.get(pool);
    if (known === undefined || !this.segments.has(known)) {
      const block = this.#segment('segment_map', bytes, { stream, isSmall, room: ROOM });
      this.#growing.set(pool, block.segment);
      return block;
    }
    const last = lastOf(known);
    const address = known.address + known.bytes;
    this.#tell('segment_map', address, bytes, stream);
    known.bytes += bytes;
    if (last.state === 'inactive') {
      last.bytes += bytes;
      return last;
    }
    const block: Block = {
      ...{ address, bytes, requested: 0, state: 'inactive', stack: -1, segment: known },
      ...{ before: last, after: undefined },
    };
    last.after = block;
    this.#freeOf(block).add(block);
    return block;
  }

  /** Pages of 2 MiB at the end of a segment that nothing is in. */
  #unmapEnd(segment: Segment): void {
    const last = lastOf(segment);
    if (last.state !== 'inactive') return;
    const bytes = Math.floor(last.bytes / ROUND_LARGE) * ROUND_LARGE;
    if (bytes === 0) return;
    last.bytes -= bytes;
    segment.bytes -= bytes;
    this.reservedBytes -= bytes;
    this.#tell('segment_unmap', segment.address + segment.bytes, bytes, segment.stream);
    if (last.bytes > 0) return;
    this.#freeOf(last).delete(last);
    if (last.before === undefined) this.segments.delete(segment);
    else last.before.after = undefined;
  }

  #split(block: Block, bytes: number): void {
    const rest: Block = {
      ...{ address: block.address + bytes, bytes: block.bytes - bytes, requested: 0 },
      ...{ state: 'inactive', stack: -1, segment: block.segment },
      ...{ before: block, after: block.after },
    };
    if (block.after !== undefined) block.after.before = rest;
    block.after = rest;
    block.bytes = bytes;
    this.#freeOf(rest).add(rest);
  }

  /** The later of two free neighbours becomes a part of the earlier. */
  #join(first: Block, second: Block): void {
    this.#freeOf(second).delete(second);
    first.bytes += second.bytes;
    first.after = second.after;
    if (second.after !== undefined) second.after.before = first;
  }
}

function lastOf({ first }: Segment): Block {
  let block = first;
  while (block.after !== undefined) block = block.after;
  return block;
}
