import type { Clock } from './clock.js';
import type { NameTable } from './names.js';
import { ForwardOperators, NONE, type OpenOperator, OperatorTable } from './operator-table.js';

/** How a call stack is found from what was recorded. */
export type StackVia = 'recorded' | 'forward' | 'queue-recorded' | 'queue-forward' | 'none';

/** The threads of a training process. */
export type ThreadRole = 'main' | 'backward' | 'queue';

export const THREAD_ROLES: readonly ThreadRole[] = ['main', 'backward', 'queue'];

/** What covers a moment on a thread: the operator's name and the call stack that can be found for it. */
export interface Origin {
  /** Name, or NONE where no operator is open. */
  name: number;
  stack: number;
  via: 'recorded' | 'forward' | 'none';
}

export interface Call {
  name: string;
  stack?: number;
  sequence?: number;
  forwardThread?: 0 | 1;
}

/** Runs operators on the main and the backward thread, one at a time (while one works the other waits). */
export class Execution {
  readonly main = new OperatorTable();
  readonly backward = new OperatorTable();
  readonly forwardOperators = new ForwardOperators();
  readonly #open: Record<'main' | 'backward', OpenOperator[]> = { main: [], backward: [] };
  readonly #clock: Clock;
  readonly #names: NameTable;
  readonly #bookkeeping: number;

  constructor(clock: Clock, names: NameTable) {
    this.#clock = clock;
    this.#names = names;
    // torch_npu never names an allocation after the operator that only makes the tensor's shell.
    this.#bookkeeping = names.id('empty_tensor');
  }

  enter(thread: 'main' | 'backward', call: Call): void {
    const operator: OpenOperator = {
      name: this.#names.id(call.name),
      start: this.#clock.advance(),
      stack: call.stack ?? NONE,
      sequence: call.sequence ?? NONE,
      forwardThread: call.forwardThread ?? 0,
    };
    this.#open[thread].push(operator);
    if (operator.sequence !== NONE && operator.forwardThread === 0) {
      this.forwardOperators.note(operator.sequence, operator.start, operator.stack);
    }
  }

  leave(thread: 'main' | 'backward'): void {
    const operator = this.#open[thread].pop();
    if (operator === undefined) throw new Error(`no operator is open on the ${thread} thread`);
    const table = this[thread];
    table.name.push(operator.name);
    table.start.push(operator.start);
    table.end.push(this.#clock.advance());
    table.stack.push(operator.stack);
    table.sequence.push(operator.sequence);
    table.forwardThread.push(operator.forwardThread);
  }

  /** True where no operator is open on the thread. */
  isIdle(thread: 'main' | 'backward'): boolean {
    return this.#open[thread].length === 0;
  }

  /**
   * What covers this moment on the thread: the innermost operator; its own stack or, of a backward operator, that of the
   * forward operator with the sequence number of the autograd node around it.
   */
  origin(thread: 'main' | 'backward'): Origin {
    const open = this.#open[thread];
    let index = open.length - 1;
    while (index >= 0 && open[index]?.name === this.#bookkeeping) index--;
    const innermost = open[index];
    if (innermost === undefined) return { name: NONE, stack: NONE, via: 'none' };
    if (innermost.stack !== NONE) {
      return { name: innermost.name, stack: innermost.stack, via: 'recorded' };
    }
    for (; index >= 0; index--) {
      const operator = open[index] as OpenOperator;
      if (operator.sequence !== NONE && operator.forwardThread === 1) {
        const stack = this.forwardOperators.stack(operator.sequence);
        return { name: innermost.name, stack, via: stack === NONE ? 'none' : 'forward' };
      }
    }
    return { name: innermost.name, stack: NONE, via: 'none' };
  }
}
