import type { CallSite, Model } from './model.js';
import type { GradientCall } from './model-operators.js';
import { ODD_NAMES } from './names.js';
import type { TrainingJob } from './training-job.js';

/** What a forward operator leaves for the backward pass. */
interface SavedOperator {
  site: CallSite;
  sequence: number;
  rows: number[];
}

const SHELL_SHARE = 0.2;
const KERNEL_SHARE = 0.15;
/** Most allocations of the graph engine for one task. */
export const MOST_GE_ALLOCATIONS = 8;

/** Runs the model forward and backward. Sequence numbers go on from pass to pass. */
export class ModelPasses {
  readonly #job: TrainingJob;
  readonly #model: Model;
  readonly #hasBackward: boolean;
  #sequence = 1350;
  #oddRanges = 0;

  constructor(job: TrainingJob, model: Model) {
    this.#job = job;
    this.#model = model;
    const { trace } = job.options;
    this.#hasBackward = trace === false || trace.backwardThread;
  }

  /** One pass over the model with at most `rows` allocations. */
  run(rows: number): void {
    const { budget } = this.#job;
    const forwardRows = this.#hasBackward ? Math.ceil(rows / 2) : rows;
    const saved: SavedOperator[] = [];
    // A capture without rows of the PyTorch allocator still needs operators for its queue.
    const sites = rows === 0 ? Math.min(8, this.#model.forwardSites) : this.#model.forwardSites;
    for (let index = 0; index < sites; index++) {
      this.#job.betweenOperators('main');
      saved.push(this.#forward(index));
      if (rows > 0 && budget - this.#job.budget >= forwardRows) break;
    }
    let gradients: number[] = [];
    for (const operator of saved.reverse()) {
      gradients = this.#hasBackward ? this.#backward(operator, gradients) : [];
      this.#release(operator.rows);
    }
    this.#release(gradients);
    this.#job.memory.settle();
  }

  #forward(index: number): SavedOperator {
    const { execution } = this.#job;
    const site = this.#model.site(index);
    const stack = site.stack === null ? {} : { stack: site.stack };
    // What is not differentiated carries the number of the next operator that is: the latest one with it counts.
    if (site.stack !== null && this.#job.random.chance(0.2)) this.#copyToDevice(index);
    const oddRange = site.isInOddRange ? this.#enterOddRange(stack) : null;
    const { calls } = site.operator;
    for (const [depth, name] of calls.entries()) {
      const numbered = depth < 2;
      execution.enter('main', {
        name,
        ...stack,
        ...(numbered ? { sequence: this.#sequence } : {}),
      });
    }
    const rows = this.#allocate('main', site, site.operator.held, site.operator.temporaries);
    this.#kernel('main', site);
    for (const _ of calls) execution.leave('main');
    if (oddRange !== null) {
      rows.push(...this.#allocate('main', site, 1, 0));
      execution.leave('main');
    }
    return { site, sequence: this.#sequence++, rows };
  }

  /** A copy that is not differentiated, called from elsewhere, under the sequence number of what comes next. */
  #copyToDevice(index: number): void {
    const { execution } = this.#job;
    const other = this.#model.site((index + 1) % this.#model.forwardSites);
    const stack = other.stack === null ? {} : { stack: other.stack };
    execution.enter('main', { name: 'aten::to', ...stack, sequence: this.#sequence });
    execution.enter('main', { name: 'aten::_to_copy', ...stack, sequence: this.#sequence });
    execution.enter('main', { name: 'aten::empty_strided', ...stack });
    this.#release(this.#allocate('main', other, 1, 0));
    for (let depth = 0; depth < 3; depth++) execution.leave('main');
  }

  #enterOddRange(stack: { stack?: number }): string {
    const name = ODD_NAMES[this.#oddRanges++ % ODD_NAMES.length] as string;
    this.#job.execution.enter('main', { name, ...stack });
    return name;
  }

  /** Differentiates an operator on the backward thread; returns the gradients for the next one. */
  #backward(saved: SavedOperator, gradients: number[]): number[] {
    const job = this.#job;
    const { operator } = saved.site;
    job.betweenOperators('backward');
    job.execution.enter('backward', {
      name: `autograd::engine::evaluate_function: ${operator.autograd}`,
    });
    job.execution.enter('backward', {
      name: operator.autograd,
      sequence: saved.sequence,
      forwardThread: 1,
    });
    const made: number[] = [];
    for (const call of operator.gradients) made.push(...this.#gradient(saved.site, call));
    if (job.random.chance(0.1)) made.push(...this.#allocate('backward', saved.site, 1, 0));
    job.execution.leave('backward');
    this.#release(gradients);
    job.execution.leave('backward');
    if (saved.site.hasParameter) this.#accumulateGradient(saved.site);
    return made;
  }

  #gradient(site: CallSite, call: GradientCall): number[] {
    const { execution } = this.#job;
    for (const name of call.calls) execution.enter('backward', { name });
    const rows = this.#allocate('backward', site, call.outputs, call.temporaries);
    this.#kernel('backward', site);
    for (const _ of call.calls) execution.leave('backward');
    return rows;
  }

  /** Adds to a parameter's gradient: an autograd node without sequence number, so without a stack of any kind. */
  #accumulateGradient(site: CallSite): void {
    const { execution } = this.#job;
    const node = 'torch::autograd::AccumulateGrad';
    execution.enter('backward', { name: `autograd::engine::evaluate_function: ${node}` });
    execution.enter('backward', { name: node, forwardThread: 1 });
    execution.enter('backward', { name: 'aten::new_empty_strided' });
    this.#release(this.#allocate('backward', site, 1, 0));
    for (let depth = 0; depth < 3; depth++) execution.leave('backward');
  }

  /** Allocates in the innermost open operator; releases the temporaries and returns the rows of the rest. */
  #allocate(
    thread: 'main' | 'backward',
    site: CallSite,
    kept: number,
    temporaries: number,
  ): number[] {
    const job = this.#job;
    const rows: number[] = [];
    for (let made = 0; made < temporaries; made++) {
      const row = job.allocate(thread, site.device, job.size(site.bits), 'operator');
      if (row !== null) job.memory.release(row);
    }
    for (let made = 0; made < kept; made++) {
      const inShell = made === 0 && job.random.chance(SHELL_SHARE);
      if (inShell) {
        const stack = thread === 'main' && site.stack !== null ? { stack: site.stack } : {};
        job.execution.enter(thread, { name: 'empty_tensor', ...stack });
      }
      const row = job.allocate(thread, site.device, job.size(site.bits), 'kept');
      if (inShell) job.execution.leave(thread);
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  /** Enqueues the operator's kernel, if the graph engine is due for allocations or by chance. */
  #kernel(thread: 'main' | 'backward', site: CallSite): void {
    const job = this.#job;
    const due = Math.floor(job.geDue) - job.queue.log.length;
    const allocations = due >= 2 ? Math.min(due, MOST_GE_ALLOCATIONS) : 0;
    if (allocations === 0 && !job.random.chance(KERNEL_SHARE)) return;
    const { kernel } = site.operator;
    const ownOperator = job.random.chance(0.5);
    if (ownOperator) {
      const stack = thread === 'main' && site.stack !== null ? { stack: site.stack } : {};
      job.execution.enter(thread, { name: `aclnn${kernel}`, ...stack });
    }
    job.enqueue(thread, ownOperator ? `aclnn${kernel}` : kernel, site.device, allocations);
    if (ownOperator) job.execution.leave(thread);
  }

  #release(rows: readonly number[]): void {
    for (const row of rows) this.#job.memory.release(row);
  }
}
