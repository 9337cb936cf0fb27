import type { Counters } from '@rl-insight/memory-contract';
import { describe, expect, it } from 'vitest';
import { counterCurves, counterPart } from './counter-lines.js';

/** Samples of one component: time, capture, bytes. */
function counters(
  samples: readonly (readonly [number, number, number])[],
  component = 'PTA',
): Counters {
  const bytes = Float64Array.from(samples, ([, , value]) => value);
  const none = new Float64Array(samples.length).fill(Number.NaN);
  return {
    rows: samples.length,
    timeNs: Float64Array.from(samples, ([time]) => time),
    captureId: Int32Array.from(samples, ([, capture]) => capture),
    component: { codes: new Int32Array(samples.length), values: [component] },
    allocatedBytes: bytes,
    reservedBytes: none,
    activeBytes: none,
  };
}

describe('counters as lines', () => {
  it('leave out reports of the same, but not the last', () => {
    const [line] = counterCurves(
      counters([
        [0, 0, 5],
        [1, 0, 5],
        [2, 0, 7],
        [3, 0, 7],
        [4, 0, 7],
      ]),
    );
    expect([line.component, line.total]).toEqual(['PTA', 'allocated']);
    expect([...line.captures[0].timeNs]).toEqual([0, 2, 4]);
    expect([...line.captures[0].bytes]).toEqual([5, 7, 7]);
  });

  it('are a curve for each capture', () => {
    const [line] = counterCurves(
      counters([
        [0, 0, 5],
        [10, 1, 6],
        [11, 1, 8],
      ]),
    );
    expect(line.captures.map(({ timeNs }) => [...timeNs])).toEqual([[0], [10, 11]]);
  });

  it('leave out the modules of the device', () => {
    expect(counterCurves(counters([[0, 0, 5]], 'module:HCCL'))).toEqual([]);
  });

  it('begin a window with the level that holds there, and are exact', () => {
    const [line] = counterCurves(
      counters([
        [0, 0, 5],
        [10, 0, 6],
        [30, 0, 8],
      ]),
    );
    const { curves, exact } = counterPart(line.captures, { startNs: 15, endNs: 30 });
    expect(exact).toBe(true);
    expect([...curves[0].timeNs]).toEqual([15, 30]);
    expect([...curves[0].bytes]).toEqual([6, 8]);
    expect(counterPart(line.captures, { startNs: 40, endNs: 50 }).curves).toEqual([]);
  });

  it('say that they are thinned where there are very many samples', () => {
    const samples = Array.from(
      { length: 40_000 },
      (_, i) => [i, 0, i === 7777 ? 1e6 : i % 13] as const,
    );
    const [line] = counterCurves(counters(samples));
    const { curves, exact } = counterPart(line.captures, { startNs: 0, endNs: 40_000 });
    expect(exact).toBe(false);
    expect(curves[0].timeNs.length).toBeLessThan(17_000);
    expect(Math.max(...curves[0].bytes)).toBe(1e6);
  });
});
