import { Column } from './columns.js';
import { type StackVia, THREAD_ROLES, type ThreadRole } from './execution.js';
import { NONE } from './operator-table.js';

/** Allocators round to 512 bytes; sizes and levels are counted in such units. */
export const BYTES_PER_UNIT = 512;

/** An allocator's totals after an event, in units. */
export interface Totals {
  allocated: number;
  reserved: number;
  active: number;
}

/** The moments of a block that an allocator reports. */
export type Moment = 'allocation' | 'activeRelease' | 'release';

const MOMENTS: readonly Moment[] = ['allocation', 'activeRelease', 'release'];
const VIAS: readonly StackVia[] = [
  'recorded',
  'forward',
  'queue-recorded',
  'queue-forward',
  'none',
];

class TotalsColumns {
  readonly #allocated = Column.uint32();
  readonly #reserved = Column.uint32();
  readonly #active = Column.uint32();

  push(totals: Totals): void {
    this.#allocated.push(totals.allocated);
    this.#reserved.push(totals.reserved);
    this.#active.push(totals.active);
  }

  set(row: number, totals: Totals): void {
    this.#allocated.set(row, totals.allocated);
    this.#reserved.set(row, totals.reserved);
    this.#active.set(row, totals.active);
  }

  at(row: number): Totals {
    return {
      allocated: this.#allocated.at(row),
      reserved: this.#reserved.at(row),
      active: this.#active.at(row),
    };
  }
}

const ZERO: Totals = { allocated: 0, reserved: 0, active: 0 };

export interface NewAllocation {
  /** Name, or NONE for a blank one. */
  name: number;
  units: number;
  device: number;
  thread: ThreadRole;
  stream: number;
  stack: number;
  via: StackVia;
  tick: number;
  totals: Totals;
}

/** Allocations of one allocator in the order of their allocation, and the moments of all of them in order of time. */
export class AllocationLog {
  readonly name = Column.int32();
  readonly units = Column.uint32();
  readonly device = Column.uint8();
  readonly stream = Column.uint8();
  /** Number of the call stack, or NONE. */
  readonly stack = Column.int32();
  readonly #thread = Column.uint8();
  readonly #via = Column.uint8();
  readonly #ticks: Record<Moment, Column<Float64Array>> = {
    allocation: Column.float64(),
    activeRelease: Column.float64(),
    release: Column.float64(),
  };
  readonly #totals: Record<Moment, TotalsColumns> = {
    allocation: new TotalsColumns(),
    activeRelease: new TotalsColumns(),
    release: new TotalsColumns(),
  };
  /** row × 4 + moment; 3 stands for a moment of a block from before the capture. */
  readonly #order = Column.uint32();

  get length(): number {
    return this.name.length;
  }

  /** Events so far, those of blocks from before included. */
  get eventCount(): number {
    return this.#order.length;
  }

  allocate(allocation: NewAllocation): number {
    const row = this.name.push(allocation.name);
    this.units.push(allocation.units);
    this.device.push(allocation.device);
    this.stream.push(allocation.stream);
    this.stack.push(allocation.stack);
    this.#thread.push(THREAD_ROLES.indexOf(allocation.thread));
    this.#via.push(VIAS.indexOf(allocation.via));
    this.#ticks.allocation.push(allocation.tick);
    this.#totals.allocation.push(allocation.totals);
    this.#ticks.activeRelease.push(NONE);
    this.#totals.activeRelease.push(ZERO);
    this.#ticks.release.push(NONE);
    this.#totals.release.push(ZERO);
    this.#order.push(row * 4);
    return row;
  }

  note(row: number, moment: 'activeRelease' | 'release', tick: number, totals: Totals): void {
    this.#ticks[moment].set(row, tick);
    this.#totals[moment].set(row, totals);
    this.#order.push(row * 4 + MOMENTS.indexOf(moment));
  }

  /** Notes a moment of a block that has no row. */
  noteUnlisted(index: number): void {
    this.#order.push(index * 4 + 3);
  }

  /** The event at a place in the order of time: a row's, or (`row` null) the `index`th of blocks without a row. */
  event(place: number): { row: number; moment: Moment } | { row: null; index: number } {
    const code = this.#order.at(place);
    const moment = MOMENTS[code % 4];
    const index = Math.floor(code / 4);
    return moment === undefined ? { row: null, index } : { row: index, moment };
  }

  thread(row: number): ThreadRole {
    return THREAD_ROLES[this.#thread.at(row)] as ThreadRole;
  }

  via(row: number): StackVia {
    return VIAS[this.#via.at(row)] as StackVia;
  }

  /** Tick of the moment, or null if the capture does not have it. */
  tick(row: number, moment: Moment): number | null {
    const tick = this.#ticks[moment].at(row);
    return tick === NONE ? null : tick;
  }

  totals(row: number, moment: Moment): Totals {
    return this.#totals[moment].at(row);
  }
}
