type Numbers = Float64Array | Int32Array | Uint8Array;

function grown<A extends Numbers>(from: A, rows: number): A {
  const larger = new (from.constructor as new (rows: number) => A)(rows);
  larger.set(from as never);
  return larger;
}

const FIRST_ROWS = 1024;

/** `[memory]` and `[OutOfMemory]` events in the order of the file. */
export class MemoryEvents {
  count = 0;
  /** ns after the origin. */
  timeNs = new Float64Array(FIRST_ROWS);
  /** Order among all events of the profiler; −1 where there is none. */
  index = new Float64Array(FIRST_ROWS);
  /** Signed: negative for a release. */
  bytes = new Float64Array(FIRST_ROWS);
  /** NaN where there is none, as the next one. */
  allocated = new Float64Array(FIRST_ROWS);
  reserved = new Float64Array(FIRST_ROWS);
  /** Code of its text; −1 where there is none. */
  address = new Int32Array(FIRST_ROWS);
  /** Number of the device in {@link TraceData.devices}. */
  device = new Int32Array(FIRST_ROWS);
  thread = new Int32Array(FIRST_ROWS);
  isFailure = new Uint8Array(FIRST_ROWS);

  /** The place of a new row. */
  add(): number {
    if (this.count === this.timeNs.length) {
      const rows = this.count * 2;
      this.timeNs = grown(this.timeNs, rows);
      this.index = grown(this.index, rows);
      this.bytes = grown(this.bytes, rows);
      this.allocated = grown(this.allocated, rows);
      this.reserved = grown(this.reserved, rows);
      this.address = grown(this.address, rows);
      this.device = grown(this.device, rows);
      this.thread = grown(this.thread, rows);
      this.isFailure = grown(this.isFailure, rows);
    }
    return this.count++;
  }
}

/** Operators, Python functions and annotations in the order of the file. */
export class SpanRows {
  count = 0;
  startNs = new Float64Array(FIRST_ROWS);
  endNs = new Float64Array(FIRST_ROWS);
  thread = new Int32Array(FIRST_ROWS);
  name = new Int32Array(FIRST_ROWS);
  /** Code of the call stack that stands in the event itself; −1 where there is none. */
  stack = new Int32Array(FIRST_ROWS);
  kind = new Uint8Array(FIRST_ROWS);

  add(): number {
    if (this.count === this.startNs.length) {
      const rows = this.count * 2;
      this.startNs = grown(this.startNs, rows);
      this.endNs = grown(this.endNs, rows);
      this.thread = grown(this.thread, rows);
      this.name = grown(this.name, rows);
      this.stack = grown(this.stack, rows);
      this.kind = grown(this.kind, rows);
    }
    return this.count++;
  }
}
