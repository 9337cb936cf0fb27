import { Clock } from './clock.js';
import { drawEarlierBlocks } from './earlier-blocks.js';
import { Execution } from './execution.js';
import { NameTable } from './names.js';
import { NONE } from './operator-table.js';
import type { CaptureOptions } from './options.js';
import { Random } from './random.js';
import { TaskQueue } from './task-queue.js';
import { TorchMemory } from './torch-memory.js';

/** The first operator starts this long after the capture, 40 ms: counters are sampled before it. */
const LEAD_TICKS = 4_000_000;
/** A temporary block stays only if this many that could have stayed did not. */
const TEMPORARY_STAYS_WHEN_DUE = 4;

/** How long a block lives: until its operator ends, or until whoever keeps it gives it back. */
export type Lifetime = 'operator' | 'kept';

/** A training process under the profiler: its threads, its allocators, and how many rows are still to be made. */
export class TrainingJob {
  readonly names = new NameTable();
  readonly options: CaptureOptions;
  readonly clock: Clock;
  readonly queueClock: Clock;
  readonly execution: Execution;
  readonly memory: TorchMemory;
  readonly queue: TaskQueue;
  readonly random: Random;
  /** Rows of the PyTorch allocator that may still be made in the present part of the job. */
  budget = 0;
  /** Rows of the graph engine's allocator that should have been made by now. */
  geDue = 0;
  readonly #sizes: Random;
  #unreleasedDue = 0;
  readonly #temporaryStaysWhenDue: number;
  #blankDue = 0;

  constructor(options: CaptureOptions) {
    const random = new Random(options.seed);
    this.options = options;
    this.#temporaryStaysWhenDue = options.unreleasedShare > 0.5 ? 1 : TEMPORARY_STAYS_WHEN_DUE;
    this.random = random.fork('structure');
    this.#sizes = random.fork('sizes');
    this.clock = new Clock(LEAD_TICKS, random.fork('clock'));
    this.queueClock = new Clock(LEAD_TICKS + 1, random.fork('queue clock'));
    this.execution = new Execution(this.clock, this.names);
    const earlier = drawEarlierBlocks(options, random.fork('earlier blocks'));
    this.memory = new TorchMemory(earlier, this.clock, options, random.fork('memory'));
    this.queue = new TaskQueue(this.queueClock, this.names, options, random.fork('queue'));
  }

  /**
   * Allocates a block of about `units` on the thread, unless the budget is spent. Returns its row if somebody has to
   * release it, null if it stays for good (or was not made).
   */
  allocate(
    thread: 'main' | 'backward',
    device: number,
    units: number,
    lifetime: Lifetime,
  ): number | null {
    if (this.budget <= 0) return null;
    this.budget--;
    this.#blankDue += this.options.emptyNames;
    this.#unreleasedDue += this.options.unreleasedShare;
    const origin = this.#origin(thread);
    const row = this.memory.allocate(origin, thread, device, units);
    this.geDue += this.options.geAllocations / Math.max(1, this.options.allocations);
    if (this.#unreleasedDue >= (lifetime === 'kept' ? 1 : this.#temporaryStaysWhenDue)) {
      this.#unreleasedDue--;
      return null;
    }
    return row;
  }

  /** Sizes of blocks that nobody planned: up to 2^`bits` units of 512 bytes. */
  size(bits: number): number {
    return this.#sizes.magnitude(bits);
  }

  /** Where no operator is open: makes the allocations with a blank name that are due. */
  betweenOperators(thread: 'main' | 'backward'): void {
    if (!this.execution.isIdle(thread)) return;
    while (this.#blankDue >= 1 && this.budget > 0) {
      this.#blankDue--;
      this.blankAllocation(thread);
    }
  }

  /** An allocation that no operator covers. */
  blankAllocation(thread: 'main' | 'backward'): void {
    const row = this.allocate(thread, 0, 8 + this.size(8), 'kept');
    if (row !== null) this.memory.release(row);
  }

  /** Hands a kernel to the task queue from within the operator that is open on the thread. */
  enqueue(
    thread: 'main' | 'backward',
    kernel: string,
    device: number,
    geAllocations: number,
  ): void {
    const enqueueStart = this.clock.advance();
    const enqueueEnd = this.clock.advance();
    this.queue.run(
      { thread, enqueueStart, enqueueEnd, kernel },
      this.#origin(thread),
      device,
      geAllocations,
    );
  }

  /** Tick of the last event of any thread. */
  get endTick(): number {
    return Math.max(this.clock.tick, this.queueClock.tick);
  }

  #origin(thread: 'main' | 'backward'): ReturnType<Execution['origin']> {
    const origin = this.execution.origin(thread);
    return this.options.trace === false ? { ...origin, stack: NONE, via: 'none' } : origin;
  }
}
