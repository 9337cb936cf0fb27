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

  constructor(capacity: number) {
    this.capacity = capacity;
    this.line = new Float64Array(capacity);
    this.threadId = new Float64Array(capacity);
    this.timeNs = new Float64Array(capacity);
    this.action = new Uint8Array(capacity);
    this.addressLow = new Uint32Array(capacity);
    this.addressHigh = new Uint32Array(capacity);
    this.bytes = new Float64Array(capacity);
    this.streamLow = new Uint32Array(capacity);
    this.streamHigh = new Uint32Array(capacity);
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
