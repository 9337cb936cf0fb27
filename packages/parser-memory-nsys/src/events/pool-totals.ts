const LEAST_SAMPLES = 1024;

/** What a pool told last, bytes. */
interface PoolState {
  used: number;
  held: number;
}

/**
 * What the stream-ordered pools of a device have, over time: the sum of what each of them told last,
 * from before the first event of each on.
 */
export class PoolTotals {
  samples = 0;
  timeNs = new Float64Array(LEAST_SAMPLES);
  /** Handed out, and held of the device, bytes; after the event. */
  usedBytes = new Float64Array(LEAST_SAMPLES);
  heldBytes = new Float64Array(LEAST_SAMPLES);
  /** What was handed out before the first event. */
  startBytes = 0;
  readonly #pools = new Map<number, PoolState>();
  #used = 0;
  #held = 0;

  /** @param change of what is handed out, as the event's own bytes tell */
  add(pool: number, timeNs: number, used: number, held: number, change: number): void {
    const state = this.#pools.get(pool) ?? this.#begin(pool, Math.max(0, used - change), held);
    this.#used += used - state.used;
    // A pool without a size tells only what is handed out.
    const heldNow = Number.isNaN(held) ? state.held : held;
    this.#held += heldNow - state.held;
    state.used = used;
    state.held = heldNow;
    if (this.samples === this.timeNs.length) this.#grow();
    this.timeNs[this.samples] = timeNs;
    this.usedBytes[this.samples] = this.#used;
    this.heldBytes[this.samples++] = this.#held;
  }

  /**
   * A pool that has told of itself is trimmed, or destroyed: it holds less of the device. What it has
   * handed out its blocks tell.
   */
  shrink(pool: number, timeNs: number, held: number): void {
    const state = this.#pools.get(pool);
    if (state !== undefined) this.add(pool, timeNs, state.used, held, 0);
  }

  /** What a pool has from before was there at the samples of others as well. */
  #begin(pool: number, usedBefore: number, held: number): PoolState {
    const heldBefore = usedBefore > 0 && !Number.isNaN(held) ? held : 0;
    const state = { used: usedBefore, held: heldBefore };
    this.#pools.set(pool, state);
    this.#used += usedBefore;
    this.#held += heldBefore;
    this.startBytes += usedBefore;
    if (usedBefore > 0) {
      for (let i = 0; i < this.samples; i++) {
        this.usedBytes[i] += usedBefore;
        this.heldBytes[i] += heldBefore;
      }
    }
    return state;
  }

  #grow(): void {
    const room = this.samples * 2;
    for (const name of ['timeNs', 'usedBytes', 'heldBytes'] as const) {
      const larger = new Float64Array(room);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
