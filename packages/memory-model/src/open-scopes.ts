import type { Ranges } from '@rl-insight/memory-contract';
import type { RangeFilter } from './range-filter.js';
import { endOf, RangePaths } from './range-paths.js';
import { type OpenEntry, type ScopeContext, ThreadScopes } from './thread-scopes.js';

/** The ranges of one thread of a capture while time goes by. */
export class OpenScopes {
  /** All entries into scopes so far, in order of their begin. */
  readonly entries: OpenEntry[] = [];
  readonly #ranges: Ranges;
  readonly #filter: RangeFilter;
  readonly #byStart: number[];
  readonly #scopes = new ThreadScopes();
  readonly #rangeOf = new Map<OpenEntry, number>();
  readonly #paths: RangePaths;
  #next = 0;
  /** No range that is open ends before. */
  #nextEndNs = Number.POSITIVE_INFINITY;

  /** @param rows the ranges of the thread */
  constructor(ranges: Ranges, rows: number[], filter: RangeFilter, paths: RangePaths) {
    this.#ranges = ranges;
    this.#filter = filter;
    this.#paths = paths;
    const { startNs, startSeq } = ranges;
    this.#byStart = rows.sort(
      (a, b) =>
        startNs[a] - startNs[b] ||
        startSeq[a] - startSeq[b] ||
        endOf(ranges, b) - endOf(ranges, a) ||
        a - b,
    );
  }

  /**
   * Opens and closes what begins and ends up to an event. Where the order of events at one time is
   * not known, what begins or ends at it is open.
   *
   * @param seq place of the event among all of its capture; NaN where it is not known
   */
  moveTo(timeNs: number, seq = Number.NaN): void {
    const { startNs, startSeq } = this.#ranges;
    while (this.#next < this.#byStart.length) {
      const range = this.#byStart[this.#next];
      const begin = startNs[range];
      if (begin > timeNs || (begin === timeNs && startSeq[range] > seq)) break;
      this.#close(begin, startSeq[range]);
      this.#next++;
      this.#enter(range);
    }
    this.#close(timeNs, seq);
  }

  #enter(range: number): void {
    const { name, domain, startNs } = this.#ranges;
    const text = name.values[name.codes[range]] ?? '';
    const of = domain.values[domain.codes[range]] ?? '';
    const excluded = this.#filter.excludes(text, of);
    const entry = this.#scopes.enter({
      name: text,
      path: this.#paths.path(range, this.open),
      excluded,
      isScope: !excluded && this.#filter.includes(text, of),
      timeNs: startNs[range],
    });
    this.#rangeOf.set(entry, range);
    this.#nextEndNs = Math.min(this.#nextEndNs, endOf(this.#ranges, range));
    if (entry.isScope) this.entries.push(entry);
  }

  #close(timeNs: number, seq: number): void {
    if (this.#nextEndNs > timeNs) return;
    const { endSeq } = this.#ranges;
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.#scopes.open) {
      const range = this.range(entry);
      const end = endOf(this.#ranges, range);
      if (end < timeNs || (end === timeNs && endSeq[range] < seq)) {
        this.#scopes.exit(entry, end);
        this.#rangeOf.delete(entry);
      } else next = Math.min(next, end);
    }
    this.#nextEndNs = next;
  }

  /** The row of an entry that is open. */
  range(entry: OpenEntry): number {
    return this.#rangeOf.get(entry) ?? -1;
  }

  /** Rows of the ranges that are open now, the outermost first. */
  get open(): readonly number[] {
    return this.#scopes.open.map((entry) => this.range(entry));
  }

  /** What an allocation now counts for: nothing inside an excluded range. */
  get context(): ScopeContext | undefined {
    return this.#scopes.context;
  }
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
  const paths = new RangePaths(ranges);
  return new Map(
    [...byThread].map(
      ([thread, rows]) => [thread, new OpenScopes(ranges, rows, filter, paths)] as const,
    ),
  );
}
