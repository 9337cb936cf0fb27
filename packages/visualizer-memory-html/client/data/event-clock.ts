import { type AllocatorHistory, firstAfter, firstFrom } from '@rl-insight/memory-model';
import type { AllocationStore } from './allocation-store.js';

/**
 * From time to the number of events until then, and back: event `n` is the place `n` of an axis that
 * counts events. Events are begins and ends of allocations, and of segments where they are known.
 */
export class EventClock {
  /** By place less one; ns after the run's origin. */
  readonly #timeNs: Float64Array;
  /** Of each allocation, by row: the events of its begin and end; 0 where it has none. */
  readonly #begin: Int32Array;
  readonly #end: Int32Array;
  readonly #firstNs: number;

  private constructor(timeNs: Float64Array, begin: Int32Array, end: Int32Array, firstNs: number) {
    this.#timeNs = timeNs;
    this.#begin = begin;
    this.#end = end;
    this.#firstNs = firstNs;
  }

  /** Of a source that tells its events itself. */
  static ofHistory(
    { events, blocks }: AllocatorHistory,
    rows: number,
    firstNs: number,
  ): EventClock {
    const begin = new Int32Array(rows);
    const end = new Int32Array(rows);
    const last = events.timeNs.length;
    blocks.row.forEach((row, i) => {
      begin[row] = blocks.startAt[i];
      end[row] = blocks.endAt[i] > last ? 0 : blocks.endAt[i];
    });
    return new EventClock(events.timeNs, begin, end, firstNs);
  }

  /** Of allocations alone: at one time, releases come before allocations. */
  static ofAllocations(store: AllocationStore, firstNs: number): EventClock {
    const { rows, startNs, endNs } = store;
    const begins: number[] = [];
    const ends: number[] = [];
    for (let row = 0; row < rows; row++) {
      if (!store.has(row)) continue;
      if (!store.isBefore(row)) begins.push(row);
      if (store.isReleased(row)) ends.push(row);
    }
    begins.sort((a, b) => startNs[a] - startNs[b] || a - b);
    ends.sort((a, b) => endNs[a] - endNs[b] || a - b);
    const begin = new Int32Array(rows);
    const end = new Int32Array(rows);
    const timeNs = new Float64Array(begins.length + ends.length);
    for (let at = 0, i = 0, j = 0; at < timeNs.length; ) {
      const [first, second] = [begins[i], ends[j]];
      // What is there for no time has to begin before it ends.
      const isEnd =
        i === begins.length ||
        (j < ends.length &&
          (endNs[second] < startNs[first] ||
            (endNs[second] === startNs[first] && (begin[second] > 0 || store.isBefore(second)))));
      timeNs[at++] = isEnd ? endNs[second] : startNs[first];
      if (isEnd) end[ends[j++]] = at;
      else begin[begins[i++]] = at;
    }
    return new EventClock(timeNs, begin, end, firstNs);
  }

  get count(): number {
    return this.#timeNs.length;
  }

  /** How many events there were until a time, those at it included. */
  toEvents(ns: number): number {
    return firstAfter(this.#timeNs, ns);
  }

  /** The time of an event; that before the first is when the group begins. */
  toNs(event: number): number {
    const place = Math.min(Math.round(event), this.#timeNs.length);
    return place <= 0 ? this.#firstNs : this.#timeNs[place - 1];
  }

  /** Puts allocations on the axis, each event at a place of its own. */
  place(store: AllocationStore): void {
    for (let row = 0; row < store.rows; row++) {
      const begin = this.#begin[row] || this.toEvents(store.startNs[row]);
      const isEarly = store.liveEndNs[row] < store.endNs[row];
      const end = this.#end[row] || this.end(store.endNs[row]);
      const liveEnd = isEarly ? this.toEvents(store.liveEndNs[row]) : end;
      store.startNs[row] = Math.min(begin, end);
      store.endNs[row] = end;
      store.liveEndNs[row] = Math.max(store.startNs[row], liveEnd);
    }
  }

  /** The points of a line: of those at one time, the last is at the last event of it. */
  placePoints(timeNs: Float64Array): Float64Array {
    const placed = new Float64Array(timeNs.length);
    for (let end = timeNs.length; end > 0; ) {
      const ns = timeNs[end - 1];
      let begin = end - 1;
      while (begin > 0 && timeNs[begin - 1] === ns) begin--;
      const last = this.toEvents(ns);
      const before = begin === 0 ? 0 : this.toEvents(timeNs[begin - 1]);
      for (let i = begin; i < end; i++) placed[i] = Math.max(before, last - (end - 1 - i));
      end = begin;
    }
    return placed;
  }

  /** How many events there were before a time. */
  begin(ns: number): number {
    return firstFrom(this.#timeNs, ns);
  }

  /** An end of a capture, a window or what is not released: one more place follows the last event. */
  end(ns: number): number {
    const event = this.toEvents(ns);
    return event === this.count ? event + 1 : event;
  }
}
