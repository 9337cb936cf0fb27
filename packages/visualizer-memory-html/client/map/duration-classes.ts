/** Each class is of durations up to four times as long as those of the class before. */
const FACTOR = 4;
const SHORTEST_NS = 1000;
const CLASSES = 24;

export interface DurationClass {
  /** No block of the class lives longer. */
  readonly longestNs: number;
  /** Rows by begin, when their blocks begin and end, and their sizes. */
  readonly rows: Int32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly bytes: Float64Array;
}

/** What is to know of all blocks, by row. */
export interface BlockColumns {
  readonly startNs: Float64Array;
  readonly liveEndNs: Float64Array;
  readonly bytes: Float64Array;
}

/**
 * Blocks by how long they live: of those that live shortly, only the ones near a moment can be there
 * at it, so that the others need not be looked at.
 */
export function durationClasses(
  rows: Int32Array,
  { startNs, liveEndNs: endNs, bytes }: BlockColumns,
): DurationClass[] {
  const counts = new Int32Array(CLASSES);
  const classOf = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const lives = endNs[rows[i]] - startNs[rows[i]];
    let number = 0;
    for (let longest = SHORTEST_NS; lives > longest && number < CLASSES - 1; longest *= FACTOR) {
      number++;
    }
    classOf[i] = number;
    counts[number]++;
  }
  const lists = [...counts].map((count) => new Int32Array(count));
  const filled = new Int32Array(CLASSES);
  for (let i = 0; i < rows.length; i++) lists[classOf[i]][filled[classOf[i]]++] = rows[i];
  return lists.flatMap((list, number) => {
    if (list.length === 0) return [];
    const last = number === CLASSES - 1;
    return [
      {
        longestNs: last ? Number.POSITIVE_INFINITY : SHORTEST_NS * FACTOR ** number,
        rows: list,
        startNs: gathered(startNs, list),
        endNs: gathered(endNs, list),
        bytes: gathered(bytes, list),
      },
    ];
  });
}

function gathered(values: Float64Array, rows: Int32Array): Float64Array {
  const some = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) some[i] = values[rows[i]];
  return some;
}

/**
 * The first place of a sorted list, from `from` on, whose value is after `ns`. Near ones are found in
 * a few steps.
 */
export function nextAfter(sorted: Float64Array, ns: number, from: number): number {
  let low = from;
  let high = from;
  for (let step = 1; high < sorted.length && sorted[high] <= ns; step *= 2) {
    low = high + 1;
    high += step;
  }
  if (high > sorted.length) high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= ns) low = middle + 1;
    else high = middle;
  }
  return low;
}
