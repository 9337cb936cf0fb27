import { Int64Column } from './int64-column.js';

const NS_PER_MS = 1e6;
const BYTES_PER_KIB = 1024;

function grown<A extends Float64Array | Int32Array | Uint8Array>(from: A, rows: number): A {
  const larger = new (from.constructor as new (rows: number) => A)(rows);
  larger.set(from as never);
  return larger;
}

/**
 * The columns of `memory_summary` that differ from row to row, as Arrow has them: nothing is copied
 * when the table is made. A row is an allocation, or a release whose allocation the source does not show.
 */
export class BlockColumns {
  rows = 0;
  #capacity: number;
  readonly startNs: Int64Column;
  readonly durationNs: Int64Column;
  readonly sizeBytes: Int64Column;
  readonly allocSeq: Int64Column;
  readonly releaseSeq: Int64Column;
  readonly threadId: Int64Column;
  readonly releaseThreadId: Int64Column;
  readonly address: Int64Column;
  startMs: Float64Array;
  durationMs: Float64Array;
  sizeKb: Float64Array;
  stream: Int32Array;
  /** 1 for an allocation, 0 for a release of an unknown block. */
  isAllocation: Uint8Array;
  /** 1 where the release is known, and 1 where the thread that made it is. */
  isReleased: Uint8Array;
  hasReleaser: Uint8Array;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.startNs = new Int64Column(capacity);
    this.durationNs = new Int64Column(capacity);
    this.sizeBytes = new Int64Column(capacity);
    this.allocSeq = new Int64Column(capacity);
    this.releaseSeq = new Int64Column(capacity);
    this.threadId = new Int64Column(capacity);
    this.releaseThreadId = new Int64Column(capacity);
    this.address = new Int64Column(capacity);
    this.startMs = new Float64Array(capacity);
    this.durationMs = new Float64Array(capacity);
    this.sizeKb = new Float64Array(capacity);
    this.stream = new Int32Array(capacity);
    this.isAllocation = new Uint8Array(capacity);
    this.isReleased = new Uint8Array(capacity);
    this.hasReleaser = new Uint8Array(capacity);
  }

  /** Adds an allocation; its row. */
  allocate(timeNs: number, seq: number, threadId: number, bytes: number): number {
    const row = this.#add(timeNs, seq);
    this.sizeBytes.set(row, bytes);
    this.sizeKb[row] = bytes / BYTES_PER_KIB;
    this.isAllocation[row] = 1;
    if (!Number.isNaN(threadId)) this.threadId.set(row, threadId);
    return row;
  }

  /** Ends an allocation. The thread is NaN where it is not known. */
  release(row: number, timeNs: number, seq: number, threadId: number): void {
    const held = timeNs - this.startNs.at(row);
    this.durationNs.set(row, held);
    this.durationMs[row] = held / NS_PER_MS;
    this.releaseSeq.set(row, seq);
    this.isReleased[row] = 1;
    if (Number.isNaN(threadId)) return;
    this.releaseThreadId.set(row, threadId);
    this.hasReleaser[row] = 1;
  }

  /** Adds the release of a block that was there before the capture; its row. */
  releaseUnknown(timeNs: number, seq: number, threadId: number, bytes: number): number {
    const row = this.#add(timeNs, seq);
    this.sizeBytes.setNegative(row, bytes);
    this.sizeKb[row] = -bytes / BYTES_PER_KIB;
    this.release(row, timeNs, seq, threadId);
    return row;
  }

  /** Makes times count from elsewhere, once all rows are there: nothing can be added or released after it. */
  moveTimes(originNs: bigint): void {
    const { rows, startMs } = this;
    const perMs = BigInt(NS_PER_MS);
    const rest = Number(((originNs % perMs) + perMs) % perMs);
    const originMs = Number((originNs - BigInt(rest)) / perMs);
    const origin = Number(originNs);
    for (let row = 0; row < rows; row++) {
      const timeNs = this.startNs.at(row);
      const sum = origin + timeNs;
      if (Math.abs(sum) < Number.MAX_SAFE_INTEGER && Number.isSafeInteger(origin)) {
        startMs[row] = sum / NS_PER_MS;
        continue;
      }
      // Whole milliseconds are exact, and what is added too small for its own rounding to matter.
      const wholeMs = Math.floor(timeNs / NS_PER_MS);
      startMs[row] = originMs + wholeMs + (timeNs - wholeMs * NS_PER_MS + rest) / NS_PER_MS;
    }
    this.startNs.addTo(rows, originNs);
  }

  #add(timeNs: number, seq: number): number {
    const row = this.rows++;
    if (row === this.#capacity) this.#grow();
    this.startNs.set(row, timeNs);
    this.startMs[row] = timeNs / NS_PER_MS;
    this.allocSeq.set(row, seq);
    return row;
  }

  #grow(): void {
    const capacity = Math.max(1024, this.#capacity * 2);
    this.#capacity = capacity;
    for (const column of [this.startNs, this.durationNs, this.sizeBytes, this.allocSeq]) {
      column.reserve(capacity);
    }
    for (const column of [this.releaseSeq, this.threadId, this.releaseThreadId, this.address]) {
      column.reserve(capacity);
    }
    this.startMs = grown(this.startMs, capacity);
    this.durationMs = grown(this.durationMs, capacity);
    this.sizeKb = grown(this.sizeKb, capacity);
    this.stream = grown(this.stream, capacity);
    this.isAllocation = grown(this.isAllocation, capacity);
    this.isReleased = grown(this.isReleased, capacity);
    this.hasReleaser = grown(this.hasReleaser, capacity);
  }
}
