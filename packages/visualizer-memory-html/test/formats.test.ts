import { describe, expect, it } from 'vitest';
import { timeTicks } from '../client/axis/time-ticks.js';
import { byteTicks, formatBytes, fullBytes } from '../client/format/bytes.js';
import { absoluteNs, exactMs, formatDuration, parseMs, utcText } from '../client/format/time.js';
import { middleEllipsis } from '../client/lanes/middle-ellipsis.js';
import { channelsOf } from '../client/style/channels.js';
import { FIRST_CHOICES } from '../client/view/choices.js';
import { rangeHash, readHash, viewHash } from '../client/view/view-hash.js';

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1.00 KiB'],
    [2_097_152, '2.00 MiB'],
    [10_782_243_840, '10.04 GiB'],
  ])('%d', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('are given exactly as well', () => {
    expect(fullBytes(1_322_299_392)).toBe('1.23 GiB (1,322,299,392 bytes)');
    expect(fullBytes(512)).toBe('512 bytes');
  });

  it('have round ticks of one unit', () => {
    const texts = byteTicks(0, 10.5 * 1024 ** 3, 5).map(({ text }) => text);
    expect(texts).toEqual(['0 GiB', '5 GiB', '10 GiB']);
    expect(byteTicks(0, 900, 3).map(({ text }) => text)).toEqual(['0 B', '500 B']);
  });
});

describe('times', () => {
  it.each([
    [0, '0'],
    [1, '0.000001'],
    [-1_500_000, '-1.5'],
    [41_723_180, '41.72318'],
    [151_491_310_310, '151491.31031'],
  ])('%d ns are exact in ms', (ns, text) => {
    expect(exactMs(ns)).toBe(text);
    expect(parseMs(text)).toBe(ns);
  });

  it('are read as people write them, and nothing else is', () => {
    expect(parseMs(' 1,234.5 ms')).toBe(1_234_500_000);
    expect(parseMs('.5')).toBe(500_000);
    for (const text of ['', 'ms', '1e3', '1.2.3', 'soon', '-', '.']) {
      expect(parseMs(text)).toBeUndefined();
    }
  });

  it('have the unit they are best read in', () => {
    expect(formatDuration(94)).toBe('94 ns');
    expect(formatDuration(94_230)).toBe('94.23 µs');
    expect(formatDuration(2_654_100)).toBe('2.654 ms');
    expect(formatDuration(151_491_310_310)).toBe('151.491 s');
  });

  it('are absolute to the nanosecond', () => {
    expect(absoluteNs('1779785515596661420', 7)).toBe('1779785515596661427');
    expect(utcText('1779785515596661427')).toBe('2026-05-26T08:51:55.596661427Z');
  });

  it('have round ticks that leave room for their labels', () => {
    for (const [left, right] of [
      [0, 41_723_180],
      [13_010_000, 13_050_000],
      [1_234_567_890, 1_234_567_990],
      [0, 151_491_310_310],
    ]) {
      const ticks = timeTicks(left, right, 1000);
      expect(ticks.length).toBeGreaterThan(2);
      const px = 1000 / (right - left);
      ticks.slice(1).forEach((tick, i) => {
        expect((tick.ns - ticks[i].ns) * px).toBeGreaterThan(tick.text.length * 6.5);
        expect(tick.text).not.toBe(ticks[i].text);
      });
    }
    expect(timeTicks(0, 151_491_310_310, 1000)[0].text).toBe('0 s');
  });
});

describe('colours of a style sheet', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#e4e7ea', [228, 231, 234, 1]],
    ['#0008', [0, 0, 0, 136 / 255]],
    ['#1d232806', [29, 35, 40, 6 / 255]],
    ['rgb(29 35 40 / 0.025)', [29, 35, 40, 0.025]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
  ])('%s', (colour, channels) => expect(channelsOf(colour)).toEqual(channels));
});

describe('a view', () => {
  it('of a range goes into an address and out of it', () => {
    const range = { left: -5_000_001, right: 1_779_785_515_596 };
    expect(readHash(rangeHash(range)).range).toEqual(range);
    for (const hash of ['', '#', '#range=5,4', '#range=a,b', '#range=1']) {
      expect(readHash(hash).range).toBeUndefined();
    }
  });

  it('with all that can be chosen goes into an address and out of it', () => {
    const range = { left: 1_234_567, right: 9_000_000 };
    const choices = {
      chart: 'map',
      colour: 'lifetime',
      holders: 'stack',
      moment: { kind: 'between', fromNs: 5, toNs: 2_000_000 },
      search: {
        text: 'aten::mm & b=c#?%',
        leastBytes: 4096,
        leastHeldNs: 1500,
        thread: 2,
        stream: 1,
        unreleasedOnly: true,
      },
      drawer: 'failures',
      scope: 'step #/a\\/b & c',
      failure: 3,
      segments: 'size',
      steps: 'failures',
      axis: 'events',
    } as const;
    const hash = viewHash(range, choices, 17);
    expect(readHash(hash)).toEqual({ range, choices, selected: 17 });
    expect(viewHash(undefined, FIRST_CHOICES, undefined)).toBe('');
  });

  it('keeps the first and the only moment of an address as they are', () => {
    for (const moment of [
      { kind: 'unreleased' },
      { kind: 'time', ns: 0 },
      { kind: 'time', ns: 1500, thread: '140' },
      { kind: 'time', ns: 1500, event: 7 },
    ] as const) {
      const hash = viewHash(undefined, { ...FIRST_CHOICES, moment }, 0);
      expect(readHash(hash)).toMatchObject({ choices: { moment }, selected: 0 });
    }
  });

  it('is as a page opens where an address says nothing, or nothing that there is', () => {
    const first = readHash('');
    expect(first.selected).toBeUndefined();
    const wrong =
      '#range=2,1&at=soon&by=size&chart=pie&colour=red&allocation=-1&size=-5&find=%E0%A4%A&below=x&scope=&failure=-1';
    expect(readHash(wrong)).toEqual(first);
  });
});

describe('names', () => {
  it('lose their middle where there is no room', () => {
    const measure = (text: string) => text.length;
    expect(middleEllipsis('aten::mm', 20, measure)).toBe('aten::mm');
    expect(middleEllipsis('aten::max_pool2d_with_indices_backward', 15, measure)).toBe(
      'aten::m…ackward',
    );
  });
});
