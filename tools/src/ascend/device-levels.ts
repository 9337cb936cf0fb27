import type { Totals } from './allocation-log.js';

const UNITS_PER_MIB = 2048;
const SEGMENT_STEP = 2 * UNITS_PER_MIB;

function segmentUnits(units: number): number {
  if (units <= UNITS_PER_MIB) return SEGMENT_STEP;
  if (units < 10 * UNITS_PER_MIB) return 20 * UNITS_PER_MIB;
  return Math.ceil(units / SEGMENT_STEP) * SEGMENT_STEP;
}

/** An allocator's own totals on one device, in units of 512 bytes. */
export class DeviceLevels {
  #allocated: number;
  #active: number;
  #reserved: number;

  constructor(allocated: number) {
    this.#allocated = allocated;
    this.#active = allocated;
    this.#reserved = Math.ceil((allocated + allocated / 8) / SEGMENT_STEP) * SEGMENT_STEP;
  }

  get totals(): Totals {
    return { allocated: this.#allocated, reserved: this.#reserved, active: this.#active };
  }

  allocate(units: number): Totals {
    this.#allocated += units;
    this.#active += units;
    // A block cannot share a segment with bytes still in use, so the allocator takes a new one when it must.
    while (this.#active > this.#reserved) this.#reserved += segmentUnits(units);
    return this.totals;
  }

  /** The program gave the block back. */
  deallocate(units: number): Totals {
    this.#allocated -= units;
    return this.totals;
  }

  /** The block can be used again. */
  deactivate(units: number): Totals {
    this.#active -= units;
    return this.totals;
  }
}
