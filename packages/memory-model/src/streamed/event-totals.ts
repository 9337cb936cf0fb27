import {
  ALLOCATED,
  type EventBatch,
  FAILED,
  RELEASED,
  RELEASED_UNKNOWN,
} from '@rl-insight/memory-contract';
import { type HeldByThread, MOST_WITH_HOLDERS, type OutOfMemory } from '../out-of-memory.js';
import { Retries } from '../retries.js';
import { LevelBins } from './level-bins.js';
import { LiveBlocks } from './live-blocks.js';
import { StreamedThreads } from './threads.js';
import { unnamedScopedHolder } from './unnamed.js';

/** What a thread holds while events go by. */
export interface ThreadHolding {
  /** Null for blocks whose thread is not known. */
  readonly threadId: number | null;
  readonly bytes: number;
  readonly count: number;
  /** The most that it held so far. */
  readonly peakBytes: number;
}

export interface EventTotalsOptions {
  /**
   * Told of each failed allocation as it comes, with who holds what: then none is kept. What follows
   * it fills in `followedBy` as events come.
   */
  readonly onFailure?: (failure: OutOfMemory) => void;
}

/** The highest level, how many blocks were live then, and how many earlier ones had been released. */
interface StreamedPeak {
  level: number;
  /** NaN as long as the level is not above that of the begin. */
  timeNs: number;
  count: number;
  unknownReleases: number;
}

/**
 * Adds up what events tell, in the order in which they come. Levels count from what was there before
 * them, which is known at the end only: it is the sum of the releases of unknown blocks.
 */
export class EventTotals {
  allocations = 0;
  allocatedBytes = 0;
  releases = 0;
  unknownReleases = 0;
  unknownBytes = 0;
  /** What was given back before its thread allocated anything else: see `shortLived`. */
  churnBytes = 0;
  churnCount = 0;
  readonly threads = new StreamedThreads();
  readonly blocks = new LiveBlocks();
  readonly bins = new LevelBins();
  readonly peak: StreamedPeak = {
    ...{ level: 0, timeNs: Number.NaN, count: 0, unknownReleases: 0 },
  };
  /** Levels of theirs count like all others. Empty with `onFailure`. */
  readonly failures: OutOfMemory[] = [];
  liveBytes = 0;
  liveCount = 0;
  readonly #retries = new Retries();
  readonly #onFailure: EventTotalsOptions['onFailure'];
  /** Blocks have numbers below it. */
  #blockEnd = 0;

  constructor({ onFailure }: EventTotalsOptions = {}) {
    this.#onFailure = onFailure;
  }

