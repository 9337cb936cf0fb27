import { describe, expect, it } from 'vitest';
import { Random } from './random.js';

describe('Random', () => {
  it('gives the numbers of a reference implementation of xoshiro128**', () => {
    const random = new Random('fixed');
    expect([random.next(), random.next(), random.next()]).toEqual([
      2967777271, 4223974861, 2193415974,
    ]);
  });

  it('gives other numbers for another seed and for a fork', () => {
    const first = (random: Random): number => random.next();
    const seeds = [new Random(1), new Random(2), new Random(1).fork('a'), new Random(1).fork('b')];
    expect(new Set(seeds.map(first)).size).toBe(4);
  });

  it('is not shifted by what a fork draws', () => {
    const plain = new Random(5);
    const forking = new Random(5);
    forking.fork('x').next();
    expect(forking.next()).toBe(plain.next());
  });

  it('spreads evenly', () => {
    const random = new Random(3);
    const counts = new Array<number>(8).fill(0);
    for (let draw = 0; draw < 80_000; draw++) {
      const value = random.below(8);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    let hits = 0;
    for (let draw = 0; draw < 10_000; draw++) if (random.chance(0.1)) hits++;
    expect(Math.abs(hits - 1000)).toBeLessThan(120);
  });
});
