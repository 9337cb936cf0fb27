const TWO_32 = 4_294_967_296;
/** Bytes of a value by its serial type, up to 11; https://www.sqlite.org/fileformat2.html#record_format */
const SIZES = Uint8Array.of(0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0);
const REAL = 7;
const CONSTANT_ONE = 9;
const FIRST_OF_LENGTH = 12;

/** What a column of a row is. */
export const CELL = { none: 0, integer: 1, real: 2, text: 3, blob: 4 } as const;

/** Some columns of a row, as they lie in a page. An integer is a pair of halves. */
export class RecordCells {
  /** One of {@link CELL}. */
  readonly kind: Uint8Array;
  readonly low: Uint32Array;
  readonly high: Int32Array;
  /** Where a text or a blob begins, and its bytes. */
  readonly textAt: Int32Array;
  readonly textBytes: Int32Array;
  readonly #slotOfColumn: Int32Array;
  readonly #real: DataView;

  /** @param columns places of the wanted columns in the table; −1 for one that it has not got */
  constructor(columns: readonly number[]) {
    const slots = columns.length;
    this.kind = new Uint8Array(slots);
    this.low = new Uint32Array(slots);
    this.high = new Int32Array(slots);
    this.textAt = new Int32Array(slots);
    this.textBytes = new Int32Array(slots);
    this.#real = new DataView(new ArrayBuffer(8));
    this.#slotOfColumn = new Int32Array(Math.max(-1, ...columns) + 1).fill(-1);
    columns.forEach((column, slot) => {
      if (column >= 0) this.#slotOfColumn[column] = slot;
    });
  }

  /** Whether each of the first `slots` has an integer or nothing. */
  areIntegers(slots: number): boolean {
    for (let slot = 0; slot < slots; slot++) if (this.kind[slot] > CELL.integer) return false;
    return true;
  }

  /** The integer of a slot as the database hands it over; null where there is none. */
  cell(slot: number): number | bigint | null {
    if (this.kind[slot] === CELL.none) return null;
    const value = this.high[slot] * TWO_32 + this.low[slot];
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(this.high[slot]) << 32n) | BigInt(this.low[slot]);
  }

  /** The number of a slot; NaN where there is none. Integers beyond 2^53 are rounded. */
  number(slot: number): number {
    if (this.kind[slot] === CELL.integer) return this.high[slot] * TWO_32 + this.low[slot];
    if (this.kind[slot] !== CELL.real) return Number.NaN;
    this.#real.setInt32(0, this.high[slot]);
    this.#real.setUint32(4, this.low[slot]);
    return this.#real.getFloat64(0);
  }

  /**
   * Reads the record that lies at a place.
   *
   * @param end where it ends
   * @returns false where it is not as it should be
   */
  read(bytes: Uint8Array, begin: number, end: number): boolean {
    const slots = this.#slotOfColumn;
    this.kind.fill(CELL.none);
    let at = begin;
    let headerBytes = bytes[at++];
    // Of more than 127 bytes: some sixty columns, or long texts.
    if (headerBytes > 127) {
      const next = bytes[at++];
      if (next > 127) return false;
      headerBytes = ((headerBytes & 127) << 7) | next;
    }
    const headerEnd = begin + headerBytes;
    if (headerEnd > end) return false;
    let body = headerEnd;
    for (let column = 0; column < slots.length && at < headerEnd; column++) {
      let type = bytes[at++];
      if (type > 127) {
        let value = type & 127;
        do {
          if (at >= headerEnd || value > 1 << 22) return false;
          type = bytes[at++];
          value = (value << 7) | (type & 127);
        } while (type > 127);
        type = value;
      }
      const size = type < FIRST_OF_LENGTH ? SIZES[type] : (type - FIRST_OF_LENGTH) >> 1;
      if (body + size > end) return false;
      if (slots[column] >= 0) this.#take(slots[column], type, bytes, body, size);
      body += size;
    }
    return true;
  }

  #take(slot: number, type: number, bytes: Uint8Array, at: number, size: number): void {
    if (type === 0) return;
    if (type >= FIRST_OF_LENGTH) {
      this.kind[slot] = type % 2 === 1 ? CELL.text : CELL.blob;
      this.textAt[slot] = at;
      this.textBytes[slot] = size;
      return;
    }
    this.kind[slot] = type === REAL ? CELL.real : CELL.integer;
    if (size === 0) {
      this.low[slot] = type === CONSTANT_ONE ? 1 : 0;
      this.high[slot] = 0;
      return;
    }
    // Big-endian, the first byte signed.
    let high = 0;
    let low = 0;
    const highBytes = size - 4;
    if (highBytes > 0) {
      high = (bytes[at] << 24) >> 24;
      for (let i = 1; i < highBytes; i++) high = (high << 8) | bytes[at + i];
      const rest = at + highBytes;
      low =
        (bytes[rest] << 24) | (bytes[rest + 1] << 16) | (bytes[rest + 2] << 8) | bytes[rest + 3];
    } else {
      low = (bytes[at] << 24) >> 24;
      for (let i = 1; i < size; i++) low = (low << 8) | bytes[at + i];
      high = low >> 31;
    }
    this.low[slot] = low;
    this.high[slot] = high;
  }
}
