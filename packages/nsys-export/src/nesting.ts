import { RANGE_KIND } from './tables/ranges.js';

/** Ranges of any number of threads, in any order; times are ns after whatever origin. */
export interface NestedRanges {
  readonly startNs: Float64Array;
  /** Infinite for a range that was open when the recording ended. */
  readonly endNs: Float64Array;
  /** One of {@link RANGE_KIND}. */
  readonly kind: Uint8Array;
  /** What tells threads apart; negative where it is not known: then a range is a root. */
  readonly thread: Int32Array;
}

/**
 * For each range the place of the push/pop range of its thread that it was pushed in: the last one that
 * was open when it began; −1 for a root. Domains have stacks of their own, so that it may end after
 * that. Start/end ranges may overlap anything: they are roots, and nothing is inside them. O(n log n).
 */
export function enclosingRanges({ startNs, endNs, kind, thread }: NestedRanges): Int32Array {
  const parents = new Int32Array(startNs.length).fill(-1);
  const pushed = Int32Array.from(startNs.keys()).filter(
    (at) => kind[at] === RANGE_KIND.pushPop && thread[at] >= 0,
  );
  // Of two that begin at once the longer one is around the other; of equal ones, the first in the file.
  pushed.sort(
    (a, b) => thread[a] - thread[b] || startNs[a] - startNs[b] || endNs[b] - endNs[a] || a - b,
  );
  let open: number[] = [];
  for (const [i, at] of pushed.entries()) {
    if (i > 0 && thread[pushed[i - 1]] !== thread[at]) open = [];
    // One that ends when the other begins is over.
    while (open.length > 0 && endNs[open[open.length - 1]] <= startNs[at]) open.pop();
    if (open.length > 0) parents[at] = open[open.length - 1];
    open.push(at);
  }
  return parents;
}
