import { enclosingRanges, type RangeBatch } from '@rl-insight/nsys-export';
import type { ExportTimes } from './export-times.js';
import { Texts } from './texts.js';

const NONE = -1;
const DEFAULT_DOMAIN = '';

/**
 * The NVTX ranges of an export, in the order of its table. A range is on the thread that began it.
 * Times are ns after the origin of the export's times.
 */
export class RangeTable {
  readonly names = new Texts();
  readonly domains = new Texts([DEFAULT_DOMAIN]);
  rows = 0;
  /** Infinite for one that was still open. */
  startNs: Float64Array = new Float64Array(0);
  endNs: Float64Array = new Float64Array(0);
  name: Int32Array = new Int32Array(0);
  domain: Int32Array = new Int32Array(0);
  /** Place in the export's `threads`; −1 where it is not known. */
  thread: Int32Array = new Int32Array(0);
  /** Row of the push/pop range around it on its thread; −1 for a root, which start/end ranges are. */
  parent: Int32Array = new Int32Array(0);
  /** Rows by begin, those of one begin from the longest. */
  byStart: Int32Array = new Int32Array(0);
  /** Of those, the ones of thread `t` are from `#begins[t]` to `#begins[t + 1]` of `#ofThread`. */
  #ofThread: Int32Array = new Int32Array(0);
  #begins: Int32Array = new Int32Array(1);
  /** For each row, the last one that was open on its thread when it began. */
  #below: Int32Array = new Int32Array(0);
  /** Where each thread was last looked up: questions mostly come in the order of time. */
  #hints: Int32Array = new Int32Array(0);

  static read(batches: Iterable<RangeBatch>, times: ExportTimes): RangeTable {
    const table = new RangeTable();
    const kinds: Uint8Array[] = [];
    const parts: Part[] = [];
    for (const batch of batches) {
      const ends = times.numbers(batch.endNs, batch.count);
      for (let i = 0; i < batch.count; i++) if (batch.isOpen[i]) ends[i] = Number.POSITIVE_INFINITY;
      parts.push({
        startNs: times.numbers(batch.startNs, batch.count),
        endNs: ends,
        name: Int32Array.from(batch.names, (text) => table.names.code(text)),
        domain: Int32Array.from(batch.domains, (text) =>
          table.domains.code(text ?? DEFAULT_DOMAIN),
        ),
        thread: batch.thread,
      });
      kinds.push(batch.kind);
    }
    table.rows = parts.reduce((sum, { startNs }) => sum + startNs.length, 0);
    table.startNs = joined(
      new Float64Array(table.rows),
      parts.map((part) => part.startNs),
    );
    table.endNs = joined(
      new Float64Array(table.rows),
      parts.map((part) => part.endNs),
    );
    table.name = joined(
      new Int32Array(table.rows),
      parts.map((part) => part.name),
    );
    table.domain = joined(
      new Int32Array(table.rows),
      parts.map((part) => part.domain),
    );
    table.thread = joined(
      new Int32Array(table.rows),
      parts.map((part) => part.thread),
    );
    table.#arrange(joined(new Uint8Array(table.rows), kinds));
    return table;
  }

  /** The range that began last of those that are open on a thread at a time; −1 where none is. O(log r + d). */
  innermost(thread: number, timeNs: number): number {
    if (thread < 0 || thread + 1 >= this.#begins.length) return NONE;
    let range = this.#lastBegun(thread, timeNs);
    while (range !== NONE && this.endNs[range] <= timeNs) range = this.#below[range];
    return range;
  }

  /** The row of a thread that began last, up to a time. */
  #lastBegun(thread: number, timeNs: number): number {
    const first = this.#begins[thread];
    const end = this.#begins[thread + 1];
    const begunAt = (place: number) => this.startNs[this.#ofThread[place]];
    let place = this.#hints[thread];
    if (place < end && place > first && begunAt(place - 1) > timeNs) {
      let low = first;
      for (let high = place - 1; low < high; ) {
        const middle = (low + high) >> 1;
        if (begunAt(middle) <= timeNs) low = middle + 1;
        else high = middle;
      }
      place = low;
    }
    while (place < end && begunAt(place) <= timeNs) place++;
    this.#hints[thread] = place;
    return place > first ? this.#ofThread[place - 1] : NONE;
  }

  #arrange(kind: Uint8Array): void {
    const { rows, startNs, endNs, thread } = this;
    const order = (a: number, b: number) =>
      startNs[a] - startNs[b] || (endNs[a] === endNs[b] ? 0 : endNs[b] - endNs[a]) || a - b;
    this.byStart = Int32Array.from({ length: rows }, (_, row) => row);
    if (!this.byStart.every((row) => row === 0 || order(row - 1, row) <= 0))
      this.byStart.sort(order);
    this.#shareOut(thread);
    this.parent = enclosingRanges({ startNs, endNs, kind, thread });
    this.#below = new Int32Array(rows).fill(NONE);
    for (let t = 0; t + 1 < this.#begins.length; t++) {
      this.#stack(this.#ofThread.subarray(this.#begins[t], this.#begins[t + 1]));
    }
  }

  /** Puts the rows of each thread beside each other, in order of their begin. */
  #shareOut(thread: Int32Array): void {
    const threads = thread.reduce((most, place) => Math.max(most, place), NONE) + 1;
    this.#begins = new Int32Array(threads + 1);
    for (const place of thread) if (place >= 0) this.#begins[place + 1]++;
    for (let t = 0; t < threads; t++) this.#begins[t + 1] += this.#begins[t];
    const next = this.#begins.slice();
    this.#ofThread = new Int32Array(this.#begins[threads]);
    for (const row of this.byStart) {
      if (thread[row] >= 0) this.#ofThread[next[thread[row]]++] = row;
    }
    this.#hints = this.#begins.slice(0, threads);
  }

  /** Finds what is below each range of a thread; what has ended there is passed over when it is asked. */
  #stack(rows: Int32Array): void {
    const open: number[] = [];
    for (const row of rows) {
      // What has ended further down stays: ranges that are never ended may lie on it by thousands.
      while (open.length > 0 && this.endNs[open[open.length - 1]] <= this.startNs[row]) open.pop();
      this.#below[row] = open.at(-1) ?? NONE;
      open.push(row);
    }
  }
}

type Part = Pick<RangeTable, 'startNs' | 'endNs' | 'name' | 'domain' | 'thread'>;

function joined<A extends Float64Array | Int32Array | Uint8Array>(into: A, parts: readonly A[]): A {
  let end = 0;
  for (const part of parts) {
    into.set(part as never, end);
    end += part.length;
  }
  return into;
}
