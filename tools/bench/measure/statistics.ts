export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws RangeError when there are no values. */
export function summarize(values: readonly number[]): Summary {
  if (values.length === 0) throw new RangeError('there is nothing to summarize');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}
