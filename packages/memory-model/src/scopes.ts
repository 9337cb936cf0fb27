import type { MemoryGroup, Ranges } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { mergedEvents } from './merged-events.js';
import type { RangeFilter } from './range-filter.js';

/** One entry into a scope: a user range on one thread. Times are ns after the group's origin. */
export interface ScopeEntry {
  /** Names from the outermost scope in, `/` between them, numbers folded into `#`. */
  readonly path: string;
  readonly threadId: number;
  readonly startNs: number;
  /**
   * The most that its thread allocated inside it, nested scopes included, and nobody had freed yet.
   */
  readonly maxOutstandingBytes: number;
  readonly maxOutstandingNs: number;
  /** What of that was left when it ended. */
  readonly leftOutstandingBytes: number;
}

/** A number that changes from entry to entry must not make each a scope of its own. */
export function foldNumbers(name: string): string {
  return name.replaceAll(/\d+/g, '#').replaceAll(/#+/g, '#');
}

/** `/` stands between the names of a path. */
function asPart(name: string): string {
  return foldNumbers(name).replaceAll('/', '\\/');
}

interface Entry {
  readonly range: number;
  readonly path: string;
  readonly excluded: boolean;
  outstanding: number;
  max: number;
  maxNs: number;
  left: number;
}

/** The ranges of one thread of a capture while time goes by. */
class OpenScopes {
  readonly entries: Entry[] = [];
  readonly #ranges: Ranges;
  readonly #filter: RangeFilter;
  readonly #byStart: number[];
  #next = 0;
  #open: Entry[] = [];
  /** What is open for allocations; undefined until somebody asks. */
  #counted: readonly Entry[] | undefined;

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
    const entry: Entry = {
      range,
      path: outer === undefined ? asPart(text) : `${outer.path}/${asPart(text)}`,
      excluded: this.#filter.excludes(text, of),
      outstanding: 0,
      max: 0,
      maxNs: this.#ranges.startNs[range],
      left: 0,
    };
    this.#open.push(entry);
    this.#counted = undefined;
    if (!entry.excluded && this.#filter.includes(text, of)) this.entries.push(entry);
  }

  #close(time: number): void {
    const ended = this.#open.filter(({ range }) => endOf(this.#ranges, range) < time);
    if (ended.length === 0) return;
    for (const entry of ended) entry.left = entry.outstanding;
    this.#open = this.#open.filter((entry) => !ended.includes(entry));
    this.#counted = undefined;
  }

  /** The scopes that an allocation now counts for: none inside an excluded range. */
  get counted(): readonly Entry[] {
    this.#counted ??= this.#open.some(({ excluded }) => excluded) ? [] : [...this.#open];
    return this.#counted;
  }
}

function endOf(ranges: Ranges, range: number): number {
  const end = ranges.endNs[range];
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end;
}

/**
 * What was outstanding in each entry into a scope. Work that a thread hands to others is theirs.
 *
 * O((n + r log r) d) for n blocks, r ranges and d ranges open at once.
 */
export function scopeEntries(
  group: MemoryGroup,
  blocks: BlockArrays,
  ranges: Ranges,
  filter: RangeFilter,
): ScopeEntry[] {
  const { threadId } = group.allocations;
  if (threadId === undefined || ranges.rows === 0) return [];
  const found: ScopeEntry[] = [];
  blocks.windows.forEach((_, capture) => {
    const scopes = openScopes(ranges, capture, filter);
    if (scopes.size === 0) return;
    const counted = new Map<number, readonly Entry[]>();
    const isOwn = (row: number) =>
      blocks.capture[row] === capture && !blocks.before[row] && scopes.has(threadId[row]);
    const events = mergedEvents(blocks, isOwn);
    for (let event = 0; event < events.count; event++) {
      const row = events.row[event];
      const begins = events.begins[event] === 1;
      const time = begins ? blocks.startNs[row] : blocks.endNs[row];
      const scope = scopes.get(threadId[row]) as OpenScopes;
      scope.moveTo(time);
      if (begins) counted.set(row, scope.counted);
      const bytes = begins ? blocks.bytes[row] : -blocks.bytes[row];
      for (const entry of counted.get(row) ?? []) {
        entry.outstanding += bytes;
        if (entry.outstanding > entry.max) {
          entry.max = entry.outstanding;
          entry.maxNs = time;
        }
      }
      if (!begins) counted.delete(row);
    }
    for (const [id, scope] of scopes) {
      scope.moveTo(Number.POSITIVE_INFINITY);
      for (const { range, path, max, maxNs, left, outstanding } of scope.entries) {
        const isOpen = Number.isNaN(ranges.endNs[range]);
        found.push({
          path,
          threadId: id,
          startNs: ranges.startNs[range],
          maxOutstandingBytes: max,
          maxOutstandingNs: maxNs,
          leftOutstandingBytes: isOpen ? outstanding : left,
        });
      }
    }
  });
  return found;
}

function openScopes(ranges: Ranges, capture: number, filter: RangeFilter): Map<number, OpenScopes> {
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
