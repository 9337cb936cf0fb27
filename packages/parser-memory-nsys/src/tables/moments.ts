import { Int64Offsets, type NumberValues } from '@rl-insight/memory-contract';

/** Times in ns after an origin as an int64 column; those that are not finite are null. */
export function moments(originNs: bigint, times: ArrayLike<number>): NumberValues<BigInt64Array> {
  const column = new Int64Offsets(times.length, originNs);
  const valid = new Uint8Array(times.length);
  for (let row = 0; row < times.length; row++) {
    if (!Number.isFinite(times[row])) continue;
    column.set(row, times[row]);
    valid[row] = 1;
  }
  return { values: column.values, valid };
}
