import { BYTES_PER_UNIT } from './allocation-log.js';
import { NS_PER_TICK } from './clock.js';
import { deviceText } from './device-text.js';
import type { StackVia } from './execution.js';
import { FileOrder } from './file-order.js';
import { NONE } from './operator-table.js';
import type { SimulatedCapture } from './scenario.js';
import { type LiveLevels, liveLevels } from './truth-levels.js';

/** What a right reading of one row of the table gives. */
export interface TrueRow {
  /** As in the table; empty where no operator covers the allocation. */
  name: string;
  /** Negative for a release-only row. */
  sizeBytes: number;
  /** Null for a release-only row. */
  startNs: bigint | null;
  releaseNs: bigint | null;
  /** Since when the block can be used again; null where the table does not tell it. */
  activeReleaseNs: bigint | null;
  allocator: 'PTA' | 'GE';
  /** Device type as in the table. */
  device: string;
  /** Thread that allocated; null for a release-only row. */
  threadId: number | null;
  /** Frames, innermost first, joined as in the trace; empty if none can be found. */
  callStack: string;
  via: StackVia;
}

/** A release without a row: a block from before the capture. */
export interface UnreportedRelease {
  device: string;
  allocator: 'PTA';
  timeNs: bigint;
  bytes: number;
}

/** What is true of a capture, kept while it was made and independent of any reader. */
export class CaptureTruth {
  readonly #capture: Omit<SimulatedCapture, 'truth'>;
  readonly #order: FileOrder;
  #levels: LiveLevels[] | null = null;

  constructor(capture: Omit<SimulatedCapture, 'truth'>) {
    this.#capture = capture;
    this.#order = new FileOrder(capture);
  }

  /** Rows of the table of allocations. */
  get rowCount(): number {
    return this.#order.length;
  }

  /** The `index`th row of the table, computed when asked for. */
  row(index: number): TrueRow {
    const reference = this.#order.at(index);
    if (reference.kind === 'release-only') {
      const { block } = reference;
      return {
        name: '',
        sizeBytes: -block.units * BYTES_PER_UNIT,
        startNs: null,
        releaseNs: this.#time(block.release?.tick ?? null),
        activeReleaseNs: this.#time(block.activeRelease?.tick ?? null),
        allocator: 'PTA',
        device: deviceText(this.#capture.options, block.device),
        threadId: null,
        callStack: '',
        via: 'none',
      };
    }
    const log = this.#capture.allocations[reference.kind];
    const { row } = reference;
    const name = log.name.at(row);
    const stack = log.stack.at(row);
    return {
      name: name === NONE ? '' : this.#capture.names.text(name),
      sizeBytes: log.units.at(row) * BYTES_PER_UNIT,
      startNs: this.#time(log.tick(row, 'allocation')),
      releaseNs: this.#time(log.tick(row, 'release')),
      activeReleaseNs: this.#time(log.tick(row, 'activeRelease')),
      allocator: reference.kind,
      device: deviceText(this.#capture.options, log.device.at(row)),
      threadId: this.#capture.threadIds[log.thread(row)],
      callStack: stack === NONE ? '' : this.#capture.stacks.text(stack),
      via: log.via(row),
    };
  }

  *rows(): Generator<TrueRow> {
    for (let index = 0; index < this.rowCount; index++) yield this.row(index);
  }

  /** Live bytes of each device and allocator that has rows; computed when first asked for. */
  get levels(): readonly LiveLevels[] {
    this.#levels ??= liveLevels(this.#capture);
    return this.#levels;
  }

  /** Releases that no row of the table tells, in order of time: seen only as drops in memory_record.csv. */
  get unreportedReleases(): UnreportedRelease[] {
    if (this.#capture.options.variant === 'V10') return [];
    const releases: UnreportedRelease[] = [];
    for (const { block, moment } of this.#capture.unlistedEvents) {
      const first = block.activeRelease ?? block.release;
      if (first === null || (moment === 'release' && block.activeRelease !== null)) continue;
      releases.push({
        device: deviceText(this.#capture.options, block.device),
        allocator: 'PTA',
        timeNs: this.#time(first.tick) as bigint,
        bytes: block.units * BYTES_PER_UNIT,
      });
    }
    return releases;
  }

  #time(tick: number | null): bigint | null {
    return tick === null
      ? null
      : this.#capture.options.startNs + BigInt(tick) * BigInt(NS_PER_TICK);
  }
}
