/** Typed columns that grow a value at a time. */

export class GrowingFloat64 {
  #values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  get(at: number): number {
    return this.#values[at];
  }

  set(at: number, value: number): void {
    this.#values[at] = value;
  }

  /** The values; no copy, so nothing may be pushed any more. */
  values(): Float64Array {
    return this.#values.subarray(0, this.length);
  }
}

export class GrowingInt32 {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  get(at: number): number {
    return this.#values[at];
  }

  set(at: number, value: number): void {
    this.#values[at] = value;
  }

  /** The values; no copy, so nothing may be pushed any more. */
  values(): Int32Array {
    return this.#values.subarray(0, this.length);
  }
}
