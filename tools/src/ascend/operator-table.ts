import { Column } from './columns.js';

/** No call stack, no sequence number. */
export const NONE = -1;

/** Operators of one thread, in the order in which they ended, as profilers write them. Times in ticks. */
export class OperatorTable {
  readonly name = Column.uint32();
  readonly start = Column.float64();
  readonly end = Column.float64();
  /** Number of the call stack, or NONE. */
  readonly stack = Column.int32();
  /** Autograd's number that ties a backward operator to its forward one, or NONE. */
  readonly sequence = Column.int32();
  /** 0 on operators of the forward pass, 1 on the autograd nodes of the backward pass. */
  readonly forwardThread = Column.uint8();

  get length(): number {
    return this.name.length;
  }
}

/** An operator that has begun and not ended. */
export interface OpenOperator {
  name: number;
  start: number;
  stack: number;
  sequence: number;
  forwardThread: 0 | 1;
}

/** Where each sequence number's forward operator is: the one that started last with that number. */
export class ForwardOperators {
  readonly #start = Column.float64();
  readonly #stack = Column.int32();

  /** Notes a forward operator with this sequence number; numbers come in ascending order. */
  note(sequence: number, start: number, stack: number): void {
    while (this.#start.length <= sequence) {
      this.#start.push(NONE);
      this.#stack.push(NONE);
    }
    this.#start.set(sequence, start);
    this.#stack.set(sequence, stack);
  }

  /** Start in ticks. */
  start(sequence: number): number {
    return this.#start.at(sequence);
  }

  /** Number of the call stack, or NONE. */
  stack(sequence: number): number {
    return this.#stack.at(sequence);
  }
}
