import type { TorchFileOptions } from './options.js';

/** A tuple of Python. */
export class Tuple {
  readonly items: readonly PickleData[];

  constructor(...items: PickleData[]) {
    this.items = items;
  }
}

/** A float of Python: numbers are integers. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export type PickleData =
  | null
  | boolean
  | number
  | bigint
  | string
  | Tuple
  | Float
  | readonly PickleData[]
  | { readonly [key: string]: PickleData };

const FRAME_BYTES = 1 << 16;
const ROOM = FRAME_BYTES * 4;

/**
 * Writes pickles as CPython does: objects that come again are told by what they were remembered under,
 * lists and dicts are filled in batches, and protocols from 4 on have frames.
 */
export class PickleWriter {
  /** Bytes that were written so far. */
  bytes = 0;
  readonly #write: (bytes: Uint8Array) => void;
  readonly #options: Omit<TorchFileOptions, 'format'>;
  readonly #known = new Map<unknown, number>();
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(ROOM);
  readonly #view = new DataView(this.#buffer.buffer);
  #memo = 0;
  #end = 0;
  #filled = 0;

  /** @param write takes bytes that are used again afterwards */
  constructor(write: (bytes: Uint8Array) => void, options: Omit<TorchFileOptions, 'format'>) {
    this.#write = write;
    this.#options = options;
    this.#write(Uint8Array.of(0x80, options.protocol));
    this.bytes = 2;
  }

