import type { AllocationStore } from '../data/allocation-store.js';
import type { TimeScale } from '../view/time-scale.js';
import type { DeepRow, Lane, LaneRow } from './lane.js';
import { type LaneLayout, rowAt } from './lane-layout.js';
import { CELL_PX, visitRow } from './row-marks.js';

/** What is under the pointer. */
export type Hit =
  | { readonly kind: 'one'; readonly lane: Lane; readonly allocation: number }
  /** Several that are drawn as one mark. */
  | {
      readonly kind: 'several';
      readonly lane: Lane;
      readonly allocations: readonly number[];
      /** Because they are narrow, or because they lie over each other. */
      readonly why: 'narrow' | 'deep';
    }
  | { readonly kind: 'lane'; readonly lane: Lane };

/** A hand need not be exact to the pixel. */
const NEAR_PX = 2;

/** What is drawn at a place of the lanes' area; undefined below the last lane. */
export function hitAt(
  store: AllocationStore,
  lanes: readonly Lane[],
  layout: LaneLayout,
  scale: TimeScale,
  x: number,
  y: number,
): Hit | undefined {
  const place = layout.at(y);
  if (place < 0) return undefined;
  const lane = lanes[place];
  const inLane = y - layout.tops[place];
  const row = rowAt(lane, inLane);
  if (row === undefined) return { kind: 'lane', lane };
  const hit =
    row < lane.rows.length
      ? hitInRow(lane, lane.rows[row], scale, x)
      : lane.deep && hitInDeepRow(store, lane, lane.deep, scale, x);
  return hit ?? { kind: 'lane', lane };
}

/** Visits what is near a pixel and keeps what is nearest to it. */
class Nearest<Found> {
  found: Found | undefined;
  #distance = NEAR_PX + 0.001;
  readonly #x: number;

  constructor(x: number) {
    this.#x = x;
  }

  offer(from: number, to: number, found: () => Found): void {
    const distance = Math.max(from - this.#x, this.#x - to, 0);
    if (distance >= this.#distance) return;
    this.#distance = distance;
    this.found = found();
  }
}

function hitInRow(lane: Lane, row: LaneRow, scale: TimeScale, x: number): Hit | undefined {
  const nearest = new Nearest<Hit>(x);
  const [fromNs, toNs] = around(scale, x);
  visitRow(row, scale, fromNs, toNs, {
    bar: (i) =>
      nearest.offer(scale.x(row.start[i]), scale.x(row.end[i]), () => ({
        kind: 'one',
        lane,
        allocation: row.index[i],
      })),
    dense: (first, end, from, to) =>
      nearest.offer(scale.x(from), scale.x(to), () => ({
        kind: 'several',
        lane,
        allocations: [...row.index.subarray(first, end)],
        why: 'narrow',
      })),
  });
  return nearest.found;
}

function hitInDeepRow(
  store: AllocationStore,
  lane: Lane,
  row: DeepRow,
  scale: TimeScale,
  x: number,
): Hit | undefined {
  const nearest = new Nearest<Hit>(x);
  const [fromNs, toNs] = around(scale, x);
  const between = (left: number, right: number, why: 'narrow' | 'deep'): Hit => {
    const allocations: number[] = [];
    for (const member of row.members) {
      if (store.startNs[member] > right) break;
      if (store.endNs[member] >= left) allocations.push(member);
    }
    if (allocations.length === 1) return { kind: 'one', lane, allocation: allocations[0] };
    return { kind: 'several', lane, allocations, why };
  };
  visitRow(row, scale, fromNs, toNs, {
    bar: (i) =>
      row.depth[i] > 0 &&
      nearest.offer(scale.x(row.start[i]), scale.x(row.end[i]), () => {
        const middle = (row.start[i] + row.end[i]) / 2;
        return between(middle, middle, 'deep');
      }),
    dense: (_first, _end, from, to) =>
      nearest.offer(scale.x(from), scale.x(to), () => between(from, to, 'narrow')),
  });
  return nearest.found;
}

/** The time around a pixel; a little more, so that cells are cut where the painter cuts them. */
function around(scale: TimeScale, x: number): [number, number] {
  const cell = CELL_PX * scale.nsPerPx;
  const from = Math.floor(scale.ns(x - NEAR_PX) / cell) * cell;
  return [Math.max(scale.left, from), scale.ns(x + NEAR_PX + CELL_PX)];
}