  add(batch: EventBatch): void {
    const { count, kind, timeNs, threadId, block, bytes } = batch;
    for (let i = 0; i < count; i++) {
      if (kind[i] === ALLOCATED) this.#allocate(timeNs[i], threadId[i], block[i], bytes[i]);
      else if (kind[i] === RELEASED) this.#release(timeNs[i], threadId[i], block[i]);
      else if (kind[i] === RELEASED_UNKNOWN) this.#releaseUnknown(threadId[i], bytes[i]);
      else if (kind[i] === FAILED) this.#fail(timeNs[i], threadId[i], bytes[i]);
      this.bins.add(timeNs[i], this.#level);
    }
  }

  /** No more events come. */
  end(): void {
    this.#retries.end();
    const { lastBlock, lastBytes, ids } = this.threads;
    for (let thread = 0; thread < ids.length; thread++) {
      if (lastBlock[thread] < 0) this.#churn(lastBytes[thread]);
    }
  }

  /** What threads hold now, those that hold something, the most first. */
  holdings(): ThreadHolding[] {
    const { ids, live, outstanding, peak } = this.threads;
    return ids
      .map((id, thread) => ({
        threadId: known(id),
        bytes: outstanding[thread],
        count: live[thread],
        peakBytes: peak[thread],
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.bytes - a.bytes || (a.threadId ?? -1) - (b.threadId ?? -1));
  }

  /** Numbers of the blocks that are live. */
  *liveBlocks(): Generator<number> {
    const { isLive } = this.blocks;
    for (let block = 0; block < this.#blockEnd; block++) if (isLive[block] === 1) yield block;
  }

  get #level(): number {
    return this.liveBytes - this.unknownBytes;
  }

  #allocate(timeNs: number, threadId: number, block: number, bytes: number): void {
    const { blocks, threads } = this;
    blocks.reserve(block);
    const owner = threads.of(threadId);
    const previous = threads.lastBlock[owner];
    if (previous >= 0) blocks.nextNs[previous] = timeNs;
    else this.#churn(threads.lastBytes[owner]);
    threads.lastBlock[owner] = block;
    blocks.bytes[block] = bytes;
    blocks.startNs[block] = timeNs;
    blocks.owner[block] = owner;
    blocks.nextNs[block] = Number.NaN;
    blocks.isLive[block] = 1;
    if (block >= this.#blockEnd) this.#blockEnd = block + 1;
    this.allocations++;
    this.allocatedBytes += bytes;
    this.liveCount++;
    this.liveBytes += bytes;
    if (this.#level > this.peak.level) this.#markPeak(timeNs);
    threads.count[owner]++;
    threads.live[owner]++;
    threads.outstanding[owner] += bytes;
    if (threads.outstanding[owner] > threads.peak[owner]) {
      threads.peak[owner] = threads.outstanding[owner];
      threads.peakNs[owner] = timeNs;
    }
    this.#retries.allocate(threadId, bytes);
  }

  #release(timeNs: number, releaserId: number, block: number): void {
    const { blocks, threads } = this;
    const owner = blocks.owner[block];
    const bytes = blocks.bytes[block];
    if (threads.lastBlock[owner] === block) {
      threads.lastBlock[owner] = -1;
      threads.lastBytes[owner] = bytes;
    } else if (timeNs === blocks.nextNs[block]) {
      // The thread went on at the same time: it is the time that counts.
      this.#churn(bytes);
    }
    blocks.isLive[block] = 0;
    this.releases++;
    this.liveCount--;
    this.liveBytes -= bytes;
    threads.live[owner]--;
    threads.outstanding[owner] -= bytes;
    this.#retries.release(releaserId, bytes);
  }

  #releaseUnknown(releaserId: number, bytes: number): void {
    this.unknownReleases++;
    this.unknownBytes += bytes;
    this.#retries.release(releaserId, bytes);
  }

  #churn(bytes: number): void {
    if (bytes === 0) return;
    this.churnBytes += bytes;
    this.churnCount++;
  }

  #markPeak(timeNs: number): void {
    const { peak } = this;
    peak.level = this.#level;
    peak.timeNs = timeNs;
    peak.count = this.liveCount;
    peak.unknownReleases = this.unknownReleases;
  }

  #fail(timeNs: number, threadId: number, requestedBytes: number): void {
    const { failures } = this;
    const withHolders = failures.length < MOST_WITH_HOLDERS;
    const failure: OutOfMemory = {
      timeNs,
      threadId: known(threadId),
      requestedBytes: known(requestedBytes),
      deviceFreeBytes: null,
      callStack: '',
      liveBytes: this.#level,
      beforeBytes: -this.unknownBytes,
      openRanges: [],
      heldByThread: withHolders ? this.#heldByThread() : null,
      followedBy: this.#retries.fail(threadId, requestedBytes, withHolders),
    };
    if (this.#onFailure === undefined) failures.push(failure);
    else this.#onFailure(failure);
  }

  #heldByThread(): HeldByThread[] {
    return this.holdings().map(({ threadId, bytes, count }) => ({
      threadId,
      bytes,
      count,
      openRanges: [],
      holders: [unnamedScopedHolder(bytes, count)],
    }));
  }
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
