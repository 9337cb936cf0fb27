import type { GroupInfo } from './groups.js';

/** A block begins. */
export const ALLOCATED = 0;
/** A block ends that began before in the stream. */
export const RELEASED = 1;
/** A block ends that was there before the capture: only its size is known. */
export const RELEASED_UNKNOWN = 2;
/** An allocation failed. */
export const FAILED = 3;

/** Events as columns, in their order; used again for the next ones. */
export class EventBatch {
  count = 0;
  readonly kind: Uint8Array;
  /** Never falls, ns since the source's epoch. */
  readonly timeNs: Float64Array;
  /** Thread that allocates, releases or asks; NaN where it is not known. */
  readonly threadId: Float64Array;
  /** Number of the block while it lives, small ones first; given again when it has ended. */
  readonly block: Int32Array;
  /** Of the block, of what was asked for, or NaN where that is not known. */
  readonly bytes: Float64Array;

  constructor(capacity: number) {
    this.kind = new Uint8Array(capacity);
    this.timeNs = new Float64Array(capacity);
    this.threadId = new Float64Array(capacity);
    this.block = new Int32Array(capacity);
    this.bytes = new Float64Array(capacity);
  }

  add(kind: number, timeNs: number, threadId: number, block: number, bytes: number): void {
    const at = this.count++;
    this.kind[at] = kind;
    this.timeNs[at] = timeNs;
    this.threadId[at] = threadId;
    this.block[at] = block;
    this.bytes[at] = bytes;
  }
}

/**
 * A stream of `MEMORY_EVENTS`: the blocks of one allocator of a group with one capture, for answers
 * that need no table. What has a name, a call stack or a range goes by tables.
 */
export interface EventStream {
  /** For messages: what it is read from. */
  readonly name: string;
  /** To be gone through once. */
  readonly batches: AsyncIterable<EventBatch>;
  /** The group, once all batches were taken. */
  info(): GroupInfo;
}
