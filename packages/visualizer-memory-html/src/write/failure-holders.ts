import { STACK_MATCHES, type StackMatch } from '@rl-insight/memory-contract';
import type { HeldByThread, OutOfMemory, ScopedHolder } from '@rl-insight/memory-model';
import type { FailureHoldersData } from '../page-data/failure-format.js';
import { PAGE_DATA_VERSION } from '../page-data/format.js';
import type { FailureCodes } from './failure-codes.js';
import { Interned } from './interned.js';
import { NumberColumns } from './number-columns.js';
import type { Packer } from './pack.js';
import type { TextNumbers } from './texts.js';

/** Who held what at the failures of a group. */
export class FailureHolders {
  readonly #codes: FailureCodes;
  readonly #numbers: TextNumbers;
  readonly #failures = new NumberColumns(['held']);
  readonly #held = new NumberColumns(['thread', 'bytes', 'count', 'open', 'holders']);
  readonly #holders = new NumberColumns(['kind', 'bytes', 'count']);
  /** Codes of name, stack, match and scope. */
  readonly #kinds = new Interned((codes: readonly [number, number, number, number]) =>
    codes.join(),
  );

  constructor(codes: FailureCodes, numbers: TextNumbers) {
    this.#codes = codes;
    this.#numbers = numbers;
  }

  add(held: OutOfMemory['heldByThread']): void {
    this.#failures.add({ held: held === null ? 0 : held.length + 1 });
    for (const thread of held ?? []) this.#addThread(thread);
  }

  async pack(packer: Packer): Promise<FailureHoldersData> {
    const kinds = new NumberColumns(['name', 'stack', 'match', 'scope']);
    for (const [name, stack, match, scope] of this.#kinds.values) {
      kinds.add({ name, stack, match, scope });
    }
    return {
      version: PAGE_DATA_VERSION,
      failures: await this.#failures.pack(packer),
      held: await this.#held.pack(packer),
      holders: await this.#holders.pack(packer),
      kinds: await kinds.pack(packer),
    };
  }

  #addThread({ threadId, bytes, count, openRanges, holders }: HeldByThread): void {
    this.#held.add({
      thread: this.#codes.thread(threadId),
      bytes,
      count,
      open: this.#codes.openRanges(openRanges),
      holders: holders.length,
    });
    for (const holder of holders) {
      this.#holders.add({
        kind: this.#kindOf(holder),
        bytes: holder.bytes,
        count: holder.count,
      });
    }
  }

  #kindOf({ name, call_stack, stack_match, scope }: ScopedHolder): number {
    return this.#kinds.codeOf([
      this.#numbers.name(name),
      this.#numbers.stack(call_stack),
      STACK_MATCHES.indexOf(stack_match as StackMatch),
      scope === null ? 0 : this.#numbers.scope(scope),
    ]);
  }
}
