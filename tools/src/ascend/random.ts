const UINT32 = 0x1_0000_0000;

/** FNV-1a over UTF-16 code units: turns any seed text into 32 bits. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Seeded random numbers (xoshiro128**, seeded through splitmix32): integer arithmetic only, so the same seed gives the
 * same bytes on every machine and engine.
 */
export class Random {
  readonly #seed: string;
  /** Four words; a typed array, since fields that hold 32 bits would be boxed at every step. */
  readonly #state = new Int32Array(4);

  constructor(seed: string | number) {
    this.#seed = String(seed);
    let state = hash32(this.#seed);
    for (let word = 0; word < 4; word++) {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      this.#state[word] = mixed ^ (mixed >>> 15);
    }
    this.#state[3] = (this.#state[3] as number) | 1; // the state must not be all zeros
  }

  /** The next 32 random bits, as an unsigned integer. */
  next(): number {
    const state = this.#state;
    const b = state[1] as number;
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0;
    const c = (state[2] as number) ^ (state[0] as number);
    const d = (state[3] as number) ^ b;
    state[1] = b ^ c;
    state[0] = (state[0] as number) ^ d;
    state[2] = c ^ (b << 9);
    state[3] = (d << 11) | (d >>> 21);
    return result;
  }

  /** An integer of 0 … `limit` - 1. */
  below(limit: number): number {
    return Math.floor((this.next() * limit) / UINT32);
  }

  /** True in about `share` of the calls. */
  chance(share: number): boolean {
    return this.next() < share * UINT32;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** An integer of 1 … 2^`bits`, every order of magnitude about equally likely, as sizes of tensors are. */
  magnitude(bits: number): number {
    return 1 + this.below(2 ** this.below(bits + 1));
  }

  /** An independent stream of numbers: what one part draws does not shift what another part gets. */
  fork(label: string): Random {
    return new Random(`${this.#seed}/${label}`);
  }
}
