import { rowsByTime } from '../order.js';
import { ALLOCATOR_EVENTS, type AllocatorEventKind, type AllocatorEvents } from './history.js';

/** Of events at one time whose order is not recorded. Recorded ones have numbers from 0 on. */
const LATE = 2 ** 51;
export const ORDER = {
  /** The memory of a capture is there before anything happens in it. */
  capture: -3,
  /** A segment is there before the block that it was taken for. */
  take: -2,
  /** What is released can be handed out again at the same time. */
  release: -1,
  allocate: LATE,
  /** Of a block that is there for no time. */
  releaseAtOnce: LATE + 1,
  fail: LATE + 2,
  request: LATE + 3,
  /** A segment goes after the last of its blocks. */
  give: LATE + 4,
} as const;

const CODES = new Map(ALLOCATOR_EVENTS.map((kind, code) => [kind, code]));

/** Collects events and puts them in order. */
export class EventList {
  #count = 0;
  #time = new Float64Array(1024);
  #order = new Float64Array(1024);
  #kind = new Uint8Array(1024);
  #subject = new Int32Array(1024);

  /** @param order among those of its time, NaN where it is not recorded: then `otherwise` */
  add(
    kind: AllocatorEventKind,
    subject: number,
    timeNs: number,
    order: number,
    otherwise: number,
  ): void {
    if (this.#count === this.#time.length) this.#grow();
    const place = this.#count++;
    this.#time[place] = timeNs;
    this.#order[place] = Number.isNaN(order) ? otherwise : order;
    this.#kind[place] = CODES.get(kind) ?? 0;
    this.#subject[place] = subject;
  }

  /** O(n) where times spread over their range. */
  inOrder(): AllocatorEvents {
    const order = this.#order;
    const time = this.#time.subarray(0, this.#count);
    const rows = rowsByTime(
      undefined,
      time,
      { at: (place) => order[place] },
      new Int32Array(this.#count),
    );
    const events = {
      timeNs: new Float64Array(rows.length),
      kind: new Uint8Array(rows.length),
      subject: new Int32Array(rows.length),
    };
    for (let i = 0; i < rows.length; i++) {
      events.timeNs[i] = time[rows[i]];
      events.kind[i] = this.#kind[rows[i]];
      events.subject[i] = this.#subject[rows[i]];
    }
    return events;
  }

  #grow(): void {
    const larger = <A extends Float64Array | Uint8Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    const room = this.#time.length * 2;
    this.#time = larger(this.#time, new Float64Array(room));
    this.#order = larger(this.#order, new Float64Array(room));
    this.#kind = larger(this.#kind, new Uint8Array(room));
    this.#subject = larger(this.#subject, new Int32Array(room));
  }
}
