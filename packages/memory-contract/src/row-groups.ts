/** The rows of one capture that have one code (−1: null), in their order. */
export interface RowGroup {
  readonly capture: number;
  readonly code: number;
  readonly rows: Int32Array;
}

/** Numbers the groups as they are met. */
class GroupNumbers {
  readonly groups: { capture: number; code: number }[] = [];
  /** By capture and code + 1: the number of the group + 1. */
  readonly #known = new Map<number, Int32Array>();
  readonly #distinct: number;

  constructor(distinct: number) {
    this.#distinct = distinct;
  }

  /** The numbers of a capture's groups + 1 by code + 1; 0 where there is none yet. */
  of(capture: number): Int32Array {
    const known = this.#known.get(capture) ?? new Int32Array(this.#distinct + 1);
    this.#known.set(capture, known);
    return known;
  }

  add(capture: number, code: number): void {
    this.of(capture)[code + 1] = this.groups.push({ capture, code });
  }
}

/**
 * Shares the rows out by capture and code, in order of first appearance. O(n).
 *
 * @param codes from −1 to below `distinct`
 */
export function groupRows(captureId: Int32Array, codes: Int32Array, distinct: number): RowGroup[] {
  const numbers = new GroupNumbers(distinct);
  const ends: number[] = [];
  // Neighbours are mostly of one capture: its numbers are at hand.
  let capture = Number.NaN;
  let ofCapture: Int32Array = new Int32Array(0);
  for (let row = 0; row < captureId.length; row++) {
    if (captureId[row] !== capture) {
      capture = captureId[row];
      ofCapture = numbers.of(capture);
    }
    const code = codes[row];
    if (ofCapture[code + 1] === 0) {
      numbers.add(capture, code);
      ends.push(0);
    }
    ends[ofCapture[code + 1] - 1]++;
  }
  for (let group = 1; group < ends.length; group++) ends[group] += ends[group - 1];
  const next = Int32Array.of(0, ...ends);
  const rows = new Int32Array(captureId.length);
  for (let row = 0; row < captureId.length; row++) {
    if (captureId[row] !== capture) {
      capture = captureId[row];
      ofCapture = numbers.of(capture);
    }
    rows[next[ofCapture[codes[row] + 1] - 1]++] = row;
  }
  return numbers.groups.map((group, i) => ({
    ...group,
    rows: rows.subarray(i === 0 ? 0 : ends[i - 1], ends[i]),
  }));
}
