const TWO_32 = 4_294_967_296;

/** An int64 column that is written by row, larger as it is needed: halves of 32 bits beside each other. */
export class Int64Column {
  #words: Uint32Array;

  /** @param rows room that is there to begin with; memory that nobody writes to costs nothing */
  constructor(rows: number) {
    this.#words = new Uint32Array(rows * 2);
  }

  reserve(rows: number): void {
    if (rows * 2 <= this.#words.length) return;
    const larger = new Uint32Array(rows * 2);
    larger.set(this.#words);
    this.#words = larger;
  }

  /** An integer of up to 53 bits, not negative. */
  set(row: number, value: number): void {
    this.#words[row * 2] = value;
    if (value >= TWO_32) this.#words[row * 2 + 1] = value / TWO_32;
  }

  /** The two's complement of an integer of up to 53 bits. */
  setNegative(row: number, value: number): void {
    const low = -value >>> 0;
    this.#words[row * 2] = low;
    this.#words[row * 2 + 1] = -Math.ceil(value / TWO_32);
  }

  setHalves(row: number, low: number, high: number): void {
    this.#words[row * 2] = low;
    this.#words[row * 2 + 1] = high;
  }

  /** The number of a row that was written by {@link set}. */
  at(row: number): number {
    return this.#words[row * 2 + 1] * TWO_32 + this.#words[row * 2];
  }

  /** Adds an integer to the first `rows`; exact, as 64 bits allow. */
  addTo(rows: number, summand: bigint): void {
    const words = this.#words;
    const low = Number(BigInt.asUintN(32, summand));
    const high = Number(BigInt.asUintN(32, summand >> 32n));
    for (let at = 0; at < rows * 2; at += 2) {
      const sum = words[at] + low;
      words[at] = sum;
      words[at + 1] += high + (sum >= TWO_32 ? 1 : 0);
    }
  }

  signed(rows: number): BigInt64Array {
    return new BigInt64Array(this.#words.buffer as ArrayBuffer, 0, rows);
  }

  unsigned(rows: number): BigUint64Array {
    return new BigUint64Array(this.#words.buffer as ArrayBuffer, 0, rows);
  }
}
