import { allRows, sortRows } from '../columns/order.js';

/** Blocks of one capture and device: when each was allocated and released (NaN: held). */
export interface Blocks {
  readonly rows: number;
  readonly startNs: Float64Array;
  readonly releaseNs: Float64Array;
  /** 1 for a release without an allocation. */
  readonly releaseOnly: Uint8Array;
}

/** Order of the events of a capture; NaN for an event that is not there. */
export interface EventOrder {
  /** Rows by time of their allocation (or release, for a release-only row). */
  readonly byStart: Int32Array;
  readonly allocSeq: Float64Array;
  readonly releaseSeq: Float64Array;
}

function rowsWhere(count: number, wanted: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(count);
  let end = 0;
  for (let row = 0; row < count; row++) if (wanted(row)) rows[end++] = row;
  return rows.slice(0, end);
}

/**
 * Numbers allocations and releases in order of time. At one time, what was allocated before is
 * released first, then comes what is allocated, then what is allocated and released at once: so the
 * level is never above what it was.
 */
export function orderEvents({ rows, startNs, releaseNs, releaseOnly }: Blocks): EventOrder {
  const allocSeq = new Float64Array(rows).fill(Number.NaN);
  const releaseSeq = new Float64Array(rows).fill(Number.NaN);
  const allocations = sortRows(
    rowsWhere(rows, (row) => !releaseOnly[row]),
    startNs,
  );
  const releases = sortRows(
    rowsWhere(rows, (row) => !Number.isNaN(releaseNs[row])),
    releaseNs,
  );
  let next = 0;
  let seq = 0;
  let atOnce: number[] = [];
  const releaseBefore = (time: number) => {
    for (; next < releases.length && releaseNs[releases[next]] <= time; next++) {
      const row = releases[next];
      if (startNs[row] === releaseNs[row] && !releaseOnly[row]) atOnce.push(row);
      else releaseSeq[row] = seq++;
    }
  };
  for (let i = 0; i < allocations.length; i++) {
    const row = allocations[i];
    const time = startNs[row];
    // Blocks that live for no time are released after all allocations of that time.
    if (atOnce.length > 0 && time > releaseNs[atOnce[0]]) {
      for (const lived of atOnce) releaseSeq[lived] = seq++;
      atOnce = [];
    }
    releaseBefore(time);
    allocSeq[row] = seq++;
  }
  for (const lived of atOnce) releaseSeq[lived] = seq++;
  atOnce = [];
  releaseBefore(Number.POSITIVE_INFINITY);
  return {
    byStart: sortRows(allRows(rows), startNs),
    allocSeq,
    releaseSeq,
  };
}
