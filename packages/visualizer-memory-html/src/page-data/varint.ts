/**
 * Integers as bytes, small ones short: seven bits a byte, lowest first, the eighth bit set on all
 * but the last. Exact up to 2^53. Used by whoever writes the pages and by the pages.
 */

/** The most bytes that an integer up to 2^53 takes. */
const MAX_BYTES = 8;
/** Up to here the operators on 32-bit integers can be used, which are many times faster. */
const TWO_31 = 2147483648;

/** How the integers of a column become varints. */
export type ColumnCoding =
  /** Each from 0 up. */
  | 'unsigned'
  /** Each less the one before; for times in order. */
  | 'delta'
  /** Runs of equal ones: the value and how often it comes, in turns. */
  | 'runs';

/** Writes columns of integers one after another, into memory that is used again. */
export class VarintWriter {
  #bytes = new Uint8Array(4096);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  /** What was written; valid until more is. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Adds the first `count` of some integers from 0 to 2^31 as runs. */
  addRuns(values: Int32Array, count: number): void {
    let bytes = this.#bytes;
    let end = this.#end;
    for (let i = 0; i < count; ) {
      const value = values[i];
      let next = i + 1;
      while (next < count && values[next] === value) next++;
      if (end + 2 * MAX_BYTES > bytes.length) bytes = this.#grow(end);
      for (let rest of [value, next - i]) {
        for (; rest >= 0x80; rest >>>= 7) bytes[end++] = rest | 0x80;
        bytes[end++] = rest;
      }
      i = next;
    }
    this.#end = end;
  }

  /** Forgets what was written and keeps its memory. */
  clear(): void {
    this.#end = 0;
  }

  /**
   * Adds the first `count` of some integers: from 0 to 2^53, or differences from −2^52 to 2^52.
   *
   * @returns the unit that they are written in: {@link unitOf} large ones
   */
  add(
    values: Float64Array | Int32Array,
    count: number,
    coding: Exclude<ColumnCoding, 'runs'>,
  ): number {
    const isDelta = coding === 'delta';
    if (values instanceof Int32Array) {
      this.#addSmall(values, count, isDelta);
      return 1;
    }
    const unit = unitOf(values, count);
    this.#addLarge(values, count, isDelta, unit);
    return unit;
  }

  #addSmall(values: Int32Array, count: number, isDelta: boolean): void {
    let bytes = this.#bytes;
    let end = this.#end;
    let before = 0;
    for (let i = 0; i < count; i++) {
      if (end + MAX_BYTES > bytes.length) bytes = this.#grow(end);
      let rest = values[i];
      if (isDelta) {
        // Those near zero are short: 0, −1, 1, −2, … become 0, 1, 2, 3, …
        const difference = rest - before;
        before = rest;
        rest = (difference << 1) ^ (difference >> 31);
      }
      for (; rest >>> 0 >= 0x80; rest >>>= 7) bytes[end++] = rest | 0x80;
      bytes[end++] = rest;
    }
    this.#end = end;
  }

  #addLarge(values: Float64Array, count: number, isDelta: boolean, unit: number): void {
    let bytes = this.#bytes;
    let end = this.#end;
    let before = 0;
    for (let i = 0; i < count; i++) {
      if (end + MAX_BYTES > bytes.length) bytes = this.#grow(end);
      let rest = unit === 1 ? values[i] : values[i] / unit;
      if (isDelta) {
        const difference = rest - before;
        before = rest;
        const whole = difference | 0;
        // Mostly it is small, and there is no telling whether it is negative: better not to ask.
        if (whole === difference) rest = ((whole << 1) ^ (whole >> 31)) >>> 0;
        else rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
      }
      while (rest >= TWO_31) {
        bytes[end++] = (rest % 0x80) | 0x80;
        rest = Math.floor(rest / 0x80);
      }
      let small = rest | 0;
      for (; small >= 0x80; small >>>= 7) bytes[end++] = small | 0x80;
      bytes[end++] = small;
    }
    this.#end = end;
  }

  #grow(end: number): Uint8Array<ArrayBuffer> {
    const larger = new Uint8Array(this.#bytes.length * 4);
    larger.set(this.#bytes.subarray(0, end));
    this.#bytes = larger;
    return larger;
  }
}

/** Values that a unit is guessed from. */
const GUESSED_FROM = 64;

/**
 * The largest number that all values are multiples of, as clocks tick in tens of nanoseconds and
 * allocators give memory in blocks of 512 bytes; 1 where it shows in the first values that there is
 * none. What is counted in it is shorter.
 */
export function unitOf(values: Float64Array, count: number): number {
  let unit = 0;
  for (let i = 0; i < Math.min(count, GUESSED_FROM); i++) unit = greatestDivisor(unit, values[i]);
  for (let i = GUESSED_FROM; i < count && unit > 1; i++) {
    const value = values[i];
    if (Math.round(value / unit) * unit !== value) unit = greatestDivisor(unit, value);
  }
  return Math.max(1, unit);
}

function greatestDivisor(a: number, b: number): number {
  let [larger, smaller] = [Math.abs(a), Math.abs(b)];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** How a column was written. */
export interface CodedColumn {
  readonly coding: ColumnCoding;
  /** What the integers are written in; 1 when it is left out. */
  readonly unit?: number;
}

/** The integers of a column. */
export function decodeColumn(
  bytes: Uint8Array,
  count: number,
  column: CodedColumn,
): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count);
  decodeInto(values, bytes, column);
  return values;
}

/** {@link decodeColumn} into memory of the reader's kind, as many integers as there is room for. */
export function decodeInto(
  values: Float64Array | Int32Array,
  bytes: Uint8Array,
  { coding, unit = 1 }: CodedColumn,
): void {
  if (coding === 'runs') {
    decodeRuns(values, bytes);
    return;
  }
  const isDelta = coding === 'delta';
  let before = 0;
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    let byte = bytes[at++];
    let value = byte & 0x7f;
    if (byte >= 0x80) {
      let shift = 7;
      do {
        byte = bytes[at++];
        value |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80 && shift < 28);
      // What does not fit 28 bits is no longer put together by operators on 32 bits.
      for (let scale = 2 ** 28; byte >= 0x80; scale *= 0x80) {
        byte = bytes[at++];
        value += (byte & 0x7f) * scale;
      }
    }
    if (isDelta) {
      const half = value < TWO_31 ? value >>> 1 : Math.floor(value / 2);
      before += value % 2 === 0 ? half : -half - 1;
      value = before;
    }
    values[i] = value * unit;
  }
}

function decodeRuns(values: Float64Array | Int32Array, bytes: Uint8Array): void {
  let at = 0;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * scale;
      if (!(byte >= 0x80)) return value;
    }
  };
  for (let end = 0; end < values.length && at < bytes.length; ) {
    const value = next();
    const begin = end;
    end += next();
    values.fill(value, begin, end);
  }
}
