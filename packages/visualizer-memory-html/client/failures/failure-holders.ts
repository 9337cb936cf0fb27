import type { FailureHoldersData } from '../../src/page-data/failure-format.js';
import { column } from '../background/decode.js';
import type { Columns } from '../background/messages.js';
import type { Group } from '../data/group.js';
import { begins } from './failures.js';

/** Blocks of one operator, call stack and scope; codes of the group's texts. */
export interface FailureHolder {
  readonly name: number;
  readonly stack: number;
  /** Index into STACK_MATCHES. */
  readonly match: number;
  readonly scope: number;
  readonly bytes: number;
  readonly count: number;
}

/** What a thread held. `thread` and `open` are codes that {@link Failures} has the texts of. */
export interface HeldByThread {
  readonly thread: number;
  readonly open: number;
  readonly bytes: number;
  readonly count: number;
  /** The largest first. */
  readonly holders: () => readonly FailureHolder[];
}

/** Who held what when allocations failed. */
export class FailureHolders {
  readonly #kept: Float64Array | Int32Array;
  readonly #held: Columns;
  readonly #holders: Columns;
  readonly #kinds: Columns;
  readonly #firstHeld: Int32Array;
  readonly #firstHolder: Int32Array;

  private constructor(failures: Columns, held: Columns, holders: Columns, kinds: Columns) {
    this.#kept = column(failures, 'held');
    this.#held = held;
    this.#holders = holders;
    this.#kinds = kinds;
    this.#firstHeld = begins(this.#kept);
    this.#firstHolder = begins(column(held, 'holders').map((length) => length + 1));
  }

  static async read(data: FailureHoldersData, group: Group): Promise<FailureHolders> {
    const parts = [data.failures, data.held, data.holders, data.kinds];
    const [failures, held, holders, kinds] = await Promise.all(
      parts.map((packed) => group.decodeColumns(packed)),
    );
    return new FailureHolders(failures, held, holders, kinds);
  }

  /** The most first; null where it was not kept. */
  at(failure: number): readonly HeldByThread[] | null {
    const count = this.#kept[failure] - 1;
    if (count < 0) return null;
    const first = this.#firstHeld[failure];
    return Array.from({ length: count }, (_, i) => this.#thread(first + i));
  }

  #thread(place: number): HeldByThread {
    const of = (name: string) => column(this.#held, name)[place];
    return {
      thread: of('thread'),
      open: of('open'),
      bytes: of('bytes'),
      count: of('count'),
      holders: () => {
        const first = this.#firstHolder[place];
        const count = this.#firstHolder[place + 1] - first;
        return Array.from({ length: count }, (_, i) => this.#holder(first + i));
      },
    };
  }

  #holder(place: number): FailureHolder {
    const kind = column(this.#holders, 'kind')[place];
    const of = (name: string) => column(this.#kinds, name)[kind];
    return {
      name: of('name'),
      stack: of('stack'),
      match: of('match'),
      scope: of('scope'),
      bytes: column(this.#holders, 'bytes')[place],
      count: column(this.#holders, 'count')[place],
    };
  }
}
