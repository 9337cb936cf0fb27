/** What the allocator's statistics count at one moment, bytes. */
export interface BlockSample {
  readonly timeUs: number;
  /** Handed out and not given back, as `memory_allocated()`. */
  readonly allocated: number;
  /** The same, with what cannot be used again yet. */
  readonly active: number;
  /** NaN where that is not known. */
  readonly reserved: number;
}

/** A sample, and how many there were before it. */
interface SeenSample extends BlockSample {
  readonly place: number;
}

/** Samples are of so many parts of the trace, a few of each. */
const PARTS = 1024;

/**
 * Thins levels out, and keeps what they were at most: of each of many parts of a trace, when most was
 * allocated, when most was active, and its end; and the begin of all.
 */
export class LevelSamples {
  readonly #kept: BlockSample[] = [];
  readonly #partSize: number;
  #seen = 0;
  /** Of the part so far. */
  #mostAllocated: SeenSample | undefined;
  #mostActive: SeenSample | undefined;
  #last: SeenSample | undefined;

  /** @param entries how many there are at most */
  constructor(entries: number) {
    this.#partSize = Math.ceil(entries / PARTS);
  }

  see(timeUs: number, allocated: number, active: number, reserved: number): void {
    const place = this.#seen++;
    const moreAllocated = !(allocated <= (this.#mostAllocated?.allocated ?? -1));
    const moreActive = !(active <= (this.#mostActive?.active ?? -1));
    const isLast = this.#seen % this.#partSize === 0;
    this.#last = { place, timeUs, allocated, active, reserved };
    if (moreAllocated) this.#mostAllocated = this.#last;
    if (moreActive) this.#mostActive = this.#last;
    if (place === 0 || isLast) this.#keep();
  }

  /** In order. */
  all(): readonly BlockSample[] {
    this.#keep();
    return this.#kept;
  }

  #keep(): void {
    const own = [this.#mostAllocated, this.#mostActive, this.#last].filter(
      (sample) => sample !== undefined,
    );
    this.#kept.push(...new Set(own.sort((a, b) => a.place - b.place)));
    this.#mostAllocated = undefined;
    this.#mostActive = undefined;
    this.#last = undefined;
  }
}
