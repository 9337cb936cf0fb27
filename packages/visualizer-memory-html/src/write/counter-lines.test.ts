import { buildTable, Counters, MEMORY_COUNTERS } from '@rl-insight/memory-contract';
import { describe, expect, it } from 'vitest';
import { type CounterWalk, counterWalks } from './counter-lines.js';
import { LinePoints } from './line-points.js';

const text = (value: string, rows: number) => ({ codes: new Int32Array(rows), values: [value] });

/** Samples of one component: time, capture, bytes. */
function counters(
  samples: readonly (readonly [number, number, number])[],
  component = 'PTA',
): Counters {
  const rows = samples.length;
  const int64 = (value: (sample: (typeof samples)[number]) => number) => ({
    values: BigInt64Array.from(samples, (sample) => BigInt(value(sample))),
  });
  const table = buildTable(MEMORY_COUNTERS, rows, {
    role: text('', rows),
    rank_id: { values: new Int32Array(rows) },
    device_type: text('NPU:0', rows),
    capture_id: { values: Int32Array.from(samples, ([, capture]) => capture) },
    time_ns: int64(([time]) => time),
    component: text(component, rows),
    allocated_bytes: int64(([, , bytes]) => bytes),
  });
  return new Counters(table, 0n);
}

/** The points that a window shows, part by part, as [time, bytes]. */
function cut(walk: CounterWalk, startNs: number, endNs: number) {
  const points = new LinePoints();
  const part = walk.cut({ startNs, endNs }, points);
  if (part === undefined) return undefined;
  const ends = [...points.breaks, points.count];
  const parts = ends.map((end, i) => {
    const begin = i === 0 ? 0 : points.breaks[i - 1];
    return Array.from({ length: end - begin }, (_, k) => [
      points.timeNs[begin + k],
      points.value[begin + k],
    ]);
  });
  return { exact: part.exact, parts };
}

describe('counters as lines', () => {
  it('leave out reports of the same, but not the last', () => {
    const [walk] = counterWalks(
      counters([
        [0, 0, 5],
        [1, 0, 5],
        [2, 0, 7],
        [3, 0, 7],
        [4, 0, 7],
      ]),
    );
    expect([walk.component, walk.total]).toEqual(['PTA', 'allocated']);
    expect(cut(walk, 0, 10)?.parts).toEqual([
      [
        [0, 5],
        [2, 7],
        [4, 7],
      ],
    ]);
  });

  it('have a part for each capture', () => {
    const [walk] = counterWalks(
      counters([
        [0, 0, 5],
        [10, 1, 6],
        [11, 1, 8],
      ]),
    );
    expect(cut(walk, 0, 20)?.parts).toEqual([
      [[0, 5]],
      [
        [10, 6],
        [11, 8],
      ],
    ]);
  });

  it('leave out the modules of the device', () => {
    expect(counterWalks(counters([[0, 0, 5]], 'module:HCCL'))).toEqual([]);
  });

  it('begin a window with the level that holds there, and are exact', () => {
    const [walk] = counterWalks(
      counters([
        [0, 0, 5],
        [10, 0, 6],
        [30, 0, 8],
      ]),
    );
    expect(cut(walk, 15, 30)).toEqual({
      exact: true,
      parts: [
        [
          [15, 6],
          [30, 8],
        ],
      ],
    });
    expect(cut(walk, 40, 50)).toBeUndefined();
  });

  it('say that they are thinned where there are very many samples', () => {
    const samples = Array.from(
      { length: 40_000 },
      (_, i) => [i, 0, i === 7777 ? 1e6 : i % 13] as const,
    );
    const [walk] = counterWalks(counters(samples));
    const found = cut(walk, 0, 40_000);
    expect(found?.exact).toBe(false);
    expect(found?.parts[0].length).toBeLessThan(17_000);
    expect(Math.max(...(found?.parts[0] ?? []).map(([, bytes]) => bytes))).toBe(1e6);
  });
});
