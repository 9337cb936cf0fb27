type Numbers = Float64Array | Int32Array;

/** The values in an array that has room for more. */
export function grownTo<A extends Float64Array | Int32Array | Uint8Array>(
  values: A,
  capacity: number,
): A {
  const larger = new (values.constructor as new (length: number) => A)(capacity);
  larger.set(values as never);
  return larger;
}

const PIECE_BITS = 14;
const PIECE = 1 << PIECE_BITS;
const IN_PIECE = PIECE - 1;

/** A typed column that grows a value at a time, in pieces: nothing is copied as it grows. */
class GrowingColumn<A extends Numbers> {
  length = 0;
  readonly #make: (length: number) => A;
  readonly #pieces: A[] = [];

  constructor(make: (length: number) => A) {
    this.#make = make;
  }

  push(value: number): void {
    const at = this.length++;
    if ((at & IN_PIECE) === 0) this.#pieces.push(this.#make(PIECE));
    this.#pieces[at >> PIECE_BITS][at & IN_PIECE] = value;
  }

  get(at: number): number {
    return this.#pieces[at >> PIECE_BITS][at & IN_PIECE];
  }

  set(at: number, value: number): void {
    this.#pieces[at >> PIECE_BITS][at & IN_PIECE] = value;
  }

  /** The values in one array. */
  values(): A {
    const values = this.#make(this.length);
    this.#pieces.forEach((piece, i) => {
      const start = i * PIECE;
      values.set(piece.subarray(0, this.length - start) as never, start);
    });
    return values;
  }
}

export class GrowingFloat64 extends GrowingColumn<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length));
  }
}

export class GrowingInt32 extends GrowingColumn<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length));
  }
}
