import type { MemoryGroup } from '@rl-insight/memory-contract';

/** Which thread allocated each row of a group; NaN stands for one that is not known. */
export class AllocatingThreads {
  readonly #ids: Float64Array | undefined;

  constructor({ allocations: { threadId } }: Pick<MemoryGroup, 'allocations'>) {
    this.#ids = threadId?.some((id) => !Number.isNaN(id)) ? threadId : undefined;
  }

  /** Whether the source tells of any row. */
  get areKnown(): boolean {
    return this.#ids !== undefined;
  }

  of(row: number): number {
    return this.#ids === undefined ? Number.NaN : this.#ids[row];
  }
}
