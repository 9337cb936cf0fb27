/** What a stretch of a segment is, by code. */
export const SPAN_KINDS = ['allocated', 'rounding', 'pending', 'free'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
export const SPAN = { allocated: 0, rounding: 1, pending: 2, free: 3 } as const;

/** Bytes of some segments by what they are. */
export interface SpanSums {
  readonly reservedBytes: number;
  readonly allocatedBytes: number;
  /** In blocks, beyond what was asked for. */
  readonly roundingBytes: number;
  /** Given back by the program, and not to be used again yet. */
  readonly pendingBytes: number;
  readonly freeBytes: number;
  /** The largest free stretch. */
  readonly largestFreeBytes: number;
}

/** Segments of one stream and pool. */
export interface PoolSums extends SpanSums {
  /** Place in the streams of the history, −1 where it is not known. */
  readonly stream: number;
  readonly pool: number;
  readonly segments: number;
}

/** Segments as the allocator has them at a moment, by position. */
export interface SegmentsNow {
  readonly position: Float64Array;
  readonly bytes: Float64Array;
  /** Where the spans of each begin, and the end of the last. */
  readonly firstSpan: Int32Array;
  /** Place in the pools of the state. */
  readonly pool: Int32Array;
}

/** By position: the spans of a segment tile it. */
export interface Spans {
  readonly position: Float64Array;
  readonly bytes: Float64Array;
  /** See {@link SPAN}. */
  readonly kind: Uint8Array;
  /** Place of the block in the history; −1 for what is free. */
  readonly block: Int32Array;
}

/** What an allocator's memory is at a moment. */
export interface AllocatorState extends SpanSums {
  /** How many events have happened. */
  readonly at: number;
  readonly segments: SegmentsNow;
  readonly spans: Spans;
  /** By stream, then pool. */
  readonly pools: readonly PoolSums[];
  /** 1 − largest free stretch / all that is free; null where nothing is free. */
  readonly fragmentation: number | null;
  /** Blocks, or parts of them, that lie in no segment. */
  readonly outside: { readonly blocks: number; readonly bytes: number };
  /** Bytes of blocks that lie over others: their source lost a release. */
  readonly overlappingBytes: number;
  /** Blocks of which it is not known what they were rounded to: their rest counts as free. */
  readonly unknownRounding: number;
  /** Place of the last request that failed by then; −1 for none. */
  readonly lastFailure: number;
}
