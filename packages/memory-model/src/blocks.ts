import type { AllocationViews, MemoryGroup, NumberView } from '@rl-insight/memory-contract';

/** What of a group its blocks are made of. */
type BlockSource = Pick<MemoryGroup, 'info' | 'allocations'>;

/** The window of a capture, ns after the group's origin. */
export interface CaptureWindow {
  readonly startNs: number;
  readonly endNs: number;
}

/** The windows of a group's captures, ns after its origin. */
export function captureWindows({ info, allocations }: BlockSource): CaptureWindow[] {
  return info.captures.map(({ start_ns, end_ns }) => ({
    startNs: Number(BigInt(start_ns) - allocations.originNs),
    endNs: Number(BigInt(end_ns) - allocations.originNs),
  }));
}

/** Rows that are read at a time: so many that the loops over them are what takes time. */
const ROWS_AT_ONCE = 4096;

/**
 * The allocations of a group as blocks of memory: when each began and ceased to be live, and its
 * size. Times are ns after the group's origin.
 *
 * A block is live until the earlier of its release and the moment it could be used again: that is
 * when the allocator's own counter falls (measured on Ascend captures, where the record of the
 * block's return to the pool comes some µs before that of its release). A block from before the
 * capture is live from the capture's begin; one that is not released, until its end.
 */
export class Blocks {
  readonly rows: number;
  readonly startNs: Float64Array;
  readonly capture: Int32Array;
  /** 1 for a block that was there when its capture began. */
  readonly before: Uint8Array;
  readonly windows: readonly CaptureWindow[];
  /** Order of the begins at one time; NaN where it is not known. */
  readonly startSeq: NumberView | undefined;
  readonly #views: AllocationViews;
  readonly #captureEnds: Float64Array;

  constructor(group: BlockSource) {
    const { rows, views, captureId, beforeCapture } = group.allocations;
    this.rows = rows;
    this.windows = captureWindows(group);
    this.capture = captureId;
    this.startSeq = views.allocSeq;
    this.#views = views;
    this.#captureEnds = Float64Array.from(this.windows, ({ endNs }) => endNs);
    this.startNs = new Float64Array(rows);
    views.startNs.copy(0, rows, this.startNs);
    this.before = this.#findBefore(beforeCapture);
    for (let row = this.before.indexOf(1); row >= 0; row = this.before.indexOf(1, row + 1)) {
      const begin = this.windows[this.capture[row]]?.startNs ?? 0;
      this.startNs[row] = Math.min(this.startNs[row], begin);
    }
  }

  /** Sizes of the first `count` of some blocks, never negative. */
  gatherBytes(rows: Int32Array, count: number, into: Float64Array): void {
    this.#views.sizeBytes.gather(rows, count, into);
    for (let i = 0; i < count; i++) into[i] = Math.abs(into[i]);
  }

  /** When each block ceases to be live; infinite where it is not released in its capture. */
  get endNs(): Float64Array {
    return this.writeEnds(new Float64Array(this.rows));
  }

  /** Writes {@link endNs}. */
  writeEnds(into: Float64Array): Float64Array {
    const { startNs, sizeBytes, durationNs, activeDurationNs } = this.#views;
    const held = new Float64Array(ROWS_AT_ONCE);
    const active = new Float64Array(ROWS_AT_ONCE).fill(Number.NaN);
    const sizes = new Float64Array(ROWS_AT_ONCE);
    for (let begin = 0; begin < this.rows; begin += ROWS_AT_ONCE) {
      const end = Math.min(begin + ROWS_AT_ONCE, this.rows);
      const ends = into.subarray(begin, end);
      startNs.copy(begin, end, ends);
      durationNs.copy(begin, end, held);
      activeDurationNs?.copy(begin, end, active);
      sizeBytes.copy(begin, end, sizes);
      addLiveTimes(ends, held, active, sizes);
    }
    return into;
  }

  /** From when blocks are there until their release; NaN for those that are not released. */
  gatherHeld(rows: Int32Array, into: Float64Array): void {
    this.#views.durationNs.gather(rows, rows.length, into);
    for (let i = 0; i < rows.length; i++) {
      if (this.before[rows[i]]) into[i] = this.#heldBefore(rows[i], into[i]);
      else if (into[i] < 0) into[i] = 0;
    }
  }

