import { sortRows, take } from '../columns/order.js';

/** The places of the first value that is not below, and of the first that is above, a time. */
export function lowerBound(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function upperBound(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moments in order of time, and which row each is of. */
export interface Moments {
  readonly times: Float64Array;
  readonly rows: Int32Array;
}

/** The moments of `rows`, sorted by time; equal times keep the order of the rows. */
export function sortMoments(rows: Int32Array, timeOf: Float64Array): Moments {
  const sorted = sortRows(rows, timeOf);
  return { times: take(timeOf, sorted), rows: sorted };
}
