import {
  type Failures,
  MEMORY_FAILURES,
  type MemoryGroup,
  type Ranges,
  readFailures,
} from '@rl-insight/memory-contract';
import { AllocatingThreads } from './allocating-threads.js';
import type { BlockArrays } from './block-arrays.js';
import { bySize, type Holder, holderKey } from './holders.js';
import type { CaptureLive } from './live-bytes.js';
import { type LiveSum, LiveSums } from './live-sums.js';
import { captureEvents, type MergedEvents } from './merged-events.js';
import { openScopes } from './open-scopes.js';
import { isPaired } from './pairing.js';
import { RangeFilter } from './range-filter.js';
import { type FollowedBy, Retries } from './retries.js';
import { NO_SCOPE, scopePaths } from './scope-paths.js';
import type { UserFrames } from './user-frame.js';

/** Blocks of one operator, call stack and scope. */
export interface ScopedHolder extends Holder {
  /** Innermost scope that they were allocated in, as a path; null where there was none. */
  readonly scope: string | null;
}

/** What a thread held when an allocation failed. */
export interface HeldByThread {
  /** Null for blocks whose thread is not known. */
  readonly threadId: number | null;
  readonly bytes: number;
  readonly count: number;
  /** Names of the user ranges that were open on it, the outermost first. */
  readonly openRanges: readonly string[];
  /** The largest first. */
  readonly holders: readonly ScopedHolder[];
}

/** An allocation that failed. Times are ns after the group's origin; null is not known. */
export interface OutOfMemory {
  readonly timeNs: number;
  readonly threadId: number | null;
  readonly requestedBytes: number | null;
  readonly deviceFreeBytes: number | null;
  readonly callStack: string;
  readonly liveBytes: number;
  /** What was there before the capture, still was, and is held by no thread that is known. */
  readonly beforeBytes: number;
  readonly openRanges: readonly string[];
  /**
   * The most first; null for failures after the first {@link MOST_WITH_HOLDERS} of the group, and where
   * the source does not tell who held what ({@link isPaired}).
   */
  readonly heldByThread: readonly HeldByThread[] | null;
  readonly followedBy: FollowedBy;
}

/**
 * Of so many failures it is told who held what: a job that spills all day has a million, with each
 * thread in each of them.
 */
export const MOST_WITH_HOLDERS = 5000;

export interface OutOfMemoryOptions {
  readonly frames: UserFrames;
  /** Which user ranges are scopes, and which count for none. */
  readonly filter: RangeFilter;
  /** See {@link MOST_WITH_HOLDERS}. */
  readonly mostWithHolders?: number;
}

/**
 * The allocations that failed, in order of time: who held what, and what followed. O(n log n + f k)
 * for n blocks, f failures and k holders.
 */
export function outOfMemory(
  group: MemoryGroup,
  blocks: BlockArrays,
  live: readonly CaptureLive[],
  ranges: Ranges,
  options: OutOfMemoryOptions,
): OutOfMemory[] {
  const table = group.tables[MEMORY_FAILURES.name];
  if (table === undefined || table.numRows === 0) return [];
  const failures = readFailures(table, group.allocations.originNs);
  const own = live.map((): number[] => []);
  for (let i = 0; i < failures.rows; i++) own[captureOf(live, failures.timeNs[i])]?.push(i);
  const { mostWithHolders = MOST_WITH_HOLDERS } = options;
  let left = isPaired(group) ? mostWithHolders : 0;
  const holderOf = holderReader(group, blocks, ranges, options);
  return live.flatMap((capture, number) => {
    if (own[number].length === 0) return [];
    const inOrder = own[number].sort((a, b) => compareFailures(failures, a, b));
    const walk = new FailureWalk(group, blocks, ranges, { capture, number, holderOf });
    const found = walk.run(failures, inOrder, left);
    left = Math.max(0, left - found.length);
    return found;
  });
}

