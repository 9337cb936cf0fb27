import type { Ranges } from '@rl-insight/memory-contract';
import type { RangeFilter } from './range-filter.js';

/** A number that changes from entry to entry must not make each a scope of its own. */
export function foldNumbers(name: string): string {
  return name.replaceAll(/\d+/g, '#').replaceAll(/#+/g, '#');
}

/** `/` stands between the names of a path. */
function asPart(name: string): string {
  return foldNumbers(name).replaceAll('/', '\\/');
}

/** An entry into a range while time goes by. */
export interface OpenEntry {
  readonly range: number;
  readonly path: string;
  readonly excluded: boolean;
  /** Whether it is a scope itself; if not, it is a part of the paths of those inside it. */
  readonly isScope: boolean;
  outstanding: number;
  max: number;
  maxNs: number;
  left: number;
}

/** The ranges of one thread of a capture while time goes by. */
export class OpenScopes {
  readonly entries: OpenEntry[] = [];
  readonly #ranges: Ranges;
  readonly #filter: RangeFilter;
  readonly #byStart: number[];
  #next = 0;
  #open: OpenEntry[] = [];
  /** What is open for allocations; undefined until somebody asks. */
  #counted: readonly OpenEntry[] | undefined;

  constructor(ranges: Ranges, rows: number[], filter: RangeFilter) {
    this.#ranges = ranges;
    this.#filter = filter;
    this.#byStart = rows.sort(
      (a, b) =>
        ranges.startNs[a] - ranges.startNs[b] || endOf(ranges, b) - endOf(ranges, a) || a - b,
    );
  }

  /** Opens and closes what begins and ends up to a time; what ends at it is still open. */
  moveTo(time: number): void {
    for (;;) {
      const range = this.#byStart[this.#next];
      const begins = range === undefined ? Number.POSITIVE_INFINITY : this.#ranges.startNs[range];
      const limit = Math.min(begins, time);
      this.#close(limit);
      if (begins > time || range === undefined) return;
      this.#next++;
      this.#enter(range);
    }
  }

  #enter(range: number): void {
    const { name, domain } = this.#ranges;
    const text = name.values[name.codes[range]] ?? '';
    const of = domain.values[domain.codes[range]] ?? '';
    const outer = this.#open.at(-1);
    const excluded = this.#filter.excludes(text, of);
    const entry: OpenEntry = {
      range,
      path: outer === undefined ? asPart(text) : `${outer.path}/${asPart(text)}`,
      excluded,
      isScope: !excluded && this.#filter.includes(text, of),
      outstanding: 0,
      max: 0,
      maxNs: this.#ranges.startNs[range],
      left: 0,
    };
    this.#open.push(entry);
    this.#counted = undefined;
    if (entry.isScope) this.entries.push(entry);
  }

  #close(time: number): void {
    const ended = this.#open.filter(({ range }) => endOf(this.#ranges, range) < time);
    if (ended.length === 0) return;
    for (const entry of ended) entry.left = entry.outstanding;
    this.#open = this.#open.filter((entry) => !ended.includes(entry));
    this.#counted = undefined;
  }

  /** What is open now, the outermost first. */
  get open(): readonly OpenEntry[] {
    return this.#open;
  }

  /** The scopes that an allocation now counts for: none inside an excluded range. */
  get counted(): readonly OpenEntry[] {
    this.#counted ??= this.#open.some(({ excluded }) => excluded) ? [] : [...this.#open];
    return this.#counted;
  }
}

function endOf(ranges: Ranges, range: number): number {
  const end = ranges.endNs[range];
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end;
}

/** The ranges of each thread of a capture. O(r log r). */
export function openScopes(
  ranges: Ranges,
  capture: number,
  filter: RangeFilter,
): Map<number, OpenScopes> {
  const byThread = new Map<number, number[]>();
  for (let range = 0; range < ranges.rows; range++) {
    if (ranges.captureId[range] !== capture || Number.isNaN(ranges.threadId[range])) continue;
    const thread = byThread.get(ranges.threadId[range]) ?? [];
    byThread.set(ranges.threadId[range], thread);
    thread.push(range);
  }
  return new Map(
    [...byThread].map(([thread, rows]) => [thread, new OpenScopes(ranges, rows, filter)] as const),
  );
}
