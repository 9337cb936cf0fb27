const LEAST_SLOTS = 1024;
/** The table is doubled when it is fuller than this. */
const MOST_FULL = 0.5;
const EMPTY = -1;

/**
 * Rows by device address. Addresses are pairs of 32-bit halves, which no key of a `Map` could be
 * without an object for each.
 */
export class AddressMap {
  size = 0;
  #mask = LEAST_SLOTS - 1;
  #low = new Uint32Array(LEAST_SLOTS);
  #high = new Uint32Array(LEAST_SLOTS);
  #row = new Int32Array(LEAST_SLOTS).fill(EMPTY);

  /** Remembers the row of an address. Its row until now, or −1. */
  set(low: number, high: number, row: number): number {
    const slot = this.#slotOf(low, high);
    const before = this.#row[slot];
    this.#row[slot] = row;
    if (before !== EMPTY) return before;
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.size++;
    if (this.size > this.#row.length * MOST_FULL) this.#grow();
    return EMPTY;
  }

  /** Forgets an address. Its row until now, or −1. */
  take(low: number, high: number): number {
    let slot = this.#slotOf(low, high);
    const row = this.#row[slot];
    if (row === EMPTY) return EMPTY;
    this.size--;
    // Those that lie after it only because it was there move up, so that no gap hides them.
    for (
      let next = (slot + 1) & this.#mask;
      this.#row[next] !== EMPTY;
      next = (next + 1) & this.#mask
    ) {
      const home = this.#homeOf(this.#low[next], this.#high[next]);
      if (((next - home) & this.#mask) < ((next - slot) & this.#mask)) continue;
      this.#low[slot] = this.#low[next];
      this.#high[slot] = this.#high[next];
      this.#row[slot] = this.#row[next];
      slot = next;
    }
    this.#row[slot] = EMPTY;
    return row;
  }

  #homeOf(low: number, high: number): number {
    // Addresses are multiples of powers of two: only their upper bits differ.
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }

  /** Where an address is, or would be. */
  #slotOf(low: number, high: number): number {
    let slot = this.#homeOf(low, high);
    while (this.#row[slot] !== EMPTY && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }

  #grow(): void {
    const [low, high, row] = [this.#low, this.#high, this.#row];
    const slots = row.length * 2;
    this.#mask = slots - 1;
    this.#low = new Uint32Array(slots);
    this.#high = new Uint32Array(slots);
    this.#row = new Int32Array(slots).fill(EMPTY);
    this.size = 0;
    for (let slot = 0; slot < row.length; slot++) {
      if (row[slot] !== EMPTY) this.set(low[slot], high[slot], row[slot]);
    }
  }
}