/** The capture in whose window a time is, else the last that began before it. */
function captureOf(live: readonly CaptureLive[], time: number): number {
  const inside = live.findIndex(({ window }) => window.startNs <= time && time <= window.endNs);
  if (inside >= 0) return inside;
  return Math.max(
    0,
    live.findLastIndex(({ window }) => window.startNs <= time),
  );
}

function compareFailures({ timeNs, seq }: Failures, a: number, b: number): number {
  return timeNs[a] - timeNs[b] || seq[a] - seq[b] || a - b;
}

interface HolderReader {
  keyOf(row: number): number;
  holder(sum: LiveSum): ScopedHolder;
}

function holderReader(
  group: MemoryGroup,
  blocks: BlockArrays,
  ranges: Ranges,
  { frames, filter }: OutOfMemoryOptions,
): HolderReader {
  const { allocations } = group;
  const name = allocations.text('name');
  const stack = allocations.text('call_stack');
  const match = allocations.text('stack_match');
  const ofHolder = holderKey(group);
  const all = Int32Array.from({ length: ranges.rows === 0 ? 0 : blocks.rows }, (_, row) => row);
  const scope = scopePaths(group, blocks, all, ranges, filter);
  const scopes = scope.values.length + 1;
  return {
    keyOf: ranges.rows === 0 ? ofHolder : (row) => ofHolder(row) * scopes + scope.codes[row] + 1,
    holder: ({ row, bytes, count }) => {
      const callStack = stack.values[stack.codes[row]] ?? '';
      const path = scope.values[scope.codes[row]] ?? NO_SCOPE;
      return {
        name: name.values[name.codes[row]] ?? '',
        scope: path === NO_SCOPE ? null : path,
        user_frame: callStack === '' ? '' : frames.of(callStack),
        call_stack: callStack,
        stack_match: match.values[match.codes[row]] ?? 'none',
        bytes,
        count,
      };
    },
  };
}

interface WalkInput {
  readonly capture: CaptureLive;
  readonly number: number;
  readonly holderOf: HolderReader;
}

const known = (value: number) => (Number.isNaN(value) ? null : value);

/** Goes through the events of a capture, and stops at each failure to see who holds what. */
class FailureWalk {
  readonly #blocks: BlockArrays;
  readonly #ranges: Ranges;
  readonly #input: WalkInput;
  readonly #threads: AllocatingThreads;
  /** Thread that released a block; NaN where it is not known. */
  readonly #releaserOf: (row: number) => number;
  readonly #live: LiveSums;
  readonly #retries = new Retries();
  readonly #scopes: ReturnType<typeof openScopes>;
  /** Live bytes of all, and those of the rows that began in the capture. */
  #level: number;
  #ofRows = 0;

