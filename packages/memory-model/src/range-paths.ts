import type { Ranges } from '@rl-insight/memory-contract';

/** A number that changes from entry to entry must not make each a scope of its own. */
export function foldNumbers(name: string): string {
  return name.replaceAll(/\d+/g, '#').replaceAll(/#+/g, '#');
}

/** `/` stands between the names of a path. */
function asPart(name: string): string {
  return foldNumbers(name).replaceAll('/', '\\/');
}

/** The path of a scope inside another, whose path is undefined for a root. */
export function scopePath(outer: string | undefined, name: string): string {
  return outer === undefined ? asPart(name) : `${outer}/${asPart(name)}`;
}

/** When a range ends; infinite for one that was still open. */
export function endOf({ endNs }: Pick<Ranges, 'endNs'>, range: number): number {
  return Number.isNaN(endNs[range]) ? Number.POSITIVE_INFINITY : endNs[range];
}

/**
 * Names of ranges from the outermost one in: by their parents where the table knows them, else by the
 * ranges of the thread that they lie in.
 */
export class RangePaths {
  readonly #ranges: Ranges;
  readonly #known: (string | undefined)[];
  readonly #rowOf = new Map<number, number>();

  constructor(ranges: Ranges) {
    this.#ranges = ranges;
    this.#known = new Array(ranges.rows);
    if (ranges.parentId === undefined) return;
    for (let row = 0; row < ranges.rows; row++) this.#rowOf.set(ranges.id[row], row);
  }

  /** @param open the ranges that are open on its thread, the outermost first, with their paths known */
  path(range: number, open: readonly number[]): string {
    const known = this.#known[range];
    if (known !== undefined) return known;
    const { name } = this.#ranges;
    const text = name.values[name.codes[range]] ?? '';
    // Known before its parents are, so that parents in a circle end.
    this.#known[range] = scopePath(undefined, text);
    const outer = this.#outer(range, open);
    const path = scopePath(outer === undefined ? undefined : this.path(outer, []), text);
    this.#known[range] = path;
    return path;
  }

  #outer(range: number, open: readonly number[]): number | undefined {
    const { parentId } = this.#ranges;
    if (parentId !== undefined) return this.#rowOf.get(parentId[range]);
    const end = endOf(this.#ranges, range);
    return open.findLast((other) => endOf(this.#ranges, other) >= end);
  }
}
