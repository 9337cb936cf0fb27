const LEAST_SLOTS = 1024;
const LEAST_BYTES = 1 << 14;
const FNV_PRIME = 0x01000193;
const FNV_START = 0x811c9dc5 | 0;

/** Texts by number, each kept once, as bytes until somebody reads it. */
export class TextTable {
  /** How many there are. */
  count = 0;
  #bytes = new Uint8Array(LEAST_BYTES);
  #used = 0;
  /** Where each ends in the bytes; it begins where the one before ends. */
  #ends = new Int32Array(LEAST_SLOTS);
  #hashes = new Int32Array(LEAST_SLOTS);
  #slots = new Int32Array(LEAST_SLOTS * 2).fill(-1);
  readonly #decoded: (string | undefined)[] = [];
  readonly #decoder = new TextDecoder();

  /** The number of a text that is given as UTF-8. */
  intern(from: Uint8Array, start: number, end: number): number {
    let hash = FNV_START;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ from[i], FNV_PRIME);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]; known >= 0; known = this.#slots[slot]) {
      if (this.#hashes[known] === hash && this.#isSame(known, from, start, end)) return known;
      slot = (slot + 1) & mask;
    }
    return this.#add(hash, slot, from, start, end);
  }

  /** The number of a text. */
  code(text: string): number {
    const bytes = new TextEncoder().encode(text);
    return this.intern(bytes, 0, bytes.length);
  }

  text(code: number): string {
    let text = this.#decoded[code];
    if (text === undefined) {
      const start = code === 0 ? 0 : this.#ends[code - 1];
      text = this.#decoder.decode(this.#bytes.subarray(start, this.#ends[code]));
      this.#decoded[code] = text;
    }
    return text;
  }

  #isSame(code: number, from: Uint8Array, start: number, end: number): boolean {
    const at = code === 0 ? 0 : this.#ends[code - 1];
    const length = end - start;
    if (this.#ends[code] - at !== length) return false;
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[at + i] !== from[start + i]) return false;
    return true;
  }

  #add(hash: number, slot: number, from: Uint8Array, start: number, end: number): number {
    const code = this.count++;
    const used = this.#used + end - start;
    if (used > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(used, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(from.subarray(start, end), this.#used);
    this.#used = used;
    if (code === this.#ends.length) {
      this.#ends = doubled(this.#ends);
      this.#hashes = doubled(this.#hashes);
    }
    this.#ends[code] = used;
    this.#hashes[code] = hash;
    this.#slots[slot] = code;
    if (this.count * 2 > this.#slots.length) this.#spread();
    return code;
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let code = 0; code < this.count; code++) {
      let slot = this.#hashes[code] & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.#slots = slots;
  }
}

function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(from.length * 2);
  larger.set(from);
  return larger;
}
