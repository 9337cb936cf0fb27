const LEAST_ROOM = 1 << 11;

function grown<A extends Int32Array | Uint32Array | Float64Array>(from: A): A {
  const larger = new (from.constructor as new (length: number) => A)(from.length * 2);
  larger.set(from);
  return larger;
}

/** Entries of a trace as columns, until the trace takes them. */
export class EventBatch {
  /** Number, among all entries of the file, of the first that is here. */
  base = 0;
  count = 0;
  /** Codes of texts; that of the action is −1 where it is none. */
  action = new Int32Array(LEAST_ROOM);
  /** The text that the program had set (`user_metadata`); −1 for none. */
  metadata = new Int32Array(LEAST_ROOM);
  /** Place in the call stacks; −1 for none. */
  stack = new Int32Array(LEAST_ROOM);
  /** `addr`, or `device_free` of an `oom`. */
  addressLow = new Uint32Array(LEAST_ROOM);
  addressHigh = new Uint32Array(LEAST_ROOM);
  streamLow = new Uint32Array(LEAST_ROOM);
  streamHigh = new Uint32Array(LEAST_ROOM);
  bytes = new Float64Array(LEAST_ROOM);
  /** Microseconds since 1970, as PyTorch writes them; NaN where there is none. */
  timeUs = new Float64Array(LEAST_ROOM);

  /** Makes room for one more; where it goes. */
  next(): number {
    if (this.count === this.action.length) this.#grow();
    return this.count++;
  }

  /** Forgets all that are here. */
  clear(): void {
    this.base += this.count;
    this.count = 0;
  }

  #grow(): void {
    this.action = grown(this.action);
    this.metadata = grown(this.metadata);
    this.stack = grown(this.stack);
    this.addressLow = grown(this.addressLow);
    this.addressHigh = grown(this.addressHigh);
    this.streamLow = grown(this.streamLow);
    this.streamHigh = grown(this.streamHigh);
    this.bytes = grown(this.bytes);
    this.timeUs = grown(this.timeUs);
  }
}
