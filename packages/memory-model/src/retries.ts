/** What came after a failed allocation. */
export interface FollowedBy {
  /**
   * What anybody released until the thread asked for as much or more again, or until the end; null
   * where the thread is not known.
   */
  releasedBytes: number | null;
  /** What became of that request; `none` where there was none; null where the thread is not known. */
  retry: 'succeeded' | 'failed' | 'none' | null;
}

interface Waiting {
  readonly followed: FollowedBy;
  readonly requestedBytes: number;
  readonly releasedBefore: number;
}

/** Follows failed allocations until their threads ask again. */
export class Retries {
  #released = 0;
  readonly #waiting = new Map<number, Waiting[]>();

  release(bytes: number): void {
    this.#released += bytes;
  }

  allocate(threadId: number, bytes: number): void {
    if (this.#waiting.size > 0) this.#answer(threadId, bytes, 'succeeded');
  }

  /** @param requestedBytes NaN where the source does not tell: then any request is one again */
  fail(threadId: number, requestedBytes: number): FollowedBy {
    if (Number.isNaN(threadId)) return { releasedBytes: null, retry: null };
    this.#answer(threadId, requestedBytes, 'failed');
    const followed: FollowedBy = { releasedBytes: 0, retry: 'none' };
    const waiting = this.#waiting.get(threadId) ?? [];
    waiting.push({ followed, requestedBytes, releasedBefore: this.#released });
    this.#waiting.set(threadId, waiting);
    return followed;
  }

  /** Those that nobody asked for again. */
  end(): void {
    for (const waiting of this.#waiting.values()) {
      for (const { followed, releasedBefore } of waiting) {
        followed.releasedBytes = this.#released - releasedBefore;
      }
    }
    this.#waiting.clear();
  }

  #answer(threadId: number, bytes: number, retry: 'succeeded' | 'failed'): void {
    const waiting = this.#waiting.get(threadId);
    if (waiting === undefined) return;
    const left = waiting.filter((one) => {
      // Where one of them is not known, it is taken for the same.
      if (bytes < one.requestedBytes) return true;
      one.followed.retry = retry;
      one.followed.releasedBytes = this.#released - one.releasedBefore;
      return false;
    });
    if (left.length > 0) this.#waiting.set(threadId, left);
    else this.#waiting.delete(threadId);
  }
}
