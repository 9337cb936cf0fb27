import { TextDecoding } from './text-decoding.js';
import type { TextPool } from './text-pool.js';

/**
 * A {@link TextPool} in plain TypeScript. The thousandth occurrence of a call stack costs a hash and
 * a comparison, and a text that nobody asks for costs its bytes.
 */
export class TextInterner implements TextPool {
  #arena = new Uint8Array(1 << 16);
  #words = new DataView(this.#arena.buffer);
  #arenaEnd = 0;
  #table = new Int32Array(1 << 10).fill(-1);
  #starts = new Float64Array(1 << 9);
  #lengths = new Int32Array(1 << 9);
  #hashes = new Int32Array(1 << 9);
  /** 1 where the bytes may hold escapes, which are resolved when the text is decoded. */
  #escaped = new Uint8Array(1 << 9);
  #size = 0;
  readonly #decoding: TextDecoding;

  /** `resolve` replaces the escapes of a text; it throws when they are broken. */
  constructor(resolve: (text: string) => string) {
    this.#decoding = new TextDecoding(resolve);
  }

  get size(): number {
    return this.#size;
  }

  get damaged(): ReadonlySet<number> {
    return this.#decoding.damaged;
  }

  code(bytes: Uint8Array, words: DataView, start: number, end: number, escaped: boolean): number {
    const length = end - start;
    const hash = hashOf(bytes, words, start, end) ^ (escaped ? 0 : 0x5bd1e995);
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (;;) {
      const code = this.#table[place];
      if (code < 0) break;
      if (
        this.#hashes[code] === hash &&
        this.#lengths[code] === length &&
        this.#escaped[code] === (escaped ? 1 : 0) &&
        this.#sameBytes(code, bytes, words, start, length)
      ) {
        return code;
      }
      place = (place + 1) & mask;
    }
    return this.#add(bytes, start, length, hash, place, escaped);
  }

  text(code: number): string {
    const known = this.#decoding.known(code);
    if (known !== undefined) return known;
    const { bytes, escaped } = this.bytes(code);
    return this.#decoding.decode(code, bytes, escaped);
  }

  bytes(code: number): { bytes: Uint8Array; escaped: boolean } {
    const start = this.#starts[code];
    const bytes = this.#arena.subarray(start, start + this.#lengths[code]);
    return { bytes, escaped: this.#escaped[code] === 1 };
  }

  #sameBytes(
    code: number,
    bytes: Uint8Array,
    words: DataView,
    start: number,
    length: number,
  ): boolean {
    const own = this.#starts[code];
    let i = 0;
    for (; i + 4 <= length; i += 4) {
      if (this.#words.getInt32(own + i, true) !== words.getInt32(start + i, true)) return false;
    }
    for (; i < length; i++) if (this.#arena[own + i] !== bytes[start + i]) return false;
    return true;
  }

  #add(
    bytes: Uint8Array,
    start: number,
    length: number,
    hash: number,
    place: number,
    escaped: boolean,
  ): number {
    const code = this.#size++;
    if (code === this.#lengths.length) {
      this.#starts = grown(this.#starts, new Float64Array(code * 2));
      this.#lengths = grown(this.#lengths, new Int32Array(code * 2));
      this.#hashes = grown(this.#hashes, new Int32Array(code * 2));
      this.#escaped = grown(this.#escaped, new Uint8Array(code * 2));
    }
    if (this.#arenaEnd + length > this.#arena.length) {
      const needed = Math.max(this.#arena.length * 2, this.#arenaEnd + length);
      this.#arena = grown(this.#arena, new Uint8Array(needed));
      this.#words = new DataView(this.#arena.buffer);
    }
    this.#arena.set(bytes.subarray(start, start + length), this.#arenaEnd);
    this.#starts[code] = this.#arenaEnd;
    this.#lengths[code] = length;
    this.#hashes[code] = hash;
    this.#escaped[code] = escaped ? 1 : 0;
    this.#arenaEnd += length;
    this.#table[place] = code;
    if (this.#size * 2 > this.#table.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = this.#table.length - 1;
    for (let code = 0; code < this.#size; code++) {
      let place = this.#hashes[code] & mask;
      while (this.#table[place] >= 0) place = (place + 1) & mask;
      this.#table[place] = code;
    }
  }
}

function grown<A extends Uint8Array | Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from as never);
  return to;
}

function hashOf(bytes: Uint8Array, words: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ words.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash ^ (hash >>> 13);
}
