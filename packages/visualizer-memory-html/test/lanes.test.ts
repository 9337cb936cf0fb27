import { describe, expect, it } from 'vitest';
import { AllocationStore } from '../client/data/allocation-store.js';
import { buildLanes } from '../client/lanes/build-lanes.js';
import { hitAt } from '../client/lanes/hit.js';
import { type Lane, MAX_ROWS } from '../client/lanes/lane.js';
import { LaneLayout, rowHeight, rowTop } from '../client/lanes/lane-layout.js';
import { CELL_PX, visitRow } from '../client/lanes/row-marks.js';
import { TimeScale } from '../client/view/time-scale.js';
import { ALLOCATION_COLUMNS } from '../src/page-data/format.js';

/** A store of allocations of one operator: when each begins and ends. */
function storeOf(spans: readonly (readonly [number, number])[]): AllocationStore {
  const rows = spans.length;
  const texts = {
    names: ['aten::mm'],
    allocators: [],
    threads: [],
    streams: [],
    scopes: [],
    frames: [],
  };
  const stacks = { rows: 0, columns: [], base64: '' };
  const store = new AllocationStore({ rows, captures: [], texts: { ...texts, stacks } });
  const columns: Record<string, Float64Array | Int32Array> = {};
  for (const { name } of ALLOCATION_COLUMNS) columns[name] = new Int32Array(rows);
  store.add({
    ...columns,
    index: Int32Array.from(spans, (_, i) => i),
    start: Float64Array.from(spans, ([start]) => start),
    end: Float64Array.from(spans, ([, end]) => end),
    name: new Int32Array(rows).fill(1),
    bytes: new Float64Array(rows).fill(10),
  });
  return store;
}

function lane(spans: readonly (readonly [number, number])[]): [AllocationStore, Lane] {
  const store = storeOf(spans);
  const source = {
    startNs: store.startNs,
    endNs: store.endNs,
    bytes: store.bytes,
    name: Int32Array.from(store.name),
    isLoaded: new Uint8Array(spans.length).fill(1),
  };
  const [parts] = buildLanes(source);
  return [store, { ...parts, title: 'aten::mm' }];
}

/** The marks of a row: `b` a bar with its place, `d` a cell with how many it holds. */
function marks(
  spans: readonly (readonly [number, number])[],
  left: number,
  right: number,
  width: number,
) {
  const [, { rows }] = lane(spans);
  const found: string[] = [];
  visitRow(rows[0], new TimeScale({ left, right }, width), left, right, {
    bar: (place) => found.push(`b${place}`),
    dense: (first, end) => found.push(`d${end - first}`),
  });
  return found;
}

describe('a lane', () => {
  it('puts what does not overlap into one row', () => {
    const [, { rows, deep }] = lane([
      [0, 10],
      [10, 20],
      [25, 30],
    ]);
    expect(rows.map(({ index }) => [...index])).toEqual([[0, 1, 2]]);
    expect(deep).toBeUndefined();
  });

  it('puts what overlaps into rows below', () => {
    const [, { rows }] = lane([
      [0, 10],
      [5, 20],
      [8, 12],
      [10, 30],
    ]);
    expect(rows.map(({ index }) => [...index])).toEqual([[0, 3], [1], [2]]);
  });

  it('counts in its last row how deep it is there', () => {
    const spans = Array.from({ length: 6 }, (_, i) => [i, 100 - i] as const);
    const [, { rows, deep, count, bytes }] = lane(spans);
    expect(rows.length).toBe(MAX_ROWS - 1);
    expect([...(deep?.members ?? [])]).toEqual([3, 4, 5]);
    expect([...(deep?.start ?? [])]).toEqual([3, 4, 5, 95, 96]);
    expect([...(deep?.end ?? [])]).toEqual([4, 5, 95, 96, 97]);
    expect([...(deep?.depth ?? [])]).toEqual([1, 2, 3, 2, 1]);
    expect([count, bytes]).toEqual([6, 60]);
  });

  it('has no depth where nothing is there between two that overlap too deeply', () => {
    const held = Array.from({ length: MAX_ROWS - 1 }, () => [0, 100] as const);
    const [, { deep }] = lane([...held, [10, 20], [10, 20], [40, 50], [40, 50]]);
    const stretches = [...(deep?.depth ?? [])].map((depth, i) => [
      deep?.start[i],
      deep?.end[i],
      depth,
    ]);
    expect(stretches).toEqual([
      [10, 20, 2],
      [20, 40, 0],
      [40, 50, 2],
    ]);
  });

  it('keeps allocations of no length, in whichever row', () => {
    const spans = [
      ...Array.from({ length: 4 }, () => [0, 100] as const),
      [50, 50],
      [120, 120],
    ] as const;
    const [, { rows, deep }] = lane(spans);
    const kept = rows.flatMap(({ index }) => [...index]).concat([...(deep?.members ?? [])]);
    expect(kept.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('what is drawn of a row', () => {
  const dense = Array.from({ length: 1000 }, (_, i) => [i * 10, i * 10 + 5] as const);

  it('is each bar where there is room', () => {
    expect(marks(dense, 0, 100, 1000)).toEqual(Array.from({ length: 11 }, (_, i) => `b${i}`));
  });

  it('is what they add up to where there is none, and none is lost', () => {
    const found = marks(dense, 0, 10_000, 500);
    expect(found.length).toBeLessThanOrEqual(500 / CELL_PX + 1);
    const held = found.map((mark) => (mark.startsWith('d') ? Number(mark.slice(1)) : 1));
    expect(held.reduce((sum, count) => sum + count, 0)).toBe(1000);
  });

  it('keeps a wide bar among narrow ones', () => {
    const spans = [...dense.slice(0, 100), [1000, 4000] as const, [4000, 4001] as const];
    expect(marks(spans, 0, 10_000, 500)).toContain('b100');
  });
});

describe('what is under the pointer', () => {
  const scale = new TimeScale({ left: 0, right: 1000 }, 1000);

  function hit(spans: readonly (readonly [number, number])[], x: number, row: number) {
    const [store, made] = lane(spans);
    const y = rowTop(made, row) + rowHeight(made, row) / 2;
    return hitAt(store, [made], new LaneLayout([made]), scale, x, y);
  }

  it('is the bar, even one of no length', () => {
    const spans = [
      [100, 200],
      [300, 300],
    ] as const;
    expect(hit(spans, 150, 0)).toMatchObject({ kind: 'one', allocation: 0 });
    expect(hit(spans, 301, 0)).toMatchObject({ kind: 'one', allocation: 1 });
    expect(hit(spans, 250, 0)).toMatchObject({ kind: 'lane' });
  });

  it('is all that lie over each other', () => {
    const spans = Array.from({ length: 6 }, (_, i) => [100 + i, 500] as const);
    expect(hit(spans, 300, 3)).toMatchObject({
      kind: 'several',
      why: 'deep',
      allocations: [3, 4, 5],
    });
    expect(hit(spans, 300, 1)).toMatchObject({ kind: 'one', allocation: 1 });
  });

  it('is all that are too narrow to tell apart', () => {
    const spans = Array.from({ length: 8 }, (_, i) => [100 + i * 0.2, 100.1 + i * 0.2] as const);
    expect(hit(spans, 101, 0)).toMatchObject({ kind: 'several', why: 'narrow' });
  });

  it('is nothing below the last lane', () => {
    const [store, made] = lane([[0, 10]]);
    expect(hitAt(store, [made], new LaneLayout([made]), scale, 5, 500)).toBeUndefined();
  });
});
