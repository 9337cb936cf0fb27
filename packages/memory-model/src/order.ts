/** What tells the order of rows of one time; NaN where it is not known. */
interface Sequence {
  at(row: number): number;
}

/** Lists up to this long are sorted by insertion. */
const SHORT = 32;
/** Rows that a bucket holds about. */
const ROWS_PER_BUCKET = 4;

/**
 * Puts rows in order of time, and those of one time in order of `seq` where both have one, else of
 * row. Rows whose time is infinite or NaN are left out.
 *
 * O(n) where times spread over their range, O(n log n) at worst.
 *
 * @param rows all of them when it is undefined
 * @param into has room for all rows; the result is the part of it that was filled
 */
export function rowsByTime(
  rows: Int32Array | undefined,
  time: Float64Array,
  seq: Sequence | undefined,
  into: Int32Array,
): Int32Array {
  const taken = takeFinite(rows, time, into);
  const ordered = into.subarray(0, taken.count);
  if (taken.isAscending && (!taken.hasTies || isByTime(ordered, time, seq))) return ordered;
  if (seq !== undefined && placeBySequence(ordered, time, seq)) return ordered;
  if (taken.count <= SHORT) insert(ordered, 0, taken.count, time, seq);
  else if (taken.last > taken.first) spread(rows, time, taken, seq, ordered);
  else ordered.sort((a, b) => compareRows(a, b, time, seq));
  return ordered;
}

/** Whether rows, all of them when undefined, are in the order of {@link rowsByTime} already. */
export function isByTime(
  rows: Int32Array | undefined,
  time: Float64Array,
  seq: Sequence | undefined,
): boolean {
  const length = rows?.length ?? time.length;
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const row = rows === undefined ? i : rows[i];
    const at = time[row];
    if (at > before && at < Number.POSITIVE_INFINITY) before = at;
    else if (i === 0 || at !== before) return false;
    else if (compareRows(rows === undefined ? i - 1 : rows[i - 1], row, time, seq) > 0)
      return false;
  }
  return true;
}

/** Sequence numbers up to so many times the rows are dense: most places of a list by them are used. */
const MOST_GAPS = 8;

/**
 * Puts rows in order of their sequence numbers where those are dense and say the same as the times:
 * then each row has its place at once. False, and nothing is moved, where they do not.
 */
function placeBySequence(rows: Int32Array, time: Float64Array, seq: Sequence): boolean {
  const most = rows.length * MOST_GAPS;
  let last = 0;
  for (let i = 0; i < rows.length; i++) {
    const place = seq.at(rows[i]);
    // Also where there is none.
    if (!(place >= 0 && place < most)) return false;
    if (place > last) last = place;
  }
  const rowAt = new Int32Array(last + 1);
  for (let i = 0; i < rows.length; i++) {
    const place = seq.at(rows[i]);
    if (rowAt[place] !== 0) return false;
    rowAt[place] = rows[i] + 1;
  }
  let before = Number.NEGATIVE_INFINITY;
  for (let place = 0; place <= last; place++) {
    if (rowAt[place] === 0) continue;
    const at = time[rowAt[place] - 1];
    if (at < before) return false;
    before = at;
  }
  let end = 0;
  for (let place = 0; place <= last; place++) {
    if (rowAt[place] !== 0) rows[end++] = rowAt[place] - 1;
  }
  return true;
}

interface TimeRange {
  readonly first: number;
  readonly last: number;
}

/** Copies the rows that have a finite time, and tells of them what can be told on the way. */
function takeFinite(rows: Int32Array | undefined, time: Float64Array, into: Int32Array) {
  const length = rows?.length ?? time.length;
  let count = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  let isAscending = true;
  let hasTies = false;
  for (let i = 0; i < length; i++) {
    const row = rows === undefined ? i : rows[i];
    const at = time[row];
    if (!Number.isFinite(at)) continue;
    into[count++] = row;
    if (at < first) first = at;
    if (at > last) last = at;
    if (at < before) isAscending = false;
    else if (at === before) hasTies = true;
    before = at;
  }
  return { count, first, last, isAscending, hasTies };
}

/** Shares rows out to equal parts of their time, and sorts each part. */
function spread(
  rows: Int32Array | undefined,
  time: Float64Array,
  { first, last }: TimeRange,
  seq: Sequence | undefined,
  ordered: Int32Array,
): void {
  const buckets = Math.floor(ordered.length / ROWS_PER_BUCKET);
  const scale = (buckets - 1) / (last - first);
  const begins = new Int32Array(buckets + 1);
  countBuckets(rows, time, first, scale, begins);
  scatter(rows, time, first, scale, begins, ordered);
  sortBuckets(begins, time, seq, ordered);
}

function countBuckets(
  rows: Int32Array | undefined,
  time: Float64Array,
  first: number,
  scale: number,
  counts: Int32Array,
): void {
  const length = rows?.length ?? time.length;
  for (let i = 0; i < length; i++) {
    const at = time[rows === undefined ? i : rows[i]];
    if (Number.isFinite(at)) counts[Math.floor((at - first) * scale)]++;
  }
}

/** Writes the rows of each bucket beside each other; of the counts of the buckets come their begins. */
function scatter(
  rows: Int32Array | undefined,
  time: Float64Array,
  first: number,
  scale: number,
  begins: Int32Array,
  ordered: Int32Array,
): void {
  for (let bucket = 1; bucket < begins.length; bucket++) begins[bucket] += begins[bucket - 1];
  const length = rows?.length ?? time.length;
  // From the last row to the first: the ends of the buckets become their begins.
  for (let i = length - 1; i >= 0; i--) {
    const row = rows === undefined ? i : rows[i];
    const at = time[row];
    if (Number.isFinite(at)) ordered[--begins[Math.floor((at - first) * scale)]] = row;
  }
}

function sortBuckets(
  begins: Int32Array,
  time: Float64Array,
  seq: Sequence | undefined,
  ordered: Int32Array,
): void {
  for (let bucket = 0; bucket + 1 < begins.length; bucket++) {
    const begin = begins[bucket];
    const end = begins[bucket + 1];
    if (end - begin <= SHORT) insert(ordered, begin, end, time, seq);
    // Times that are near each other as seen from here spread over a range of their own.
    else rowsByTime(ordered.slice(begin, end), time, seq, ordered.subarray(begin, end));
  }
}

function insert(
  rows: Int32Array,
  begin: number,
  end: number,
  time: Float64Array,
  seq: Sequence | undefined,
): void {
  for (let i = begin + 1; i < end; i++) {
    const row = rows[i];
    const at = time[row];
    let place = i;
    for (; place > begin; place--) {
      const before = rows[place - 1];
      if (time[before] < at || (time[before] === at && compareRows(before, row, time, seq) <= 0)) {
        break;
      }
      rows[place] = before;
    }
    rows[place] = row;
  }
}

function compareRows(a: number, b: number, time: Float64Array, seq: Sequence | undefined): number {
  if (time[a] !== time[b]) return time[a] - time[b];
  const bySeq = seq === undefined ? Number.NaN : seq.at(a) - seq.at(b);
  return Number.isNaN(bySeq) || bySeq === 0 ? a - b : bySeq;
}
