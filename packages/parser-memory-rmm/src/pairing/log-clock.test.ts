import { describe, expect, test } from 'vitest';
import { LogClock } from './log-clock.js';

describe('times of day', () => {
  const S = 1e9;
  const DAY = 86_400 * S;
  test.each<[string, readonly number[], readonly number[]]>([
    ['go on after midnight', [86_399 * S, 0, S], [86_399 * S, DAY, DAY + S]],
    [
      'go on after each midnight',
      [80_000 * S, 10 * S, 5 * S * 1000, S],
      [80_000 * S, DAY + 10 * S, DAY + 5000 * S, 2 * DAY + S],
    ],
    [
      'never fall: a late row has the time of the one before',
      [5 * S, 4 * S, 6 * S],
      [5 * S, 5 * S, 6 * S],
    ],
    [
      'never fall at midnight either',
      [86_399 * S, 2 * S, 86_398 * S, 3 * S],
      [86_399 * S, DAY + 2 * S, DAY + 2 * S, DAY + 3 * S],
    ],
    ['are those of the row before where there is none', [S, Number.NaN, 2 * S], [S, S, 2 * S]],
  ])('%s', (_, times, expected) => {
    const clock = new LogClock();
    expect(times.map((time) => clock.at(time))).toEqual(expected);
  });
});