  constructor(group: MemoryGroup, blocks: BlockArrays, ranges: Ranges, input: WalkInput) {
    const { releaseThreadId } = group.allocations.views;
    this.#blocks = blocks;
    this.#ranges = ranges;
    this.#input = input;
    this.#threads = new AllocatingThreads(group);
    this.#releaserOf = (row) => releaseThreadId?.at(row) ?? Number.NaN;
    this.#live = new LiveSums(
      blocks,
      (row) => this.#threads.of(row),
      (row) => input.holderOf.keyOf(row),
    );
    // What is open is told of all ranges, whether they are scopes or not.
    this.#scopes = openScopes(ranges, input.number, new RangeFilter(), this.#threads);
    this.#level = input.capture.firstBytes;
  }

  run(failures: Failures, inOrder: readonly number[], mostWithHolders: number): OutOfMemory[] {
    const { capture, number } = this.#input;
    const events = captureEvents(this.#blocks, number);
    const falls = capture.allocators
      .flatMap(({ unknownReleases: { timeNs, bytes } }) =>
        timeNs.map((time, i) => ({ time, bytes: bytes[i] })),
      )
      .sort((a, b) => a.time - b.time);
    const found: OutOfMemory[] = [];
    let event = 0;
    let fall = 0;
    for (const failure of inOrder) {
      const time = failures.timeNs[failure];
      while (event < events.count && this.#isBefore(events, event, failures, failure)) {
        this.#take(events.row[event], events.begins[event] === 1);
        event++;
      }
      for (; fall < falls.length && falls[fall].time <= time; fall++) this.#fall(falls[fall].bytes);
      found.push(this.#fail(failures, failure, found.length < mostWithHolders));
    }
    for (; event < events.count; event++) {
      this.#take(events.row[event], events.begins[event] === 1);
    }
    for (; fall < falls.length; fall++) this.#fall(falls[fall].bytes);
    this.#retries.end();
    return found;
  }

  /** Where the sequence does not tell, what happens at the time of a failure is before it. */
  #isBefore(
    { row, begins }: MergedEvents,
    event: number,
    { timeNs, seq }: Failures,
    failure: number,
  ): boolean {
    const { startNs, endNs, startSeq, endSeq } = this.#blocks;
    const isBegin = begins[event] === 1;
    const time = isBegin ? startNs[row[event]] : endNs[row[event]];
    if (time !== timeNs[failure]) return time < timeNs[failure];
    const bySeq = (isBegin ? startSeq : endSeq).at(row[event]) - seq[failure];
    return Number.isNaN(bySeq) || bySeq < 0;
  }

  #take(row: number, begins: boolean): void {
    const bytes = this.#blocks.bytes[row];
    if (begins) {
      this.#level += bytes;
      this.#ofRows += bytes;
      this.#live.begin(row);
      this.#retries.allocate(this.#threads.of(row), bytes);
      return;
    }
    this.#level -= bytes;
    this.#retries.release(this.#releaserOf(row), bytes);
    if (this.#blocks.before[row]) return;
    this.#ofRows -= bytes;
    this.#live.end(row);
  }

  #fall(bytes: number): void {
    this.#level -= bytes;
    this.#retries.release(Number.NaN, bytes);
  }

  #fail(failures: Failures, failure: number, withHolders: boolean): OutOfMemory {
    const { timeNs, seq, threadId, requestedBytes, deviceFreeBytes, callStack } = failures;
    const id = threadId[failure];
    return {
      timeNs: timeNs[failure],
      threadId: known(id),
      requestedBytes: known(requestedBytes[failure]),
      deviceFreeBytes: known(deviceFreeBytes[failure]),
      callStack: callStack.values[callStack.codes[failure]] ?? '',
      liveBytes: this.#level,
      beforeBytes: this.#level - this.#ofRows,
      openRanges: this.#openRanges(id, timeNs[failure], seq[failure]),
      heldByThread: withHolders ? this.#heldByThread(timeNs[failure], seq[failure]) : null,
      followedBy: this.#retries.fail(id, requestedBytes[failure], withHolders),
    };
  }

  #heldByThread(time: number, seq: number): HeldByThread[] {
    const { holderOf } = this.#input;
    const held = [...this.#live.threads()].map(({ threadId, sums }) => ({
      threadId: known(threadId),
      bytes: sums.reduce((total, { bytes }) => total + bytes, 0),
      count: sums.reduce((total, { count }) => total + count, 0),
      openRanges: this.#openRanges(threadId, time, seq),
      holders: sums.map((sum) => holderOf.holder(sum)).sort(bySize),
    }));
    return held.sort((a, b) => b.bytes - a.bytes || (a.threadId ?? -1) - (b.threadId ?? -1));
  }

  #openRanges(threadId: number, time: number, seq: number): string[] {
    const scopes = this.#scopes.get(threadId);
    scopes?.moveTo(time, seq);
    const { name } = this.#ranges;
    return (scopes?.open ?? []).map((range) => name.values[name.codes[range]] ?? '');
  }
}
