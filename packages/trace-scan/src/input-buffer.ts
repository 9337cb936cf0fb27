import { isSpace } from './bytes.js';

/** The bytes of the input that are being read, and where they are in the file. */
export class InputBuffer {
  readonly capacity: number;
  /** Bytes that are filled, and the first that is not yet used up. */
  filled = 0;
  at = 0;
  /** Offset in the file of the first byte. */
  offset: number;
  readonly #renew: () => Uint8Array;
  #bytes: Uint8Array;
  #words: DataView;

  /** `memory` gives the bytes to use, and gives them anew when they have been replaced. */
  constructor(memory: () => Uint8Array, offset: number) {
    this.#renew = memory;
    this.#bytes = memory();
    this.#words = viewOf(this.#bytes);
    this.capacity = this.#bytes.length;
    this.offset = offset;
  }

  get bytes(): Uint8Array {
    // Memory that has grown leaves its old buffers empty.
    if (this.#bytes.length === 0) {
      this.#bytes = this.#renew();
      this.#words = viewOf(this.#bytes);
    }
    return this.#bytes;
  }

  get words(): DataView {
    return this.bytes.length > 0 ? this.#words : new DataView(new ArrayBuffer(0));
  }

  /** Offset in the file of the byte that is next. */
  get position(): number {
    return this.offset + this.at;
  }

  /** Offset in the file of the byte after the last. */
  get end(): number {
    return this.offset + this.filled;
  }

  get isFull(): boolean {
    return this.filled === this.capacity;
  }

  /** Takes as much of a piece as there is room for; gives how many bytes that was. */
  fill(piece: Uint8Array, from: number): number {
    const taken = Math.min(this.capacity - this.filled, piece.length - from);
    this.bytes.set(piece.subarray(from, from + taken), this.filled);
    this.filled += taken;
    return taken;
  }

  /** Moves what is not used up to the front; false when all of it is. */
  compact(): boolean {
    if (this.at === 0) return false;
    this.bytes.copyWithin(0, this.at, this.filled);
    this.offset += this.at;
    this.filled -= this.at;
    this.at = 0;
    return true;
  }

  /** The next byte that is not blank, or −1 when there is none yet. */
  peek(): number {
    const { bytes, filled } = this;
    while (this.at < filled && isSpace(bytes[this.at])) this.at++;
    return this.at < filled ? bytes[this.at] : -1;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
