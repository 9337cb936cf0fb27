import { STACK_MATCHES, type StackMatch } from '@rl-insight/memory-contract';
import type { TraceTexts } from '../trace-view/events.js';
import { IdCodes, StackList } from './text-codes.js';

/** The stacks, threads and processes that have been found, by row. */
export class FoundStacks {
  /** Place in the list of stacks; −1 while there is none. */
  readonly stack: Int32Array;
  readonly #match: Uint8Array;
  readonly #threadId: Float64Array;
  readonly #processId: Float64Array;
  readonly #list = new StackList();
  readonly #ids = new IdCodes();
  readonly #texts: TraceTexts;

  constructor(rows: number, texts: TraceTexts) {
    this.stack = new Int32Array(rows).fill(-1);
    this.#match = new Uint8Array(rows).fill(STACK_MATCHES.indexOf('none'));
    this.#threadId = new Float64Array(rows).fill(Number.NaN);
    this.#processId = new Float64Array(rows).fill(Number.NaN);
    this.#texts = texts;
  }

  /** Gives a row the stack of a code, if that is one. */
  settle(row: number, code: number, how: StackMatch): void {
    const place = this.#list.of(code, this.#texts);
    if (place < 0) return;
    this.stack[row] = place;
    this.#match[row] = STACK_MATCHES.indexOf(how);
  }

  /** Notes thread and process of a row, given as codes. */
  setIds(row: number, thread: number, process: number): void {
    this.#threadId[row] = this.idOf(thread);
    this.#processId[row] = this.idOf(process);
  }

  /** The operating system's id that a code means; NaN for none. */
  idOf(code: number): number {
    return this.#ids.of(code, this.#texts);
  }

  result() {
    return {
      stack: this.stack,
      stacks: this.#list.stacks,
      match: this.#match,
      threadId: this.#threadId,
      processId: this.#processId,
    };
  }
}
