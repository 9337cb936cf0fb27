import { type AllocationEvent, isLogged, type RmmEvent, type ScopeEvent } from './events.js';
import { SPILL_SCOPE } from './options.js';

/** What a thread held, whoever released it. Times are µs since the first midnight. */
export interface TrueThread {
  readonly threadId: number;
  peakBytes: number;
  peakUs: number;
  endBytes: number;
  count: number;
}

/** One entry into a range. */
export interface TrueScope {
  readonly threadId: number;
  /** Names from the outermost range in. */
  readonly names: readonly string[];
  readonly startUs: number;
  endUs: number | null;
  maxOutstandingBytes: number;
  leftOutstandingBytes: number;
}

export interface TrueFailure {
  readonly timeUs: number;
  readonly threadId: number;
  readonly requestedBytes: number;
  readonly liveBytes: number;
  readonly heldByThread: readonly { threadId: number; bytes: number; count: number }[];
  /** Names of the ranges that are open on the thread, the outermost first. */
  readonly openNames: readonly string[];
  /** What was released until the thread's next request of that size or more. */
  releasedBytes: number;
  /** The same by the thread that released, the most first. */
  releasedByThread: { threadId: number; bytes: number }[];
  retry: 'succeeded' | 'failed' | 'none';
}

interface LiveBlock {
  /** Null for what was there before the log began. */
  readonly threadId: number | null;
  readonly bytes: number;
  readonly scopes: readonly TrueScope[];
}

interface OpenScope extends TrueScope {
  readonly name: string;
}

/**
 * What is true of a simulated run, told event by event. Nothing is added up on the way: after each
 * event everything is counted anew from the blocks that are live.
 */
export class RmmTruth {
  readonly threads = new Map<number, TrueThread>();
  readonly scopes: TrueScope[] = [];
  /** Releases of blocks from before the log, and their bytes. */
  earlierReleases = 0;
  earlierBytes = 0;
  /** Allocations that the log shows, those of no bytes left out. */
  allocations = 0;
  /** The last time so far: the order of the log is that of time. */
  timeUs = 0;
  readonly #live = new Map<number, LiveBlock>();
  readonly #open = new Map<number, OpenScope[]>();
  readonly #failures: TrueFailure[] = [];
  #waiting: TrueFailure[] = [];

  readonly tell = (event: RmmEvent): void => {
    if (isLogged(event)) this.#memory(event);
    else if (event.kind === 'enter') this.#enter(event);
    else this.#exit(event);
  };

  /** Known when all is told: what was there from before is what is released after a failure. */
  get failures(): readonly TrueFailure[] {
    return this.#failures.map((failure) => ({
      ...failure,
      liveBytes: failure.liveBytes + this.earlierBytes,
    }));
  }

  #enter({ threadId, timeUs, name }: ScopeEvent): void {
    const open = this.#open.get(threadId) ?? [];
    const scope: OpenScope = {
      name,
      threadId,
      names: [...open.map((outer) => outer.name), name],
      startUs: timeUs,
      endUs: null,
      maxOutstandingBytes: 0,
      leftOutstandingBytes: 0,
    };
    this.#open.set(threadId, [...open, scope]);
    this.scopes.push(scope);
  }

  #exit({ threadId, timeUs }: ScopeEvent): void {
    const open = this.#open.get(threadId) ?? [];
    const scope = open.at(-1);
    if (scope === undefined) throw new RangeError('no range is open');
    scope.endUs = timeUs;
    this.#open.set(threadId, open.slice(0, -1));
  }

  #memory(event: AllocationEvent): void {
    this.timeUs = Math.max(this.timeUs, event.timeUs);
    if (event.kind === 'failure') this.#fail(event);
    else if (event.address !== 0) {
      if (event.kind === 'allocate') this.#allocate(event);
      else this.#free(event);
    }
    this.#countThreads();
    this.#countScopes();
  }

  #allocate({ threadId, address, bytes }: AllocationEvent): void {
    this.allocations++;
    this.#settle(threadId, bytes, 'succeeded');
    const open = this.#open.get(threadId) ?? [];
    const isSpilling = open.some(({ name }) => name === SPILL_SCOPE);
    this.#live.set(address, { threadId, bytes, scopes: isSpilling ? [] : open });
    const thread = this.threads.get(threadId) ?? {
      threadId,
      ...{ peakBytes: 0, peakUs: 0, endBytes: 0, count: 0 },
    };
    thread.count++;
    this.threads.set(threadId, thread);
  }

  #free({ address, bytes, threadId }: AllocationEvent): void {
    for (const failure of this.#waiting) {
      failure.releasedBytes += bytes;
      const others = failure.releasedByThread.filter((own) => own.threadId !== threadId);
      const own = failure.releasedByThread.find((one) => one.threadId === threadId);
      failure.releasedByThread = [...others, { threadId, bytes: bytes + (own?.bytes ?? 0) }].sort(
        (a, b) => b.bytes - a.bytes || a.threadId - b.threadId,
      );
    }
    if (this.#live.delete(address)) return;
    this.earlierReleases++;
    this.earlierBytes += bytes;
  }

  #fail({ threadId, bytes }: AllocationEvent): void {
    this.#settle(threadId, bytes, 'failed');
    const blocks = [...this.#live.values()];
    const threadIds = [...new Set(blocks.map((block) => block.threadId as number))];
    const failure: TrueFailure = {
      timeUs: this.timeUs,
      threadId,
      requestedBytes: bytes,
      liveBytes: sum(blocks) - this.earlierBytes,
      heldByThread: threadIds
        .map((id) => blocks.filter((block) => block.threadId === id))
        .map((own) => ({
          threadId: own[0].threadId as number,
          bytes: sum(own),
          count: own.length,
        }))
        .sort((a, b) => b.bytes - a.bytes || a.threadId - b.threadId),
      openNames: (this.#open.get(threadId) ?? []).map(({ name }) => name),
      releasedBytes: 0,
      releasedByThread: [],
      retry: 'none',
    };
    this.#failures.push(failure);
    this.#waiting.push(failure);
  }

  #settle(threadId: number, bytes: number, retry: 'succeeded' | 'failed'): void {
    const isAnswered = (failure: TrueFailure) =>
      failure.threadId === threadId && bytes >= failure.requestedBytes;
    for (const failure of this.#waiting.filter(isAnswered)) failure.retry = retry;
    this.#waiting = this.#waiting.filter((failure) => !isAnswered(failure));
  }

  #countThreads(): void {
    const blocks = [...this.#live.values()];
    for (const thread of this.threads.values()) {
      const bytes = sum(blocks.filter(({ threadId }) => threadId === thread.threadId));
      thread.endBytes = bytes;
      if (bytes <= thread.peakBytes) continue;
      thread.peakBytes = bytes;
      thread.peakUs = this.timeUs;
    }
  }

  #countScopes(): void {
    const bytesOf = new Map<TrueScope, number>();
    for (const open of this.#open.values()) for (const scope of open) bytesOf.set(scope, 0);
    for (const { scopes, bytes } of this.#live.values()) {
      for (const scope of scopes) bytesOf.set(scope, (bytesOf.get(scope) ?? 0) + bytes);
    }
    for (const [scope, bytes] of bytesOf) {
      scope.maxOutstandingBytes = Math.max(scope.maxOutstandingBytes, bytes);
      // What is left is what is there when it ends; one that is open is at its end now.
      if (scope.endUs === null) scope.leftOutstandingBytes = bytes;
    }
  }
}

function sum(blocks: readonly { readonly bytes: number }[]): number {
  return blocks.reduce((total, { bytes }) => total + bytes, 0);
}
