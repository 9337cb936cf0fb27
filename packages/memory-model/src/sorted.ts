/** The first place of a sorted list, from `from` on, whose value is not below `value`. O(log n). */
export function firstFrom(sorted: ArrayLike<number>, value: number, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place of a sorted list, from `from` to `to`, whose value is above `value`. O(log n). */
export function firstAfter(
  sorted: ArrayLike<number>,
  value: number,
  from = 0,
  to = sorted.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
