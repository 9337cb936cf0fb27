import type { TraceEvent } from '../trace-view/events.js';

/** Operators of one piece of the journal: enough that pieces are few, and little is left unused. */
const PIECE = 1 << 15;
/** Bytes that an operator takes in the journal. */
export const OPERATOR_BYTES = 40;

/** What is kept of an operator. */
export type KeptOperator = Pick<
  TraceEvent,
  'startNs' | 'endNs' | 'thread' | 'stack' | 'sequence' | 'forwardThread'
>;

class Piece {
  count = 0;
  readonly startNs = new Float64Array(PIECE);
  readonly endNs = new Float64Array(PIECE);
  readonly sequence = new Float64Array(PIECE);
  readonly forwardThread = new Float64Array(PIECE);
  readonly thread = new Int32Array(PIECE);
  readonly stack = new Int32Array(PIECE);
}

/** The operators of a trace in columns, so that they can be gone through again without reading it. */
export class OperatorJournal {
  readonly #most: number;
  #pieces: Piece[] = [];
  #last: Piece | undefined;
  #isComplete = true;

  /** Beyond `most` operators nothing is kept: memory stays bounded. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether every operator that was added is here. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(operator: TraceEvent): void {
    const piece = this.#last?.count === PIECE ? this.#newPiece() : (this.#last ?? this.#newPiece());
    if (piece === undefined) return;
    const at = piece.count++;
    piece.startNs[at] = operator.startNs;
    piece.endNs[at] = operator.endNs;
    piece.sequence[at] = operator.sequence;
    piece.forwardThread[at] = operator.forwardThread;
    piece.thread[at] = operator.thread;
    piece.stack[at] = operator.stack;
  }

  #newPiece(): Piece | undefined {
    if (!this.#isComplete || (this.#pieces.length + 1) * PIECE > this.#most) {
      this.#isComplete = false;
      this.#pieces = [];
      this.#last = undefined;
      return undefined;
    }
    this.#last = new Piece();
    this.#pieces.push(this.#last);
    return this.#last;
  }

  /** Goes through the operators in the order in which they came; the same object is used for all. */
  each(visit: (operator: KeptOperator) => void): void {
    const operator = { startNs: 0, endNs: 0, thread: 0, stack: 0, sequence: 0, forwardThread: 0 };
    for (const piece of this.#pieces) {
      for (let at = 0; at < piece.count; at++) {
        operator.startNs = piece.startNs[at];
        operator.endNs = piece.endNs[at];
        operator.sequence = piece.sequence[at];
        operator.forwardThread = piece.forwardThread[at];
        operator.thread = piece.thread[at];
        operator.stack = piece.stack[at];
        visit(operator);
      }
    }
  }
}
