import { describe, expect, it } from 'vitest';
import { clipStretches, joinStretches, type Stretch, stretchLevelAt } from '../client/data/line.js';
import { drawnLine, levelsIn, withEmptyGaps } from '../client/usage/draw-line.js';

function stretch(
  points: readonly (readonly [number, number])[],
  endNs: number,
  capture = 0,
): Stretch {
  return {
    capture,
    endNs,
    goesOn: false,
    curve: {
      timeNs: Float64Array.from(points, ([time]) => time),
      bytes: Float64Array.from(points, ([, bytes]) => bytes),
    },
  };
}

describe('a line', () => {
  const first = stretch(
    [
      [0, 10],
      [5, 20],
    ],
    8,
  );
  const second = stretch(
    [
      [8, 20],
      [9, 5],
    ],
    12,
  );
  const later = stretch([[20, 7]], 25, 1);

  it('is joined where stretches of a capture touch, and cut between captures', () => {
    const joined = joinStretches([first, second, later]);
    expect(joined.map(({ goesOn }) => goesOn)).toEqual([false, true, false]);
    const { x, y } = drawnLine(joined, { left: 0, right: 30 }, 100);
    expect(x.filter((_, i) => y[i] === null)).toEqual([20]);
  });

  it('has a level where it is known, and none in gaps', () => {
    const line = joinStretches([first, second, later]);
    expect([4, 5, 8.5, 12].map((time) => stretchLevelAt(line, time))).toEqual([10, 20, 20, 5]);
    for (const time of [-1, 15, 26]) expect(stretchLevelAt(line, time)).toBeNaN();
  });

  it('begins a part of it with the level that holds there', () => {
    const [part] = clipStretches([first], 6, 7);
    expect([...part.curve.timeNs]).toEqual([6]);
    expect([...part.curve.bytes]).toEqual([20]);
    expect(levelsIn([first, second], { left: 6, right: 8.5 })).toEqual({ low: 20, high: 20 });
    expect(levelsIn([first], { left: 30, right: 40 })).toBeUndefined();
  });

  it('is drawn to its end, with gaps between captures', () => {
    const { x, y } = drawnLine([first, later], { left: 0, right: 30 }, 100);
    expect(x).toEqual([0, 5, 8, 20, 20, 25]);
    expect(y.filter((level) => level === null).length).toBe(1);
    expect(y.at(-1)).toBe(7);
  });

  it('leads the area below it down to zero and up again where there is a gap', () => {
    const { x, y } = withEmptyGaps({ x: [0, 8, 20, 20, 25], y: [10, 20, null, 7, 7] });
    expect(x).toEqual([0, 8, 8, 8, 8, 20, 20, 20, 25]);
    expect(y).toEqual([10, 20, null, 0, null, 0, null, 7, 7]);
  });

  it('keeps every peak when it is thinned', () => {
    const points = Array.from(
      { length: 50_000 },
      (_, i) => [i, i === 31_234 ? 999 : i % 7] as const,
    );
    const line = [stretch(points, 50_000)];
    const { x, y } = drawnLine(line, { left: 0, right: 50_000 }, 1000);
    expect(x.length).toBeLessThan(1200);
    expect(Math.max(...y.map(Number))).toBe(999);
    const close = drawnLine(line, { left: 31_000, right: 31_400 }, 1000);
    const inside = close.x.filter((time) => time >= 31_000 && time <= 31_400);
    expect(new Set(inside).size).toBe(401);
  });
});
