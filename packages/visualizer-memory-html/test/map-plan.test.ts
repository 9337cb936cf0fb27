import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curvePart } from '../client/data/coarse-curve.js';
import type { Stretch } from '../client/data/line.js';
import { momentsOf } from '../client/map/columns.js';
import { durationClasses } from '../client/map/duration-classes.js';
import { MapPlanner } from '../client/map/layout.js';
import { TimeScale } from '../client/view/time-scale.js';

/* Many more blocks than columns, of all lifetimes: what is drawn is found by ways that few blocks never take. */

interface Block {
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
}

const PLACES = 3;
const EXTENT_NS = 1e9;

/** Lifetimes from some ns to all of the time, and sizes from some bytes to a MiB. */
function manyBlocks(seed: number, count: number): Block[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const blocks = Array.from({ length: count }, () => {
    const start = Math.floor(next() * EXTENT_NS);
    const lives = Math.floor(10 ** (9 * next()));
    return { start, end: Math.min(EXTENT_NS, start + lives), bytes: Math.ceil(2 ** (20 * next())) };
  });
  return blocks.sort((a, b) => a.start - b.start);
}

/** The level over time, after all that happens at each moment. */
function levelOf(blocks: readonly Block[]): Stretch {
  const changes = new Map<number, number>([[0, 0]]);
  for (const { start, end, bytes } of blocks) {
    changes.set(start, (changes.get(start) ?? 0) + bytes);
    changes.set(end, (changes.get(end) ?? 0) - bytes);
  }
  const times = [...changes.keys()].sort((a, b) => a - b);
  let level = 0;
  const bytes = Float64Array.from(times, (time) => {
    level += changes.get(time) ?? 0;
    return level;
  });
  const curve = { timeNs: Float64Array.from(times), bytes };
  return { capture: 0, curve, endNs: EXTENT_NS, goesOn: false };
}

function columnsOf(blocks: readonly Block[]) {
  const column = (value: (block: Block) => number) => Float64Array.from(blocks, value);
  return {
    startNs: column(({ start }) => start),
    liveEndNs: column(({ end }) => end),
    bytes: column(({ bytes }) => bytes),
  };
}

const anyView = fc.record({
  seed: fc.nat(),
  count: fc.constantFrom(40, 700, 12_000),
  columns: fc.constantFrom(7, 60, 300),
  left: fc.double({ min: 0, max: 0.9, noNaN: true }),
  share: fc.constantFrom(1, 0.3, 0.02, 0.0001),
});

test('each column has its highest moment, and the blocks that are live then, tall or low', () => {
  const property = fc.property(anyView, ({ seed, count, columns, left, share }) => {
    const blocks = manyBlocks(seed, count);
    const stretch = levelOf(blocks);
    const from = Math.floor(Math.min(left, 1 - share) * EXTENT_NS);
    const scale = new TimeScale({ left: from, right: from + share * EXTENT_NS }, columns);
    const moments = momentsOf([stretch], scale, columns);
    const source = columnsOf(blocks);
    const rows = Int32Array.from(blocks, (_, row) => row);
    const placeOf = Uint8Array.from(rows, (row) => row % PLACES);
    const classes = durationClasses(rows, source);
    const leastBytes = 2 ** 12;
    const plan = new MapPlanner(
      { startNs: source.startNs, classes, placeOf, places: PLACES },
      scale,
      moments,
      leastBytes,
    ).plan();
    const highest = highestOf(stretch, scale, columns);
    for (let column = 0; column < columns; column++) {
      const at = moments.timeNs[column];
      expect(at).not.toBeNaN();
      const live = blocks.filter(({ start, end }) => start <= at && end > at);
      const sum = (some: readonly Block[]) => some.reduce((total, { bytes }) => total + bytes, 0);
      // The moment and its level belong together: nothing is left for what was there before.
      expect(moments.bytes[column]).toBe(sum(live));
      expect(plan.tallBytes[column]).toBe(sum(live.filter(({ bytes }) => bytes >= leastBytes)));
      const low = plan.lowBytes.map((bytes) => bytes[column]);
      const isLow = (row: number) => blocks[row].bytes < leastBytes && live.includes(blocks[row]);
      const lowRows = count <= 700 ? [...rows].filter(isLow) : undefined;
      if (lowRows !== undefined) {
        expect(low).toEqual(
          Array.from({ length: PLACES }, (_, place) =>
            sum(lowRows.filter((row) => placeOf[row] === place).map((row) => blocks[row])),
          ),
        );
      }
      // No peak is lost, and none is further off than the column beside it.
      const near = moments.bytes.subarray(Math.max(0, column - 1), column + 2);
      expect(Math.max(...near)).toBeGreaterThanOrEqual(highest[column]);
      expect(moments.bytes[column]).toBeLessThanOrEqual(highest[column]);
    }
    expect(Math.max(...moments.bytes)).toBe(Math.max(...highest));
    const { row, first, last, count: tall } = plan.blocks;
    for (let i = 0; i < tall; i++) {
      expect(blocks[row[i]].bytes).toBeGreaterThanOrEqual(leastBytes);
      expect(first[i]).toBeLessThanOrEqual(last[i]);
      if (i > 0) expect(row[i]).toBeGreaterThan(row[i - 1]);
    }
  });
  fc.assert(property, { numRuns: 100 });
}, 60_000);

/** The highest level of each column, found without any cleverness. */
function highestOf({ curve }: Stretch, scale: TimeScale, columns: number): number[] {
  const columnNs = (scale.right - scale.left) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = scale.left + column * columnNs;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < curve.timeNs.length && curve.timeNs[i] < from + columnNs; i++) {
      const next = curve.timeNs[i + 1] ?? Number.POSITIVE_INFINITY;
      if (next > from) highest = Math.max(highest, curve.bytes[i]);
    }
    return highest;
  });
}

test('a long curve is read from one with fewer points when it is drawn small', () => {
  const { curve } = levelOf(manyBlocks(1, 60_000));
  const wide = curvePart(curve, 0, EXTENT_NS, 100);
  expect(wide.end - wide.first).toBeLessThan(curve.timeNs.length / 10);
  expect(Math.max(...wide.curve.bytes)).toBe(curve.bytes.reduce((a, b) => Math.max(a, b)));
  const near = curvePart(curve, 4e8, 4e8 + 1e6, 1000);
  expect(near.curve).toBe(curve);
});
