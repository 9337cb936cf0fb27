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
 * ranges of the thread that they lie in. Ranges are many and their names few: each path is made once.
 */
export class RangePaths {
  readonly #ranges: Ranges;
  readonly #known: (string | undefined)[];
  /** By the path around them, and the code of their name. */
  readonly #inside = new Map<string | undefined, string[]>();
  #rowOf: Map<number, number> | undefined;

  constructor(ranges: Ranges) {
    this.#ranges = ranges;
    this.#known = new Array(ranges.rows);
  }

  /** @param open the ranges that are open on its thread, the outermost first, with their paths known */
  path(range: number, open: readonly number[]): string {
    const known = this.#known[range];
    if (known !== undefined) return known;
    // Known before its parents are, so that parents in a circle end.
    this.#known[range] = this.#pathIn(undefined, range);
    const outer = this.#outer(range, open);
    if (outer !== undefined) this.#known[range] = this.#pathIn(this.path(outer, []), range);
    return this.#known[range] as string;
  }

  #pathIn(outer: string | undefined, range: number): string {
    const { codes, values } = this.#ranges.name;
    const code = codes[range];
    let paths = this.#inside.get(outer);
    if (paths === undefined) {
      paths = [];
      this.#inside.set(outer, paths);
    }
    paths[code] ??= scopePath(outer, values[code] ?? '');
    return paths[code];
  }

  #outer(range: number, open: readonly number[]): number | undefined {
    const { parentId } = this.#ranges;
    if (parentId !== undefined) {
      return Number.isNaN(parentId[range]) ? undefined : this.#rows.get(parentId[range]);
    }
    const end = endOf(this.#ranges, range);
    return open.findLast((other) => endOf(this.#ranges, other) >= end);
  }

  /** Rows of ranges by their ids. */
  get #rows(): Map<number, number> {
    if (this.#rowOf === undefined) {
      this.#rowOf = new Map();
      for (let row = 0; row < this.#ranges.rows; row++) this.#rowOf.set(this.#ranges.id[row], row);
    }
    return this.#rowOf;
  }
}
