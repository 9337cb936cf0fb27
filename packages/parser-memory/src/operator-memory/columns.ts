/**
 * The rows of an `operator_memory.csv` as columns, in the order of the file. Times are ns after
 * {@link originNs}; sizes and totals are bytes as the text has them, not rounded; NaN is missing.
 */
export interface OperatorMemory {
  readonly rows: number;
  readonly originNs: bigint;
  /** Index into {@link names}. */
  readonly name: Int32Array;
  readonly names: readonly string[];
  /** Positive, but for rows of {@link kind} `release-only`. */
  readonly sizeBytes: Float64Array;
  /** When it was allocated; for a release-only row when it was released. */
  readonly startNs: Float64Array;
  /** When the release was reported; NaN while it is held. */
  readonly releaseNs: Float64Array;
  /** When the block could be used again; NaN when it could not or is not told. */
  readonly activeReleaseNs: Float64Array;
  readonly allocated: Totals;
  readonly released: Totals;
  /** Index into {@link streams}; −1 where there is none. */
  readonly stream: Int32Array;
  readonly streams: readonly string[];
  /** Index into {@link devices}. */
  readonly device: Int32Array;
  readonly devices: readonly string[];
  /** 1 for a release whose allocation was before the capture. */
  readonly releaseOnly: Uint8Array;
  readonly producer: Producer;
}

/** An allocator's own totals, bytes; NaN where a cell is empty. */
export interface Totals {
  readonly allocated: Float64Array;
  readonly reserved: Float64Array;
  readonly active: Float64Array;
}

/** Which program's table it is, as far as its header tells. */
export type Producer =
  /** torch_npu, or MindSpore from 2.4 on: 15, 14 or 10 columns. */
  | 'framework'
  /** CANN's own export: 9 columns with totals in KB, blocks of GE only. */
  | 'cann'
  /** MindSpore's memory tracker: 9 columns with a trailing comma. */
  | 'mindspore';
