/** Entries of a thread at one depth: none overlaps another. */
export interface BandRow {
  /** Places of the entries. */
  readonly place: Int32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** Deeper entries than this have no row: in the last one they would lie over those that they are in. */
const MOST_ROWS = 6;

/**
 * Puts entries into rows, an entry below those that it is in. They come by begin, the outer before
 * the inner, from one place to another.
 */
export function bandRows(
  startNs: Float64Array,
  endNs: Float64Array,
  begin: number,
  end: number,
): BandRow[] {
  const rows: number[][] = [];
  /** Ends of the entries that are open. */
  const open: number[] = [];
  for (let place = begin; place < end; place++) {
    while (open.length > 0 && open[open.length - 1] <= startNs[place]) open.pop();
    const depth = open.length;
    if (depth < MOST_ROWS) {
      rows[depth] ??= [];
      rows[depth].push(place);
    }
    open.push(endNs[place]);
  }
  return rows.map((places) => ({
    place: Int32Array.from(places),
    startNs: Float64Array.from(places, (place) => startNs[place]),
    endNs: Float64Array.from(places, (place) => endNs[place]),
  }));
}
