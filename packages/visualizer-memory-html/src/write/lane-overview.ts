import type { Int32View } from '@rl-insight/memory-contract';
import type { Blocks } from '@rl-insight/memory-model';
import type { LaneOverview } from '../page-data/format.js';

/** Parts of a group's time: about as many as a screen has pixels for. */
export const LANE_PARTS = 1024;
/** Operators beyond these, the least in bytes × time, are seen once they are loaded. */
const MOST_LANES = 400;
/** What a part is counted in: sixteenths of an allocation that is there all the time. */
const UNITS = 16;
const ROWS_AT_ONCE = 4096;

interface Span {
  readonly startNs: number;
  readonly endNs: number;
}

/** Operators, largest bytes × time first, and how full the parts of each one's lane are. */
export interface LaneOverviews {
  readonly lanes: readonly LaneOverview[];
  /** {@link LANE_PARTS} for each lane. */
  readonly fill: Float64Array;
}

/** @param goneNs when each block is gone */
export function laneOverviews(
  blocks: Blocks,
  goneNs: Float64Array,
  name: { readonly codes: Int32View; readonly values: readonly string[] },
  span: Span,
): LaneOverviews {
  const weights = weightsOf(blocks, goneNs, name);
  const kept = weights
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.weight - a.weight || a.name - b.name)
    .slice(0, MOST_LANES);
  const laneOfName = new Int32Array(name.values.length + 1).fill(-1);
  kept.forEach((lane, i) => {
    laneOfName[lane.name] = i;
  });
  const fill = new LaneFill(kept.length, span);
  for (let row = 0; row < blocks.rows; row++) {
    const lane = laneOfName[name.codes.at(row) + 1];
    if (lane >= 0) fill.add(lane, blocks.startNs[row], goneNs[row]);
  }
  return {
    lanes: kept.map(({ name, count, bytes }) => ({ name, count, bytes })),
    fill: fill.units(),
  };
}

function weightsOf(
  blocks: Blocks,
  goneNs: Float64Array,
  { codes, values }: { readonly codes: Int32View; readonly values: readonly string[] },
) {
  const all = Array.from({ length: values.length + 1 }, (_, name) => ({
    name,
    count: 0,
    bytes: 0,
    weight: 0,
  }));
  const rows = new Int32Array(ROWS_AT_ONCE);
  const sizes = new Float64Array(ROWS_AT_ONCE);
  for (let begin = 0; begin < blocks.rows; begin += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, blocks.rows - begin);
    for (let i = 0; i < count; i++) rows[i] = begin + i;
    blocks.gatherBytes(rows, count, sizes);
    for (let i = 0; i < count; i++) {
      const row = begin + i;
      const of = all[codes.at(row) + 1];
      of.count++;
      of.bytes += sizes[i];
      of.weight += sizes[i] * (goneNs[row] - blocks.startNs[row]);
    }
  }
  return all;
}

/** Adds up how long allocations are there in each part of each lane. */
class LaneFill {
  readonly #startNs: number;
  readonly #partNs: number;
  /** How much of each part is filled by those that do not fill it… */
  readonly #partly: Float64Array;
  /** …and by how many more than the part before it is filled wholly. */
  readonly #change: Float64Array;

  constructor(lanes: number, { startNs, endNs }: Span) {
    this.#startNs = startNs;
    this.#partNs = Math.max(1, endNs - startNs) / LANE_PARTS;
    this.#partly = new Float64Array(lanes * LANE_PARTS);
    this.#change = new Float64Array(lanes * LANE_PARTS);
  }

  add(lane: number, beginNs: number, goneNs: number): void {
    const from = this.#place(beginNs);
    const to = this.#place(goneNs);
    const first = Math.floor(from);
    const last = Math.floor(to);
    const base = lane * LANE_PARTS;
    // Even what was there for no time has been there.
    if (first === last) this.#partly[base + first] += Math.max(to - from, 1e-9);
    else {
      this.#partly[base + first] += first + 1 - from;
      this.#partly[base + last] += to - last;
      this.#change[base + first + 1]++;
      this.#change[base + last]--;
    }
  }

  units(): Float64Array {
    const units = this.#partly;
    let whole = 0;
    for (let i = 0; i < units.length; i++) {
      if (i % LANE_PARTS === 0) whole = 0;
      whole += this.#change[i];
      // Sums of fractions are a little off: what is as good as whole is whole.
      const filled = units[i] + whole;
      units[i] = filled > 0 ? Math.max(1, Math.ceil(filled * UNITS - 1e-6)) : 0;
    }
    return units;
  }

  #place(ns: number): number {
    const place = (ns - this.#startNs) / this.#partNs;
    return Math.min(LANE_PARTS - 1e-6, Math.max(0, place));
  }
}
