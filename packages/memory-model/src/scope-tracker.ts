import { RangeFilter } from './range-filter.js';
import { scopePath } from './range-paths.js';
import { type FollowedBy, Retries } from './retries.js';
import { type ScopeEntry, scopeEntry } from './scopes.js';
import { allocateIn, type OpenEntry, releaseFrom, ThreadScopes } from './thread-scopes.js';
import { TrackedBlocks } from './tracked-blocks.js';

export interface ScopeTrackerOptions {
  /** User ranges that are scopes; all when absent. See {@link RangeFilter}. */
  readonly include?: readonly string[];
  /** User ranges inside which allocations count for no scope. */
  readonly exclude?: readonly string[];
  /** Told of each entry into a scope when it ends: then none is kept. */
  readonly onExit?: (entry: ScopeEntry) => void;
}

/** What a thread allocated, whoever released it. */
export interface TrackedThread {
  readonly threadId: number;
  readonly outstandingBytes: number;
  readonly peakBytes: number;
  readonly peakNs: number;
  /** Allocations so far. */
  readonly count: number;
  /** Names of the ranges that are open on it, the outermost first. */
  readonly openRanges: readonly string[];
}

interface OpenRange {
  readonly entry: OpenEntry;
  readonly isPushed: boolean;
}

interface Thread {
  readonly threadId: number;
  readonly scopes: ThreadScopes;
  readonly ranges: OpenRange[];
  outstanding: number;
  peak: number;
  peakNs: number;
  count: number;
}

/**
 * Follows what threads and scopes hold from a stream of events, without tables: for programs that
 * have events as they happen. Events come in their order; the times are whatever the caller counts
 * in, and are only told again. The definitions are those of {@link scopeEntries}.
 *
 * Each event takes O(d) for d ranges open at once on the thread. Memory is that of the live blocks
 * and, without `onExit`, of the entries.
 */
export class ScopeTracker {
  readonly #filter: RangeFilter;
  readonly #onExit: ((entry: ScopeEntry) => void) | undefined;
  readonly #threads = new Map<number, Thread>();
  readonly #live = new TrackedBlocks<Thread>();
  readonly #entries: { threadId: number; entry: OpenEntry }[] = [];
  readonly #retries = new Retries();

  /** @throws SyntaxError when an expression of the options is none. */
  constructor({ include, exclude, onExit }: ScopeTrackerOptions = {}) {
    this.#filter = new RangeFilter(include, exclude);
    this.#onExit = onExit;
  }

  /** A range begins on a thread, inside the one that was pushed there last. */
  enter(threadId: number, name: string, timeNs: number, domain = ''): void {
    const thread = this.#thread(threadId);
    const outer = thread.ranges.findLast(({ isPushed }) => isPushed);
    this.#begin(thread, name, domain, timeNs, outer);
  }

  /**
   * The range that was pushed last on a thread ends.
   *
   * @throws RangeError when none is open.
   */
  exit(threadId: number, timeNs: number): void {
    const thread = this.#thread(threadId);
    const range = thread.ranges.findLast(({ isPushed }) => isPushed);
    if (range === undefined) throw new RangeError(`no range is open on thread ${threadId}`);
    this.#end(thread, range, timeNs);
  }

  /**
   * A range begins that may overlap others and end on any thread: it counts for the thread that it
   * began on, and is a root.
   *
   * @returns ends it; more than once does nothing
   */
  start(threadId: number, name: string, timeNs: number, domain = ''): (timeNs: number) => void {
    const thread = this.#thread(threadId);
    const range = this.#begin(thread, name, domain, timeNs, null);
    return (endNs) => {
      if (thread.ranges.includes(range)) this.#end(thread, range, endNs);
    };
  }

  /**
   * @param block what tells it from others while it lives: its address, or a number below 2^53. One
   * that lives already under the same number is taken for released without an event.
   */
  allocate(threadId: number, block: number, bytes: number, timeNs: number): void {
    const owner = this.#thread(threadId);
    const { context } = owner.scopes;
    const before = this.#live.add(block, bytes, owner, context);
    if (before >= 0) this.#released(before, Number.NaN);
    owner.count++;
    owner.outstanding += bytes;
    if (owner.outstanding > owner.peak) {
      owner.peak = owner.outstanding;
      owner.peakNs = timeNs;
    }
    allocateIn(context, bytes, timeNs);
    this.#retries.allocate(threadId, bytes);
  }

  /**
   * @param releaserId the thread that releases; NaN where it is not known
   * @returns false when no such block lives: one from before
   */
  release(block: number, releaserId = Number.NaN): boolean {
    const slot = this.#live.take(block);
    if (slot >= 0) this.#released(slot, releaserId);
    return slot >= 0;
  }

  /**
   * An allocation failed.
   *
   * @param requestedBytes NaN where it is not known
   * @returns what follows, which fills while events come; {@link end} completes it
   */
  fail(threadId: number, requestedBytes: number): FollowedBy {
    return this.#retries.fail(threadId, requestedBytes, true);
  }

  /** No more events come. */
  end(): void {
    this.#retries.end();
  }

  /** What threads hold now and held at most: the most now first, ties by id. */
  threads(): TrackedThread[] {
    return [...this.#threads.values()]
      .map((thread) => ({
        threadId: thread.threadId,
        outstandingBytes: thread.outstanding,
        peakBytes: thread.peak,
        peakNs: thread.peakNs,
        count: thread.count,
        openRanges: thread.ranges.map(({ entry }) => entry.name),
      }))
      .sort((a, b) => b.outstandingBytes - a.outstandingBytes || a.threadId - b.threadId);
  }

  /** Entries into scopes so far, in order of their begin, those that are open included. */
  entries(): ScopeEntry[] {
    return this.#entries.map(({ threadId, entry }) => scopeEntry(threadId, entry));
  }

  #released(slot: number, releaserId: number): void {
    const bytes = this.#live.bytes(slot);
    this.#live.owner(slot).outstanding -= bytes;
    releaseFrom(this.#live.context(slot), bytes);
    this.#retries.release(releaserId, bytes);
  }

  #thread(threadId: number): Thread {
    let thread = this.#threads.get(threadId);
    if (thread === undefined) {
      const none = { outstanding: 0, peak: 0, peakNs: 0, count: 0 };
      thread = { threadId, scopes: new ThreadScopes(), ranges: [], ...none };
      this.#threads.set(threadId, thread);
    }
    return thread;
  }

  /** @param outer undefined for a pushed range that is a root, null for one that is not pushed */
  #begin(
    thread: Thread,
    name: string,
    domain: string,
    timeNs: number,
    outer: OpenRange | undefined | null,
  ): OpenRange {
    const excluded = this.#filter.excludes(name, domain);
    const entry = thread.scopes.enter({
      name,
      path: scopePath(outer?.entry.path, name),
      excluded,
      isScope: !excluded && this.#filter.includes(name, domain),
      timeNs,
    });
    const range = { entry, isPushed: outer !== null };
    thread.ranges.push(range);
    if (entry.isScope && this.#onExit === undefined) {
      this.#entries.push({ threadId: thread.threadId, entry });
    }
    return range;
  }

  #end(thread: Thread, range: OpenRange, timeNs: number): void {
    thread.scopes.exit(range.entry, timeNs);
    thread.ranges.splice(thread.ranges.lastIndexOf(range), 1);
    if (range.entry.isScope) this.#onExit?.(scopeEntry(thread.threadId, range.entry));
  }
}
