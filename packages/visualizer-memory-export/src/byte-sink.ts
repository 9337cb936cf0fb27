const ZERO = 48;
const MINUS = 45;
/** Sign and digits of any integer that a double holds exactly, and of any double's shortest text. */
const NUMBER_BYTES = 32;

/** Collects bytes; text that is made of them one by one is never a string. */
export class ByteSink {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  byte(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  ascii(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** A safe integer in decimal. */
  integer(value: number): void {
    this.#reserve(NUMBER_BYTES);
    let rest = value;
    if (rest < 0) {
      this.#bytes[this.#length++] = MINUS;
      rest = -rest;
    }
    const begin = this.#length;
    do {
      const tenth = Math.floor(rest / 10);
      this.#bytes[this.#length++] = ZERO + (rest - tenth * 10);
      rest = tenth;
    } while (rest > 0);
    this.#bytes.subarray(begin, this.#length).reverse();
  }

  /** What was collected, and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
