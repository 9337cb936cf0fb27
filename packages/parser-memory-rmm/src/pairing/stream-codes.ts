const TWO_32 = 4_294_967_296;

/** Codes of streams, which are few, by the halves of their handles. */
export class StreamCodes {
  readonly values: string[] = [];
  readonly #known = new Map<number, number>();
  #low = Number.NaN;
  #high = Number.NaN;
  #code = -1;

  code(low: number, high: number): number {
    if (low === this.#low && high === this.#high) return this.#code;
    // Handles are addresses of at most 48 bits; two that a double cannot tell apart there are none.
    const handle = high * TWO_32 + low;
    let code = this.#known.get(handle);
    if (code === undefined) {
      code = this.values.push(streamText(low, high)) - 1;
      this.#known.set(handle, code);
    }
    this.#low = low;
    this.#high = high;
    this.#code = code;
    return code;
  }
}

function streamText(low: number, high: number): string {
  return `0x${((BigInt(high) << 32n) | BigInt(low)).toString(16)}`;
}
