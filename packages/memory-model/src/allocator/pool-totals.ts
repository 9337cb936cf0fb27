import type { LiveSegments } from './live-segments.js';
import { type PoolSums, SPAN, type SpanSums } from './state-types.js';

interface Totals {
  readonly stream: number;
  readonly pool: number;
  segments: number;
  readonly bytes: Float64Array;
  largest: number;
}

/** Adds up spans by stream and pool of their segments. */
export class PoolTotals {
  readonly #totals: Totals[] = [];
  readonly #ofSegment: Int32Array;

  constructor(segments: LiveSegments) {
    const { count, stream, pool } = segments;
    const places = new Map<string, number>();
    this.#ofSegment = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const key = `${stream[i]},${pool[i]}`;
      let place = places.get(key);
      if (place === undefined) {
        place = this.#totals.length;
        places.set(key, place);
        this.#totals.push(totals(stream[i], pool[i]));
      }
      this.#totals[place].segments++;
      this.#ofSegment[i] = place;
    }
  }

  add(segment: number, kind: number, bytes: number): void {
    const own = this.#totals[this.#ofSegment[segment]];
    own.bytes[kind] += bytes;
    if (kind === SPAN.free && bytes > own.largest) own.largest = bytes;
  }

  /** By stream, then pool; which of them each segment is of; and all together. */
  inOrder(): { lists: PoolSums[]; placeOf: Int32Array; all: SpanSums } {
    const order = this.#totals
      .map((_, place) => place)
      .sort((a, b) => {
        const [first, second] = [this.#totals[a], this.#totals[b]];
        return first.stream - second.stream || first.pool - second.pool;
      });
    const newPlace = new Int32Array(order.length);
    order.forEach((place, i) => {
      newPlace[place] = i;
    });
    const all = totals(-1, -1);
    for (const { bytes, largest } of this.#totals) {
      bytes.forEach((sum, kind) => {
        all.bytes[kind] += sum;
      });
      all.largest = Math.max(all.largest, largest);
    }
    return {
      lists: order.map((place) => {
        const { stream, pool, segments } = this.#totals[place];
        return { stream, pool, segments, ...sums(this.#totals[place]) };
      }),
      placeOf: this.#ofSegment.map((place) => newPlace[place]),
      all: sums(all),
    };
  }
}

function totals(stream: number, pool: number): Totals {
  return { stream, pool, segments: 0, bytes: new Float64Array(4), largest: 0 };
}

function sums({ bytes, largest }: Totals): SpanSums {
  return {
    reservedBytes: bytes.reduce((sum, part) => sum + part, 0),
    allocatedBytes: bytes[SPAN.allocated],
    roundingBytes: bytes[SPAN.rounding],
    pendingBytes: bytes[SPAN.pending],
    freeBytes: bytes[SPAN.free],
    largestFreeBytes: largest,
  };
}
