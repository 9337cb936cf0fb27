import type { Model } from './model.js';
import { OPTIMIZER_OPERATORS } from './model-operators.js';
import { MOST_GE_ALLOCATIONS, type ModelPasses } from './model-pass.js';
import type { TrainingJob } from './training-job.js';

const STEP_PAUSE_TICKS = 200_000;
/** Share of a step's allocations that is left to the optimizer. */
const OPTIMIZER_SHARE = 0.05;

/** Runs training steps: load a batch, passes forward and backward, optimizer. */
export class TrainingSteps {
  readonly #job: TrainingJob;
  readonly #model: Model;
  readonly #passes: ModelPasses;
  #optimizerCalls = 0;
  /** Blocks of the optimizer that live until the next step has ended. */
  #carried: number[] = [];

  constructor(job: TrainingJob, model: Model, passes: ModelPasses) {
    this.#job = job;
    this.#model = model;
    this.#passes = passes;
  }

  /** One step with `rows` allocations of PyTorch, after which the graph engine has made `geRows` in all. */
  run(stepNumber: number | null, rows: number, geRows: number): void {
    const job = this.#job;
    // Inside a step's range every moment of the main thread is covered, so blank names need the time after it.
    const hasGaps =
      stepNumber === null || job.options.trace === false || job.options.trace.backwardThread;
    const blanks = hasGaps ? 0 : Math.floor(rows * job.options.emptyNames);
    job.budget = rows - blanks;
    if (stepNumber !== null) {
      job.execution.enter('main', { name: `ProfilerStep#${stepNumber}`, stack: 0 });
    }
    const batch = this.#loadBatch();
    const reserve = Math.floor(job.budget * OPTIMIZER_SHARE);
    do this.#passes.run(Math.max(0, job.budget - reserve));
    while (job.budget > reserve);
    const carried = this.#optimize();
    this.#runDueTasks(geRows);
    this.#release([...batch, ...this.#carried]);
    this.#carried = carried;
    job.memory.settle();
    if (stepNumber !== null) job.execution.leave('main');
    job.budget += blanks;
    while (job.budget > 0) job.blankAllocation('main');
    job.clock.pause(STEP_PAUSE_TICKS);
  }

  /** Releases what the last step left. */
  finish(): void {
    this.#release(this.#carried);
    this.#job.memory.finish();
  }

  #loadBatch(): number[] {
    const job = this.#job;
    job.execution.enter('main', { name: 'aten::to', stack: 0 });
    job.execution.enter('main', { name: 'aten::empty_strided', stack: 0 });
    const row = job.allocate('main', 0, 2048 + job.size(10), 'kept');
    job.execution.leave('main');
    job.execution.leave('main');
    return row === null ? [] : [row];
  }

  #optimize(): number[] {
    const job = this.#job;
    const rows: number[] = [];
    const stack = this.#model.optimizerStack(0);
    job.execution.enter('main', { name: 'Optimizer.step#AdamW.step', stack });
    while (job.budget > 0) {
      const call = this.#optimizerCalls++;
      const name = OPTIMIZER_OPERATORS[call % OPTIMIZER_OPERATORS.length] as string;
      job.execution.enter('main', { name, stack: this.#model.optimizerStack(call) });
      const row = job.allocate('main', call % job.options.devices, job.size(8), 'kept');
      job.execution.leave('main');
      if (row !== null) rows.push(row);
    }
    job.execution.leave('main');
    const carried = rows.filter((_, index) => index % 2 === 0);
    this.#release(rows.filter((_, index) => index % 2 === 1));
    return carried;
  }

  /** Copies whose kernels bring the graph engine's allocations up to their number. */
  #runDueTasks(geRows: number): void {
    const job = this.#job;
    while (job.queue.log.length < geRows) {
      const due = Math.min(MOST_GE_ALLOCATIONS, geRows - job.queue.log.length);
      const site = job.random.below(this.#model.forwardSites);
      job.execution.enter('main', { name: 'aten::copy_', stack: site });
      job.enqueue('main', 'acl_memcpy_async', site % job.options.devices, due);
      job.execution.leave('main');
    }
  }

  #release(rows: readonly number[]): void {
    for (const row of rows) this.#job.memory.release(row);
  }
}
