/** What a row of the log is of. */
export const ALLOCATE = 0;
export const FREE = 1;
/** An allocation that failed: `allocate failure`, since RMM 22.06. */
export const FAILURE = 2;

/** One row of the log, read by itself. */
export interface LogRow {
  /** Operating system's id of the thread; NaN in logs before RMM 0.16. */
  readonly threadId: number;
  /** Since midnight, ns; NaN in logs before RMM 0.13. */
  readonly timeNs: number;
  readonly action: typeof ALLOCATE | typeof FREE | typeof FAILURE;
  /** Halves of the device address; both 0 for a null pointer. */
  readonly addressLow: number;
  readonly addressHigh: number;
  readonly bytes: number;
  /** Halves of the stream's handle; 0, 1 and 2 are the default streams. */
  readonly streamLow: number;
  readonly streamHigh: number;
}

/** Bytes of each row in the memory of {@link LogRows}. */
const ROW_BYTES = 4 * 8 + 4 * 4 + 1;

/** Rows of the log as columns, in the order of the file; used again for the next ones. */
export class LogRows {
  count = 0;
  readonly capacity: number;
  /** Line of the file, from 1. */
  readonly line: Float64Array;
  readonly threadId: Float64Array;
  readonly timeNs: Float64Array;
  readonly action: Uint8Array;
  readonly addressLow: Uint32Array;
  readonly addressHigh: Uint32Array;
  readonly bytes: Float64Array;
  readonly streamLow: Uint32Array;
  readonly streamHigh: Uint32Array;

  /** @param memory of {@link LogRows.bytesFor} that capacity, perhaps shared with another thread */
  constructor(capacity: number, memory: ArrayBufferLike = new ArrayBuffer(capacity * ROW_BYTES)) {
    this.capacity = capacity;
    const doubles = (place: number) => new Float64Array(memory, 8 * place * capacity, capacity);
    const words = (place: number) => new Uint32Array(memory, 4 * place * capacity, capacity);
    this.line = doubles(0);
    this.threadId = doubles(1);
    this.timeNs = doubles(2);
    this.bytes = doubles(3);
    // In places of four bytes, after those of eight.
    this.addressLow = words(8);
    this.addressHigh = words(9);
    this.streamLow = words(10);
    this.streamHigh = words(11);
    this.action = new Uint8Array(memory, 4 * 12 * capacity, capacity);
  }

  static bytesFor(capacity: number): number {
    return capacity * ROW_BYTES;
  }

  add(row: LogRow, line: number): void {
    const at = this.count++;
    this.line[at] = line;
    this.threadId[at] = row.threadId;
    this.timeNs[at] = row.timeNs;
    this.action[at] = row.action;
    this.addressLow[at] = row.addressLow;
    this.addressHigh[at] = row.addressHigh;
    this.bytes[at] = row.bytes;
    this.streamLow[at] = row.streamLow;
    this.streamHigh[at] = row.streamHigh;
  }
}
