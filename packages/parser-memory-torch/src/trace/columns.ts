type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

function grown<A extends Numbers>(from: A, rows: number): A {
  const larger = new (from.constructor as new (rows: number) => A)(rows);
  larger.set(from as never);
  return larger;
}

const MILLION = 1e6;
const TWO_32 = 2 ** 32;
const LEAST_ROWS = 1024;
const MOST_ROWS = 1 << 23;

/** Room for so many rows to begin with; memory that nobody writes to costs nothing. */
function roomFor(rows: number): number {
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.ceil(rows)));
}

/** `[memory]` and `[OutOfMemory]` events in the order of the file. */
export class MemoryEvents {
  count = 0;
  /** ns after the origin. */
  timeNs: Float64Array<ArrayBuffer>;
  /** Order among all events of the profiler; −1 where there is none. */
  index: Float64Array<ArrayBuffer>;
  /** Signed: negative for a release. */
  bytes: Float64Array<ArrayBuffer>;
  /** NaN where there is none, as the next one. */
  allocated: Float64Array<ArrayBuffer>;
  reserved: Float64Array<ArrayBuffer>;
  /** Halves of the address. */
  addressLow: Uint32Array<ArrayBuffer>;
  addressHigh: Uint32Array<ArrayBuffer>;
  hasAddress: Uint8Array<ArrayBuffer>;
  /** Number of the device in {@link TraceData.devices}. */
  device: Int32Array<ArrayBuffer>;
  thread: Int32Array<ArrayBuffer>;
  isFailure: Uint8Array<ArrayBuffer>;

  /** @param rows how many there may be, roundly */
  constructor(rows = 0) {
    const room = roomFor(rows);
    this.timeNs = new Float64Array(room);
    this.index = new Float64Array(room);
    this.bytes = new Float64Array(room);
    this.allocated = new Float64Array(room);
    this.reserved = new Float64Array(room);
    this.addressLow = new Uint32Array(room);
    this.addressHigh = new Uint32Array(room);
    this.hasAddress = new Uint8Array(room);
    this.device = new Int32Array(room);
    this.thread = new Int32Array(room);
    this.isFailure = new Uint8Array(room);
  }

  /** An address of 64 bits as millions and ones; in some files those beyond 2^63 are negative. */
  setAddress(row: number, millions: number, ones: number): void {
    this.hasAddress[row] = 1;
    const address = millions * MILLION + ones;
    if (address >= 0 && address <= Number.MAX_SAFE_INTEGER) {
      this.addressHigh[row] = Math.floor(address / TWO_32);
      this.addressLow[row] = address % TWO_32;
      return;
    }
    const bits = BigInt.asUintN(64, BigInt(millions) * BigInt(MILLION) + BigInt(ones));
    this.addressLow[row] = Number(bits & 0xffffffffn);
    this.addressHigh[row] = Number(bits >> 32n);
  }

  /** The place of a new row. */
  add(): number {
    if (this.count === this.timeNs.length) {
      const rows = this.count * 2;
      this.timeNs = grown(this.timeNs, rows);
      this.index = grown(this.index, rows);
      this.bytes = grown(this.bytes, rows);
      this.allocated = grown(this.allocated, rows);
      this.reserved = grown(this.reserved, rows);
      this.addressLow = grown(this.addressLow, rows);
      this.addressHigh = grown(this.addressHigh, rows);
      this.hasAddress = grown(this.hasAddress, rows);
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
  startNs: Float64Array<ArrayBuffer>;
  endNs: Float64Array<ArrayBuffer>;
  thread: Int32Array<ArrayBuffer>;
  name: Int32Array<ArrayBuffer>;
  /** Code of the call stack that stands in the event itself; −1 where there is none. */
  stack: Int32Array<ArrayBuffer>;
  kind: Uint8Array<ArrayBuffer>;

  /** @param rows how many there may be, roundly */
  constructor(rows = 0) {
    const room = roomFor(rows);
    this.startNs = new Float64Array(room);
    this.endNs = new Float64Array(room);
    this.thread = new Int32Array(room);
    this.name = new Int32Array(room);
    this.stack = new Int32Array(room);
    this.kind = new Uint8Array(room);
  }

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
