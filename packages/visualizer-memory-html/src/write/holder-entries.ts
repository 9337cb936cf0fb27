import type { Allocations } from '@rl-insight/memory-contract';
import { type Blocks, bySize } from '@rl-insight/memory-model';
import type { HolderEntry, HolderList } from '../page-data/format.js';
import { matchOfCode } from './allocation-columns.js';

/** Holders that a page lists; it can list all once the allocations are loaded. */
const MOST_LISTED = 200;

/** Adds blocks up by operator and call stack, as a report does. */
export class HolderSums {
  readonly #blocks: Blocks;
  readonly #name: ReturnType<Allocations['views']['text']>;
  readonly #stack: ReturnType<Allocations['views']['text']>;
  readonly #match: ReturnType<Allocations['views']['text']>;
  readonly #stackOfCode: Int32Array;

  /** @param stackOfCode number of the stack by code of the table's `call_stack` + 1 */
  constructor({ views }: Allocations, blocks: Blocks, stackOfCode: Int32Array) {
    this.#blocks = blocks;
    this.#name = views.text('name');
    this.#stack = views.text('call_stack');
    this.#match = views.text('stack_match');
    this.#stackOfCode = stackOfCode;
  }

  list(rows: Int32Array): HolderList {
    const all = this.#sums(rows);
    const others = all.slice(MOST_LISTED);
    return {
      largest: all.slice(0, MOST_LISTED),
      others: {
        holders: others.length,
        bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
        count: others.reduce((sum, { count }) => sum + count, 0),
      },
    };
  }

  bytes(rows: Int32Array): Float64Array {
    const bytes = new Float64Array(rows.length);
    this.#blocks.gatherBytes(rows, rows.length, bytes);
    return bytes;
  }

  #sums(rows: Int32Array): HolderEntry[] {
    const { codes: names, values: nameTexts } = this.#name;
    const { codes: stacks, values: stackTexts } = this.#stack;
    const matches = matchOfCode(this.#match);
    const bytes = this.bytes(rows);
    const sums = new Map<number, { row: number; bytes: number; count: number }>();
    rows.forEach((row, i) => {
      const key = (names.at(row) + 1) * (stackTexts.length + 1) + stacks.at(row) + 1;
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { row, bytes: bytes[i], count: 1 });
      else {
        sum.bytes += bytes[i];
        sum.count++;
      }
    });
    return [...sums.values()]
      .map(({ row, ...sum }) => ({
        ...sum,
        row,
        name: nameTexts[names.at(row)] ?? '',
        call_stack: stackTexts[stacks.at(row)] ?? '',
      }))
      .sort(bySize)
      .map(({ row, bytes: sum, count }) => ({
        name: names.at(row) + 1,
        stack: this.#stackOfCode[stacks.at(row) + 1],
        match: matches[this.#match.codes.at(row) + 1],
        bytes: sum,
        count,
      }));
  }
}
