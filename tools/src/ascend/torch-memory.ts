import { AllocationLog, type Totals } from './allocation-log.js';
import type { Clock } from './clock.js';
import { DeviceLevels } from './device-levels.js';
import type { Origin } from './execution.js';
import type { CaptureOptions } from './options.js';
import { hasActiveRelease } from './options.js';
import type { Random } from './random.js';

/** A block that was there when the capture started. Ticks and totals are null while it is not released. */
export interface EarlierBlock {
  units: number;
  device: number;
  activeRelease: { tick: number; totals: Totals } | null;
  release: { tick: number; totals: Totals } | null;
  /** After how many allocations on its device it is released; null: never. */
  releaseAfter: number | null;
}

/** A moment of an earlier block, in order of time. */
export interface UnlistedEvent {
  block: EarlierBlock;
  moment: 'activeRelease' | 'release';
}

/**
 * PyTorch's caching allocator on the NPUs of one process (PTA). That bytes leave the allocated total at the earlier of
 * release and active release was measured on genuine captures.
 */
export class TorchMemory {
  readonly log = new AllocationLog();
  readonly earlierBlocks: readonly EarlierBlock[];
  readonly unlistedEvents: UnlistedEvent[] = [];
  readonly #levels: readonly DeviceLevels[];
  readonly #rowsOnDevice: number[];
  readonly #waiting: number[] = [];
  /** Earlier blocks still to be released, for each device in the order of their time. */
  readonly #due: EarlierBlock[][];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #reportsActive: boolean;
  readonly #ties: boolean;
  /** The latest memory event: the next one may share its time only if nothing else has happened since. */
  #latest = { tick: -1, wasRelease: false };

  constructor(
    blocks: readonly EarlierBlock[],
    clock: Clock,
    options: CaptureOptions,
    random: Random,
  ) {
    this.earlierBlocks = blocks;
    this.#levels = Array.from({ length: options.devices }, (_, device) => {
      const before = blocks.filter((block) => block.device === device);
      return new DeviceLevels(before.reduce((sum, block) => sum + block.units, 0));
    });
    this.#rowsOnDevice = Array.from({ length: options.devices }, () => 0);
    this.#due = this.#levels.map((_, device) =>
      blocks
        .filter((block) => block.device === device && block.releaseAfter !== null)
        .sort((a, b) => (a.releaseAfter ?? 0) - (b.releaseAfter ?? 0)),
    );
    this.#clock = clock;
    this.#random = random;
    this.#reportsActive = hasActiveRelease(options.variant);
    this.#ties = options.ties;
    for (const device of this.#levels.keys()) this.#releaseEarlierBlocks(device);
  }

  /** Allocates a block for what covers this moment, and returns its row. */
  allocate(origin: Origin, thread: 'main' | 'backward', device: number, units: number): number {
    const tick = this.#tick(true, false);
    const row = this.log.allocate({
      name: origin.name,
      stack: origin.stack,
      via: origin.via,
      units,
      device,
      thread,
      stream: this.#random.chance(0.02) ? 1 : 0,
      tick,
      totals: this.#level(device).allocate(units),
    });
    this.#rowsOnDevice[device] = (this.#rowsOnDevice[device] ?? 0) + 1;
    this.#releaseEarlierBlocks(device);
    return row;
  }

  /**
   * Releases a block. Its bytes leave the allocated total at the earlier of release and active release; a block that
   * another stream still uses (record_stream) becomes usable only later.
   */
  release(row: number): void {
    const units = this.log.units.at(row);
    const level = this.#level(this.log.device.at(row));
    if (!this.#reportsActive) {
      level.deactivate(units);
      this.log.note(row, 'release', this.#tick(true, true), level.deallocate(units));
    } else if (this.log.stream.at(row) === 1) {
      this.log.note(row, 'release', this.#tick(true, true), level.deallocate(units));
      this.#waiting.push(row);
    } else {
      level.deactivate(units);
      const totals = level.deallocate(units);
      this.log.note(row, 'activeRelease', this.#tick(true, true), totals);
      this.log.note(row, 'release', this.#tick(false, true), level.totals);
    }
  }

  /** The other streams are done: what they still used becomes usable. */
  settle(): void {
    for (const row of this.#waiting.splice(0)) {
      const level = this.#level(this.log.device.at(row));
      const totals = level.deactivate(this.log.units.at(row));
      this.log.note(row, 'activeRelease', this.#tick(false, true), totals);
    }
  }

  /** Earlier blocks whose time has come at the capture's end are released, too. */
  finish(): void {
    this.settle();
    for (const block of this.#due.flat()) this.#releaseEarlier(block);
  }

  #level(device: number): DeviceLevels {
    const level = this.#levels[device];
    if (level === undefined) throw new RangeError(`no device ${device}`);
    return level;
  }

  /** Time of the next memory event. At one time releases come before allocations, never after. */
  #tick(mayShare: boolean, isRelease: boolean): number {
    const { tick, wasRelease } = this.#latest;
    const shares = this.#ties && mayShare && (wasRelease || !isRelease);
    if (!(shares && this.#clock.tick === tick && this.#random.chance(0.5))) this.#clock.advance();
    this.#latest = { tick: this.#clock.tick, wasRelease: isRelease };
    return this.#clock.tick;
  }

  #releaseEarlierBlocks(device: number): void {
    const due = this.#due[device];
    if (due === undefined) return;
    while (due[0] !== undefined && (due[0].releaseAfter ?? 0) <= this.#rows(device)) {
      this.#releaseEarlier(due.shift() as EarlierBlock);
    }
  }

  #rows(device: number): number {
    return this.#rowsOnDevice[device] ?? 0;
  }

  #releaseEarlier(block: EarlierBlock): void {
    const level = this.#level(block.device);
    level.deactivate(block.units);
    const totals = level.deallocate(block.units);
    if (this.#reportsActive) {
      block.activeRelease = { tick: this.#tick(false, true), totals };
      this.#noteUnlisted(block, 'activeRelease');
    }
    block.release = { tick: this.#tick(false, true), totals };
    this.#noteUnlisted(block, 'release');
  }

  #noteUnlisted(block: EarlierBlock, moment: 'activeRelease' | 'release'): void {
    this.log.noteUnlisted(this.unlistedEvents.push({ block, moment }) - 1);
  }
}
