import type { Ranges } from '@rl-insight/memory-contract';
import type { AllocatingThreads } from './allocating-threads.js';
import type { RangeFilter } from './range-filter.js';
import { RangeKinds } from './range-kinds.js';
import { endOf, RangePaths } from './range-paths.js';
import { type OpenEntry, type ScopeContext, ThreadScopes } from './thread-scopes.js';

/** The ranges of one thread of a capture while time goes by. */
export class OpenScopes {
  /** All entries into scopes so far, in order of their begin. */
  readonly entries: OpenEntry[] = [];
  readonly #ranges: Ranges;
  readonly #kinds: RangeKinds;
  readonly #byStart: readonly number[];
  readonly #scopes = new ThreadScopes();
  readonly #paths: RangePaths;
  /** Rows of the ranges that are open, the outermost first, and their entries. */
  readonly #open: number[] = [];
  readonly #openEntries: OpenEntry[] = [];
  #next = 0;
  /** No range that is open ends before. */
  #nextEndNs = Number.POSITIVE_INFINITY;

  /** @param rows the ranges of the thread */
  constructor(ranges: Ranges, rows: number[], kinds: RangeKinds, paths: RangePaths) {
    this.#ranges = ranges;
    this.#kinds = kinds;
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
      if (begin >= this.#nextEndNs) this.#close(begin, startSeq[range]);
      this.#next++;
      this.#enter(range);
    }
    if (timeNs >= this.#nextEndNs) this.#close(timeNs, seq);
  }

  #enter(range: number): void {
    const { name, startNs } = this.#ranges;
    const entry = this.#scopes.enter({
      name: name.values[name.codes[range]] ?? '',
      path: this.#paths.path(range, this.#open),
      excluded: this.#kinds.isExcluded(range),
      isScope: this.#kinds.isScope(range),
      timeNs: startNs[range],
    });
    this.#open.push(range);
    this.#openEntries.push(entry);
    this.#nextEndNs = Math.min(this.#nextEndNs, endOf(this.#ranges, range));
    if (entry.isScope) this.entries.push(entry);
  }

  #close(timeNs: number, seq: number): void {
    const { endSeq } = this.#ranges;
    this.#nextEndNs = Number.POSITIVE_INFINITY;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const range = this.#open[i];
      const end = endOf(this.#ranges, range);
      if (end < timeNs || (end === timeNs && endSeq[range] < seq)) {
        this.#scopes.exit(this.#openEntries[i], end);
        this.#open.splice(i, 1);
        this.#openEntries.splice(i, 1);
      } else this.#nextEndNs = Math.min(this.#nextEndNs, end);
    }
  }

  /** Rows of the ranges that are open now, the outermost first. */
  get open(): readonly number[] {
    return this.#open;
  }

  /** What an allocation now counts for: nothing inside an excluded range. */
  get context(): ScopeContext | undefined {
    return this.#scopes.context;
  }
}

/**
 * The ranges of each thread of a capture. Those whose thread is not known, under NaN, are told only
 * where no allocation's is: then all that was allocated while one was open was allocated inside it.
 * O(r log r).
 */
export function openScopes(
  ranges: Ranges,
  capture: number,
  filter: RangeFilter,
  threads: Pick<AllocatingThreads, 'areKnown'>,
): Map<number, OpenScopes> {
  const byThread = new Map<number, number[]>();
  for (let range = 0; range < ranges.rows; range++) {
    const thread = ranges.threadId[range];
    if (ranges.captureId[range] !== capture) continue;
    if (Number.isNaN(thread) && threads.areKnown) continue;
    const rows = byThread.get(thread);
    if (rows === undefined) byThread.set(thread, [range]);
    else rows.push(range);
  }
  const paths = new RangePaths(ranges);
  const kinds = new RangeKinds(ranges, filter);
  return new Map(
    [...byThread].map(
      ([thread, rows]) => [thread, new OpenScopes(ranges, rows, kinds, paths)] as const,
    ),
  );
}
