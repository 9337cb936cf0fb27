const LEAST_ROOM = 1 << 6;

function grown<A extends Int32Array | Uint32Array | Uint8Array | Float64Array>(
  from: A,
  room: number,
): A {
  const larger = new (from.constructor as new (length: number) => A)(room);
  larger.set(from);
  return larger;
}

/** Blocks of a device while its trace is read: 61 bytes for each. Times count from {@link Trace.originUs}. */
export class TraceRows {
  count = 0;
  /** How many were there before the trace began. */
  beforeCount = 0;
  isBefore: Uint8Array;
  /** Of a block from before, nothing. */
  startUs: Float64Array;
  allocSeq: Uint32Array;
  endUs: Float64Array;
  /** Place in the trace of what ended it, from 1; 0 while it is live. */
  endPlace: Uint32Array;
  /** When it was given back, and the same of that. */
  requestedUs: Float64Array;
  requestedPlace: Uint32Array;
  bytes: Float64Array;
  addressLow: Uint32Array;
  addressHigh: Uint32Array;
  /** Place in the call stacks, −1 for none. */
  stack: Int32Array;
  stream: Int32Array;

  /** @param rows that there is room for to begin with; memory that nobody writes to costs nothing */
  constructor(rows: number) {
    const room = Math.max(LEAST_ROOM, rows);
    this.isBefore = new Uint8Array(room);
    this.startUs = new Float64Array(room);
    this.allocSeq = new Uint32Array(room);
    this.endUs = new Float64Array(room);
    this.endPlace = new Uint32Array(room);
    this.requestedUs = new Float64Array(room);
    this.requestedPlace = new Uint32Array(room);
    this.bytes = new Float64Array(room);
    this.addressLow = new Uint32Array(room);
    this.addressHigh = new Uint32Array(room);
    this.stack = new Int32Array(room);
    this.stream = new Int32Array(room);
  }

  add(isBefore: boolean): number {
    const row = this.count++;
    if (row === this.bytes.length) this.#grow(row * 2);
    if (isBefore) {
      this.isBefore[row] = 1;
      this.beforeCount++;
    }
    return row;
  }

  isLive(row: number): boolean {
    return this.endPlace[row] === 0;
  }

  end(row: number, timeUs: number, seq: number): void {
    this.endUs[row] = timeUs;
    this.endPlace[row] = seq + 1;
  }

  #grow(room: number): void {
    this.isBefore = grown(this.isBefore, room);
    this.startUs = grown(this.startUs, room);
    this.allocSeq = grown(this.allocSeq, room);
    this.endUs = grown(this.endUs, room);
    this.endPlace = grown(this.endPlace, room);
    this.requestedUs = grown(this.requestedUs, room);
    this.requestedPlace = grown(this.requestedPlace, room);
    this.bytes = grown(this.bytes, room);
    this.addressLow = grown(this.addressLow, room);
    this.addressHigh = grown(this.addressHigh, room);
    this.stack = grown(this.stack, room);
    this.stream = grown(this.stream, room);
  }
}
