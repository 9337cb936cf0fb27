import { AllocationLog } from './allocation-log.js';
import type { Clock } from './clock.js';
import { Column } from './columns.js';
import { DeviceLevels } from './device-levels.js';
import type { Origin, StackVia } from './execution.js';
import { GRAPH_NODES } from './model-operators.js';
import type { NameTable } from './names.js';
import { NONE } from './operator-table.js';
import type { CaptureOptions } from './options.js';
import type { Random } from './random.js';

/** Correlation id of the first pair; a job has run for a while when its capture starts. */
export const FIRST_CORRELATION_ID = 8234;

/** Enqueue and Dequeue intervals of the task queue; pair `i` has the correlation id FIRST_CORRELATION_ID + i. */
export class QueueTable {
  /** 0: enqueued on the main thread, 1: on the backward thread. */
  readonly enqueueThread = Column.uint8();
  readonly enqueueStart = Column.float64();
  readonly enqueueEnd = Column.float64();
  /** Name of the kernel. */
  readonly kernel = Column.uint32();
  readonly dequeueStart = Column.float64();
  readonly dequeueEnd = Column.float64();

  get length(): number {
    return this.kernel.length;
  }
}

/** What the graph engine holds of each device before the capture, as in real ones: 64 KiB. */
export const GE_START_UNITS = 128;
/** The graph engine's blocks are multiples of 64 KiB. */
const GE_STEP_UNITS = 128;
/** Workspaces rarely stay: at most this share is not released, and no more than this number. */
const UNRELEASED_SHARE = 0.05;
const MOST_UNRELEASED = 50;
const LAG_TICKS = 1500;

function viaQueue(origin: Origin, recorded: boolean): StackVia {
  if (!recorded || origin.via === 'none') return 'none';
  return origin.via === 'recorded' ? 'queue-recorded' : 'queue-forward';
}

/**
 * The thread that takes tasks off the queue and hands them to the device; the graph engine (GE) allocates its
 * workspaces there, inside Dequeue intervals.
 */
export class TaskQueue {
  readonly table = new QueueTable();
  readonly log = new AllocationLog();
  readonly #levels: readonly DeviceLevels[];
  readonly #clock: Clock;
  readonly #names: NameTable;
  readonly #random: Random;
  readonly #options: CaptureOptions;
  readonly #recorded: boolean;
  #unreleasedDue = 0;
  #unreleased = 0;

  constructor(clock: Clock, names: NameTable, options: CaptureOptions, random: Random) {
    this.#levels = Array.from({ length: options.devices }, () => new DeviceLevels(GE_START_UNITS));
    this.#clock = clock;
    this.#names = names;
    this.#random = random;
    this.#options = options;
    this.#recorded = options.trace !== false && options.trace.queue;
  }

  /**
   * Runs a task that was enqueued during [enqueueStart, enqueueEnd] ticks by the operator of `origin`, and makes its
   * graph engine allocations.
   */
  run(
    task: { thread: 'main' | 'backward'; enqueueStart: number; enqueueEnd: number; kernel: string },
    origin: Origin,
    device: number,
    allocations: number,
  ): void {
    this.#clock.catchUp(task.enqueueEnd + LAG_TICKS);
    const start = this.#clock.advance();
    const stack = this.#recorded && origin.via !== 'none' ? origin.stack : NONE;
    const inside: number[] = [];
    const late: number[] = [];
    for (let count = 0; count < allocations; count++) {
      const row = this.#allocate(device, stack, viaQueue(origin, this.#recorded));
      this.#unreleasedDue += Math.min(this.#options.unreleasedShare, UNRELEASED_SHARE);
      if (this.#unreleased < Math.min(MOST_UNRELEASED, Math.floor(this.#unreleasedDue))) {
        this.#unreleased++;
      }
      // Some blocks outlive the interval they were made in.
      else (this.#random.chance(0.3) ? late : inside).push(row);
    }
    for (const row of inside) this.#release(row);
    const end = this.#clock.advance();
    for (const row of late) this.#release(row);
    if (!this.#recorded) return;
    this.table.enqueueThread.push(task.thread === 'main' ? 0 : 1);
    this.table.enqueueStart.push(task.enqueueStart);
    this.table.enqueueEnd.push(task.enqueueEnd);
    this.table.kernel.push(this.#names.id(task.kernel));
    this.table.dequeueStart.push(start);
    this.table.dequeueEnd.push(end);
  }

  #allocate(device: number, stack: number, via: StackVia): number {
    const units = GE_STEP_UNITS * this.#random.magnitude(9);
    const node = this.#random.pick(GRAPH_NODES) + this.#random.below(40);
    const cannNames = this.#options.variant === 'M9' || this.#options.variant === 'MS9';
    return this.log.allocate({
      // torch_npu puts the prefix before the names that CANN's own table has.
      name: this.#names.id(cannNames ? node : `cann::${node}`),
      units,
      device,
      thread: 'queue',
      stream: 0,
      stack,
      via,
      tick: this.#clock.advance(),
      totals: this.#level(device).allocate(units),
    });
  }

  /** On release GE reports its total as it was before. */
  #release(row: number): void {
    const level = this.#level(this.log.device.at(row));
    const before = level.totals;
    level.deactivate(this.log.units.at(row));
    level.deallocate(this.log.units.at(row));
    this.log.note(row, 'release', this.#clock.advance(), before);
  }

  #level(device: number): DeviceLevels {
    const level = this.#levels[device];
    if (level === undefined) throw new RangeError(`no device ${device}`);
    return level;
  }
}