  /**
   * By how much blocks cease to be live before they are gone; 0 for those that do not. That of a
   * release without its allocation is from then on.
   *
   * @param other memory for as many numbers
   */
  gatherEarly(rows: Int32Array, other: Float64Array, into: Float64Array): void {
    const { durationNs, activeDurationNs } = this.#views;
    durationNs.gather(rows, rows.length, other);
    if (activeDurationNs === undefined) into.fill(Number.NaN, 0, rows.length);
    else activeDurationNs.gather(rows, rows.length, into);
    for (let i = 0; i < rows.length; i++) {
      const early = into[i] < other[i] ? other[i] - into[i] : 0;
      into[i] = this.before[rows[i]] ? this.#earlyBefore(rows[i], other[i], early) : early;
    }
  }

  /** When some blocks are gone: at their release, or with their capture. Never before they begin. */
  gatherGone(rows: Int32Array, into: Float64Array): void {
    this.#views.durationNs.gather(rows, rows.length, into);
    this.#heldToGone(rows, rows.length, into);
  }

  /** Writes when each block is gone. */
  writeGone(into: Float64Array): Float64Array {
    this.#views.durationNs.copy(0, this.rows, into);
    this.#heldToGone(undefined, this.rows, into);
    return into;
  }

  /** Makes of how long blocks are held when they are gone. */
  #heldToGone(rows: Int32Array | undefined, count: number, times: Float64Array): void {
    const { startNs, before, capture } = this;
    const captureEnds = this.#captureEnds;
    for (let i = 0; i < count; i++) {
      const row = rows === undefined ? i : rows[i];
      const held = times[i];
      const start = startNs[row];
      if (before[row]) times[i] = this.#goneBefore(row, held);
      else if (held >= 0) times[i] = start + held;
      else
        times[i] =
          Number.isNaN(held) && captureEnds[capture[row]] > start
            ? captureEnds[capture[row]]
            : start;
    }
  }

  #heldBefore(row: number, held: number): number {
    return Number.isNaN(held) ? held : this.#goneBefore(row, held) - this.startNs[row];
  }

  /** Of a block from before the capture, which begins with it but is held from its own time on. */
  #goneBefore(row: number, held: number): number {
    const own = this.#views.startNs.at(row);
    const captureEnd = this.#captureEnds[this.capture[row]] ?? own;
    const gone = Number.isNaN(held) ? Math.max(own, captureEnd) : own + held;
    return Math.max(gone, this.startNs[row]);
  }

  #earlyBefore(row: number, held: number, early: number): number {
    if (this.#views.sizeBytes.at(row) >= 0) return early;
    return Math.max(0, this.#goneBefore(row, held) - this.#views.startNs.at(row));
  }

  /** Order of a block's end among those of its time; NaN where it is not known. */
  endSeqOf(row: number): number {
    const { releaseSeq, activeDurationNs, durationNs } = this.#views;
    // The sequence is that of the release, not of the earlier moment.
    const isReusedEarly = activeDurationNs && activeDurationNs.at(row) < durationNs.at(row);
    return releaseSeq === undefined || isReusedEarly ? Number.NaN : releaseSeq.at(row);
  }

  /** Those that say so, and releases whose allocation was not seen. */
  #findBefore(known: Uint8Array): Uint8Array {
    const sizes = new Float64Array(ROWS_AT_ONCE);
    let before = known;
    for (let begin = 0; begin < this.rows; begin += ROWS_AT_ONCE) {
      const end = Math.min(begin + ROWS_AT_ONCE, this.rows);
      this.#views.sizeBytes.copy(begin, end, sizes);
      if (!hasNegative(sizes, end - begin)) continue;
      // The table's own memory is not written to.
      if (before === known) before = known.slice();
      for (let row = begin; row < end; row++) if (sizes[row - begin] < 0) before[row] = 1;
    }
    return before;
  }
}

function hasNegative(values: Float64Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (values[i] < 0) return true;
  return false;
}

/** Adds to times how long blocks are live from them on. */
function addLiveTimes(
  times: Float64Array,
  held: Float64Array,
  active: Float64Array,
  sizes: Float64Array,
): void {
  for (let i = 0; i < times.length; i++) {
    // Of a release without its allocation, the time of the row is that of the release.
    if (sizes[i] < 0) continue;
    if (active[i] < held[i]) times[i] += active[i];
    else times[i] += Number.isNaN(held[i]) ? Number.POSITIVE_INFINITY : held[i];
  }
}

/** The blocks of a group. O(n). */
export function blocksOf(group: BlockSource): Blocks {
  return new Blocks(group);
}
