/** Each class is of durations up to four times as long as those of the class before. */
const FACTOR = 4;
const SHORTEST_NS = 1000;
const CLASSES = 24;

export interface DurationClass {
  /** No block of the class lives longer. */
  readonly longestNs: number;
  /** Rows by begin. */
  readonly rows: Int32Array;
}

/**
 * Blocks by how long they live: of those that live shortly, only the ones near a moment can be there
 * at it, so that the others need not be looked at.
 */
export function durationClasses(
  rows: Int32Array,
  startNs: Float64Array,
  endNs: Float64Array,
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
    return [{ longestNs: last ? Infinity : SHORTEST_NS * FACTOR ** number, rows: list }];
  });
}

/** The first place of rows by begin whose block begins after a time. */
export function firstBeginningAfter(
  rows: Int32Array,
  startNs: Float64Array,
  ns: number,
  from = 0,
): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startNs[rows[middle]] <= ns) low = middle + 1;
    else high = middle;
  }
  return low;
}
