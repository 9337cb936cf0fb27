import type { Ranges } from '@rl-insight/memory-contract';
import type { RangeFilter } from './range-filter.js';

const UNSEEN = 0;
const SCOPE = 1;
const PART = 2;
const EXCLUDED = 3;

/** What a filter makes of ranges: patterns are asked once for each name and domain. */
export class RangeKinds {
  readonly #ranges: Ranges;
  readonly #filter: RangeFilter;
  readonly #known = new Map<number, Uint8Array>();

  constructor(ranges: Ranges, filter: RangeFilter) {
    this.#ranges = ranges;
    this.#filter = filter;
  }

  /** Allocations inside it count for no scope. */
  isExcluded(range: number): boolean {
    return this.#kindOf(range) === EXCLUDED;
  }

  /** Whether it is a scope itself; if neither, it is a part of the paths of those inside it. */
  isScope(range: number): boolean {
    return this.#kindOf(range) === SCOPE;
  }

  #kindOf(range: number): number {
    const { name, domain } = this.#ranges;
    const [nameCode, domainCode] = [name.codes[range], domain.codes[range]];
    let kinds = this.#known.get(domainCode);
    if (kinds === undefined) {
      kinds = new Uint8Array(name.values.length + 1);
      this.#known.set(domainCode, kinds);
    }
    // The code of no name is −1.
    if (kinds[nameCode + 1] === UNSEEN) {
      const text = name.values[nameCode] ?? '';
      const of = domain.values[domainCode] ?? '';
      kinds[nameCode + 1] = this.#filter.excludes(text, of)
        ? EXCLUDED
        : this.#filter.includes(text, of)
          ? SCOPE
          : PART;
    }
    return kinds[nameCode + 1];
  }
}
