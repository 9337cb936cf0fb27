const NANOS_PER_SECOND = 1e9;

/**
 * Turns times into exact ns after a whole second near them. That second is the first time that is
 * read, so that a capture of 104 days fits the integers that a double holds.
 */
export class Clock {
  #originSeconds: number | undefined;

  /** What times count from, ns; a whole second. */
  get originNs(): bigint {
    return BigInt(this.#originSeconds ?? 0) * BigInt(NANOS_PER_SECOND);
  }

  /** A time in seconds and nanoseconds, ns after the origin; infinite when it is too far away. */
  offset(seconds: number, nanos: number): number {
    this.#originSeconds ??= seconds;
    return exact((seconds - this.#originSeconds) * NANOS_PER_SECOND + nanos);
  }

  /** A duration in seconds and nanoseconds, ns; infinite when it is too long to be exact. */
  duration(seconds: number, nanos: number): number {
    return exact(seconds * NANOS_PER_SECOND + nanos);
  }
}

function exact(ns: number): number {
  return Math.abs(ns) <= Number.MAX_SAFE_INTEGER ? ns : Number.POSITIVE_INFINITY;
}
