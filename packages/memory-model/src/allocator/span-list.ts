import type { AllocatorHistory } from './history.js';
import type { LiveSegments } from './live-segments.js';
import { PoolTotals } from './pool-totals.js';
import { type AllocatorState, SPAN } from './state-types.js';

/** Tiles the segments of a state with the blocks that lie in them, which come by position. */
export class SpanList {
  readonly #history: AllocatorHistory;
  readonly #segments: LiveSegments;
  readonly #pools: PoolTotals;
  readonly #firstSpan: Int32Array;
  #position: Float64Array;
  #bytes: Float64Array;
  #kind: Uint8Array;
  #block: Int32Array;
  #count = 0;
  /** The segment that is being tiled, and how far. */
  #segment = -1;
  #end = 0;
  /** How far blocks reach. */
  #covered = 0;
  #outsideBlocks = 0;
  #outsideBytes = 0;
  #overlapping = 0;
  #unknownRounding = 0;

  /** @param room for so many spans there is memory at first */
  constructor(history: AllocatorHistory, segments: LiveSegments, room: number) {
    this.#position = new Float64Array(room);
    this.#bytes = new Float64Array(room);
    this.#kind = new Uint8Array(room);
    this.#block = new Int32Array(room);
    this.#history = history;
    this.#segments = segments;
    this.#pools = new PoolTotals(segments);
    this.#firstSpan = new Int32Array(segments.count + 1);
    this.#next();
  }

  add(block: number, at: number): void {
    const { position, requestedBytes, blockBytes, pendingAt } = this.#history.blocks;
    const requested = requestedBytes[block];
    const rounded = Number.isNaN(blockBytes[block]) ? requested : blockBytes[block];
    if (Number.isNaN(blockBytes[block])) this.#unknownRounding++;
    const from = position[block];
    if (from < 0) {
      this.#outsideBlocks++;
      this.#outsideBytes += Math.max(rounded, requested);
      return;
    }
    const kind = pendingAt[block] <= at ? SPAN.pending : SPAN.allocated;
    const before = this.#outsideBytes;
    this.#cover(from, from + requested, kind, block);
    if (rounded > requested) this.#cover(from + requested, from + rounded, SPAN.rounding, block);
    if (this.#outsideBytes > before) this.#outsideBlocks++;
  }

  finish(at: number): AllocatorState {
    while (this.#segment < this.#segments.count) this.#next();
    const { position, bytes, count } = this.#segments;
    const { lists, placeOf, all } = this.#pools.inOrder();
    return {
      at,
      ...all,
      segments: {
        position: position.slice(0, count),
        bytes: bytes.slice(0, count),
        firstSpan: this.#firstSpan,
        pool: placeOf,
      },
      spans: {
        position: this.#position.subarray(0, this.#count),
        bytes: this.#bytes.subarray(0, this.#count),
        kind: this.#kind.subarray(0, this.#count),
        block: this.#block.subarray(0, this.#count),
      },
      pools: lists,
      fragmentation: all.freeBytes === 0 ? null : 1 - all.largestFreeBytes / all.freeBytes,
      outside: { blocks: this.#outsideBlocks, bytes: this.#outsideBytes },
      overlappingBytes: this.#overlapping,
      unknownRounding: this.#unknownRounding,
      lastFailure: lastFailure(this.#history, at),
    };
  }

  /** Makes a stretch a part of a block, in as many segments as it lies in. */
  #cover(begin: number, end: number, kind: number, block: number): void {
    let from = begin;
    if (from < this.#covered) {
      const over = Math.min(end, this.#covered) - from;
      this.#overlapping += over;
      from += over;
    }
    this.#covered = Math.max(this.#covered, end);
    const { position, bytes, count } = this.#segments;
    while (from < end) {
      while (this.#segment < count && position[this.#segment] + bytes[this.#segment] <= from) {
        this.#next();
      }
      const start = this.#segment < count ? position[this.#segment] : Number.POSITIVE_INFINITY;
      if (from < start) {
        const until = Math.min(end, start);
        this.#outsideBytes += until - from;
        from = until;
        continue;
      }
      const until = Math.min(end, start + bytes[this.#segment]);
      if (from > this.#end) this.#push(this.#end, from, SPAN.free, -1);
      this.#push(from, until, kind, block);
      from = until;
    }
  }

  #push(from: number, to: number, kind: number, block: number): void {
    if (this.#count === this.#kind.length) this.#grow();
    this.#position[this.#count] = from;
    this.#bytes[this.#count] = to - from;
    this.#kind[this.#count] = kind;
    this.#block[this.#count++] = block;
    this.#pools.add(this.#segment, kind, to - from);
    this.#end = to;
  }

  /** Ends the segment at hand and goes on to the next. */
  #next(): void {
    const { position, bytes, count } = this.#segments;
    if (this.#segment >= 0) {
      const end = position[this.#segment] + bytes[this.#segment];
      if (end > this.#end) this.#push(this.#end, end, SPAN.free, -1);
    }
    this.#segment++;
    this.#firstSpan[this.#segment] = this.#count;
    if (this.#segment < count) this.#end = position[this.#segment];
  }

  #grow(): void {
    const room = this.#kind.length * 2 + 16;
    const larger = <A extends Float64Array | Uint8Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.#position = larger(this.#position, new Float64Array(room));
    this.#bytes = larger(this.#bytes, new Float64Array(room));
    this.#kind = larger(this.#kind, new Uint8Array(room));
    this.#block = larger(this.#block, new Int32Array(room));
  }
}

/** Those of one time are in the order of their numbers. */
function lastFailure({ failures: { at: states } }: AllocatorHistory, at: number): number {
  let last = -1;
  for (let i = 0; i < states.length; i++) {
    if (states[i] <= at && (last < 0 || states[i] > states[last])) last = i;
  }
  return last;
}
