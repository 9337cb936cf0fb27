type NumberArray = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** A column of numbers that grows: a million allocations must not be a million objects. */
export class Column<A extends NumberArray = NumberArray> {
  #values: A;
  #length = 0;
  readonly #make: (length: number) => A;

  private constructor(make: (length: number) => A) {
    this.#make = make;
    this.#values = make(256);
  }

  static float64(): Column<Float64Array> {
    return new Column((length) => new Float64Array(length));
  }

  static uint32(): Column<Uint32Array> {
    return new Column((length) => new Uint32Array(length));
  }

  static int32(): Column<Int32Array> {
    return new Column((length) => new Int32Array(length));
  }

  static uint8(): Column<Uint8Array> {
    return new Column((length) => new Uint8Array(length));
  }

  get length(): number {
    return this.#length;
  }

  /** Appends a value and returns its index. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const larger = this.#make(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    return this.#length++;
  }

  at(index: number): number {
    if (index < 0 || index >= this.#length) throw new RangeError(`no row ${index}`);
    return this.#values[index] as number;
  }

  set(index: number, value: number): void {
    if (index < 0 || index >= this.#length) throw new RangeError(`no row ${index}`);
    this.#values[index] = value;
  }
}
