const LEAST_ROOM = 1 << 12;
/** Numbers of `PUT` this far beyond the others are kept apart: a pickle may name any number. */
const MOST_GAP = 1 << 16;

/** What a pickle remembers under numbers: four bytes for each, in the order in which picklers give them. */
export class PickleMemo {
  /** How many numbers are in use: `MEMOIZE` takes this one next. */
  count = 0;
  /** Handles by number; 0 where there is none. */
  entries = new Int32Array(LEAST_ROOM);
  readonly #far = new Map<number, number>();

  put(number: number, handle: number): void {
    if (number > this.count + MOST_GAP) {
      if (!this.#far.has(number)) this.count++;
      this.#far.set(number, handle);
      return;
    }
    if (number >= this.entries.length) this.#grow(number + 1);
    if (this.entries[number] === 0) this.count++;
    this.entries[number] = handle;
  }

  /** 0 where there is nothing. */
  get(number: number): number {
    if (number < this.entries.length && this.entries[number] !== 0) return this.entries[number];
    return this.#far.get(number) ?? 0;
  }

  #grow(room: number): void {
    const larger = new Int32Array(Math.max(room, this.entries.length * 2));
    larger.set(this.entries);
    this.entries = larger;
  }
}
