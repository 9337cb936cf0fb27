const TWO_32 = 4_294_967_296;
/** Times beyond this count from shortly before the first of them: a double holds 104 days exactly. */
const SMALL_NS = 2 ** 52;
const LEAD_NS = 2n ** 51n;

/**
 * Times of an export as numbers that are exact: ns after an origin that the first of them settles.
 * What lies more than 26 days before it, or 52 after it, is put there.
 */
export class ExportTimes {
  #originNs: bigint | undefined;
  #low = 0;
  #high = 0;

  /** What numbers count from, in the time of the export. */
  get originNs(): bigint {
    return this.#originNs ?? 0n;
  }

  numbers(times: BigInt64Array, count: number): Float64Array {
    const low = new Uint32Array(times.buffer, times.byteOffset, times.length * 2);
    const high = new Int32Array(times.buffer, times.byteOffset, times.length * 2);
    const numbers = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      // A 0 says that the time is not known, and settles nothing.
      if (this.#originNs === undefined && times[i] !== 0n) this.#settle(times[i]);
      const ns = (high[2 * i + 1] - this.#high) * TWO_32 + (low[2 * i] - this.#low);
      numbers[i] = Math.min(Math.max(ns, 0), SMALL_NS);
    }
    return numbers;
  }

  #settle(firstNs: bigint): void {
    this.#originNs = firstNs > SMALL_NS ? firstNs - LEAD_NS : 0n;
    this.#low = Number(BigInt.asUintN(32, this.#originNs));
    this.#high = Number(this.#originNs >> 32n);
  }
}