  value(value: PickleData): void {
    if (typeof value === 'number' || typeof value === 'bigint') this.#integer(value);
    else if (typeof value === 'string') this.#text(value);
    else if (value === null) this.#op(0x4e);
    else if (typeof value === 'boolean') this.#op(value ? 0x88 : 0x89);
    else if (value instanceof Float) {
      this.#op(0x47);
      this.#view.setFloat64(this.#end, value.value);
      this.#end += 8;
    } else if (this.#knows(value)) return;
    else if (value instanceof Tuple) this.#tuple(value);
    else if (Array.isArray(value)) this.#list(value);
    else this.#dict(value as { [key: string]: PickleData }, true);
  }

  /** A dict that does not come again, nor do its lists: nothing is remembered of them. */
  passing(dict: { readonly [key: string]: PickleData }): void {
    this.#dict(dict, false);
  }

  /** Begins a list or dict whose items follow; {@link item} before each, and {@link close} at last. */
  open(kind: 'list' | 'dict'): void {
    this.#op(kind === 'list' ? 0x5d : 0x7d);
    this.#remember(undefined);
    this.#filled = 0;
  }

  /** Tells that an item of an open list follows. */
  item(): void {
    if (this.#filled % this.#options.batch === 0) {
      if (this.#filled > 0) this.#op(0x65);
      this.#op(0x28);
    }
    this.#filled++;
  }

  /** Ends an open list. */
  closeList(): void {
    if (this.#filled > 0) this.#op(0x65);
  }

  /** Begins and ends the items of an open dict: keys and values are between. */
  mark(): void {
    this.#op(0x28);
  }

  closeDict(): void {
    this.#op(0x75);
  }

  /** Puts what was opened into the open list around it, which has no other item. */
  append(): void {
    this.#op(0x61);
  }

  finish(): void {
    this.#op(0x2e);
    this.#flush();
  }

  #op(code: number): void {
    if (this.#end > FRAME_BYTES) this.#flush();
    this.#buffer[this.#end++] = code;
  }

  #flush(): void {
    if (this.#end === 0) return;
    if (this.#options.protocol >= 4) {
      const head = new Uint8Array(9);
      head[0] = 0x95;
      new DataView(head.buffer).setUint32(1, this.#end, true);
      this.#write(head);
      this.bytes += 9;
    }
    this.#write(this.#buffer.subarray(0, this.#end));
    this.bytes += this.#end;
    this.#end = 0;
  }

  #word(value: number, bytes: number): void {
    for (let i = 0; i < bytes; i++) this.#buffer[this.#end++] = Math.floor(value / 256 ** i) & 255;
  }

  #knows(value: unknown): boolean {
    const number = this.#known.get(value);
    if (number === undefined) return false;
    this.#op(number < 256 ? 0x68 : 0x6a);
    if (number < 256) this.#buffer[this.#end++] = number;
    else {
      this.#view.setUint32(this.#end, number, true);
      this.#end += 4;
    }
    return true;
  }

  /** @param value undefined for what does not come again */
  #remember(value: unknown): void {
    const number = this.#memo++;
    if (value !== undefined) this.#known.set(value, number);
    if (this.#options.memo === 'memoize') {
      this.#op(0x94);
      return;
    }
    this.#op(number < 256 ? 0x71 : 0x72);
    this.#word(number, number < 256 ? 1 : 4);
  }

  #integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0 && value < 65536) {
      this.#op(value < 256 ? 0x4b : 0x4d);
      this.#word(value, value < 256 ? 1 : 2);
    } else if (value >= -(2 ** 31) && value < 2 ** 31) {
      this.#op(0x4a);
      this.#view.setInt32(this.#end, Number(value), true);
      this.#end += 4;
    } else if (typeof value === 'number' && value > 0) {
      // A byte more where the highest bit would be that of the sign.
      const bytes = Math.floor(Math.log2(value) / 8 + 1e-9) + 1;
      const isSigned = Math.floor(value / 256 ** (bytes - 1)) >= 128;
      this.#op(0x8a);
      this.#buffer[this.#end++] = isSigned ? bytes + 1 : bytes;
      this.#view.setUint32(this.#end, value % 2 ** 32, true);
      this.#view.setUint32(this.#end + 4, Math.floor(value / 2 ** 32), true);
      this.#end += isSigned ? bytes + 1 : bytes;
    } else this.#wide(BigInt(value));
  }

  #wide(value: bigint): void {
    let bytes = 1;
    while (BigInt.asIntN(bytes * 8, value) !== value) bytes++;
    this.#op(0x8a);
    this.#buffer[this.#end++] = bytes;
    let rest = BigInt.asUintN(bytes * 8, value);
    for (let i = 0; i < bytes; i++, rest >>= 8n) this.#buffer[this.#end++] = Number(rest & 255n);
  }

  #text(value: string): void {
    if (this.#knows(value)) return;
    const bytes = this.#encoder.encode(value);
    if (bytes.length > FRAME_BYTES) throw new RangeError('a text is longer than is written');
    const isShort = bytes.length < 256 && this.#options.protocol >= 4;
    this.#op(isShort ? 0x8c : 0x58);
    this.#word(bytes.length, isShort ? 1 : 4);
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#remember(value);
  }

  #tuple(value: Tuple): void {
    const { items } = value;
    if (items.length > 3) this.#op(0x28);
    for (const item of items) this.value(item);
    this.#op(items.length === 0 ? 0x29 : items.length > 3 ? 0x74 : 0x84 + items.length);
    if (items.length > 0) this.#remember(value);
  }

  #list(items: readonly PickleData[], isKept = true): void {
    this.#op(0x5d);
    this.#remember(isKept ? items : undefined);
    for (let from = 0; from < items.length; from += this.#options.batch) {
      const to = Math.min(from + this.#options.batch, items.length);
      if (to - from === 1) {
        this.value(items[from]);
        this.#op(0x61);
        continue;
      }
      this.#op(0x28);
      for (let i = from; i < to; i++) this.value(items[i]);
      this.#op(0x65);
    }
  }

  #dict(dict: { readonly [key: string]: PickleData }, isKept: boolean): void {
    this.#op(0x7d);
    this.#remember(isKept ? dict : undefined);
    const keys = Object.keys(dict);
    if (keys.length === 0) return;
    if (keys.length > 1) this.#op(0x28);
    for (const key of keys) {
      this.#text(key);
      const value = dict[key];
      if (!isKept && Array.isArray(value)) this.#list(value, false);
      else this.value(value);
    }
    this.#op(keys.length > 1 ? 0x75 : 0x73);
  }
}
