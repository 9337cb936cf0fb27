/** What a thread released after a failure. */
export interface ReleasedByThread {
  /** Null for releases whose thread is not known. */
  readonly threadId: number | null;
  readonly bytes: number;
}

/** What came after a failed allocation. */
export interface FollowedBy {
  /**
   * What anybody released until the thread asked for as much or more again, or until the end; null
   * where the thread is not known.
   */
  releasedBytes: number | null;
  /** The same by the thread that released it, the most first; null where that was not kept. */
  releasedByThread: readonly ReleasedByThread[] | null;
  /** What became of that request; `none` where there was none; null where the thread is not known. */
  retry: 'succeeded' | 'failed' | 'none' | null;
}

interface Waiting {
  readonly followed: FollowedBy;
  readonly requestedBytes: number;
  readonly releasedBefore: number;
  readonly byThreadBefore: ReadonlyMap<number, number> | undefined;
}

/** Follows failed allocations until their threads ask again. */
export class Retries {
  #released = 0;
  /** Since somebody waits. */
  readonly #byThread = new Map<number, number>();
  readonly #waiting = new Map<number, Waiting[]>();

  /** @param threadId the one that released; NaN where it is not known */
  release(threadId: number, bytes: number): void {
    this.#released += bytes;
    if (this.#waiting.size === 0) return;
    this.#byThread.set(threadId, (this.#byThread.get(threadId) ?? 0) + bytes);
  }

  allocate(threadId: number, bytes: number): void {
    if (this.#waiting.size > 0) this.#answer(threadId, bytes, 'succeeded');
  }

  /**
   * @param requestedBytes NaN where the source does not tell: then any request is one again
   * @param withThreads whether to keep who releases
   */
  fail(threadId: number, requestedBytes: number, withThreads: boolean): FollowedBy {
    const followed: FollowedBy = { releasedBytes: null, releasedByThread: null, retry: null };
    if (Number.isNaN(threadId)) return followed;
    this.#answer(threadId, requestedBytes, 'failed');
    followed.retry = 'none';
    if (this.#waiting.size === 0) this.#byThread.clear();
    const waiting = this.#waiting.get(threadId) ?? [];
    waiting.push({
      followed,
      requestedBytes,
      releasedBefore: this.#released,
      byThreadBefore: withThreads ? new Map(this.#byThread) : undefined,
    });
    this.#waiting.set(threadId, waiting);
    return followed;
  }

  /** Those that nobody asked for again. */
  end(): void {
    for (const waiting of this.#waiting.values()) for (const one of waiting) this.#count(one);
    this.#waiting.clear();
  }

  #answer(threadId: number, bytes: number, retry: 'succeeded' | 'failed'): void {
    const waiting = this.#waiting.get(threadId);
    if (waiting === undefined) return;
    const left = waiting.filter((one) => {
      // Where one of them is not known, it is taken for the same.
      if (bytes < one.requestedBytes) return true;
      one.followed.retry = retry;
      this.#count(one);
      return false;
    });
    if (left.length > 0) this.#waiting.set(threadId, left);
    else this.#waiting.delete(threadId);
  }

  #count({ followed, releasedBefore, byThreadBefore }: Waiting): void {
    followed.releasedBytes = this.#released - releasedBefore;
    if (byThreadBefore === undefined) return;
    followed.releasedByThread = [...this.#byThread]
      .map(([threadId, bytes]) => ({
        threadId: Number.isNaN(threadId) ? null : threadId,
        bytes: bytes - (byThreadBefore.get(threadId) ?? 0),
      }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes || (a.threadId ?? -1) - (b.threadId ?? -1));
  }
}
