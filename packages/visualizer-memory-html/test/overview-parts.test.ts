import { describe, expect, it } from 'vitest';
import { finder } from '../client/overview/find.js';
import { HeatColours } from '../client/overview/heat-colours.js';
import { heatRows } from '../client/overview/heat-rows.js';
import type { OverviewModel } from '../client/overview/model.js';
import { TimeMap } from '../client/overview/time-map.js';
import { decideLanguage } from '../src/page-data/language.js';

describe('what is typed to find groups', () => {
  const groups = ['rollout', 'actor_update'].flatMap((role) =>
    [0, 1, 7, 12, 17].map((rank) => ({ role, rank, device: `NPU:${rank % 8}` })),
  );
  const found = (query: string) => {
    const matches = finder(query);
    return groups.filter(matches).map(({ role, rank }) => `${role[0]}${rank}`);
  };
  it.each([
    ['', ['r0', 'r1', 'r7', 'r12', 'r17', 'a0', 'a1', 'a7', 'a12', 'a17']],
    ['7', ['r7', 'a7']],
    ['rank 7', ['r7', 'a7']],
    ['rank7', ['r7', 'a7']],
    ['1,12', ['r1', 'r12', 'a1', 'a12']],
    ['1-12', ['r1', 'r7', 'r12', 'a1', 'a7', 'a12']],
    ['12-1 ROLL', ['r1', 'r7', 'r12']],
    ['npu:1', ['r1', 'r17', 'a1', 'a17']],
    ['actor npu:4', ['a12']],
    ['.*', []],
  ])('%j', (query, names) => {
    expect(found(query)).toEqual(names);
  });
});

describe('rows', () => {
  it('are of ranks and devices; roles share a lane unless they are recorded at one time', () => {
    const groups = [
      { rank: 10, device: 'NPU:2', spans: [[0, 10]] },
      { rank: 2, device: 'NPU:10', spans: [[0, 5]] },
      {
        rank: 2,
        device: 'NPU:9',
        spans: [
          [6, 9],
          [20, 30],
        ],
      },
      {
        rank: 2,
        device: 'NPU:9',
        spans: [
          [0, 6],
          [9, 20],
        ],
      },
      { rank: 2, device: 'NPU:9', spans: [[25, 40]] },
      { rank: 2, device: 'NPU:9', spans: [[40, 50]] },
    ];
    const recordings = groups.map(({ spans }) =>
      spans.map(([startNs, endNs]) => ({ startNs, endNs })),
    );
    const model = { groups, recordings } as unknown as OverviewModel;
    expect(heatRows(model, [0, 1, 2, 3, 4, 5])).toEqual([
      { rank: 2, device: 'NPU:9', lanes: [[3, 2, 5], [4]] },
      { rank: 2, device: 'NPU:10', lanes: [[1]] },
      { rank: 10, device: 'NPU:2', lanes: [[0]] },
    ]);
  });
});

describe('the time axis', () => {
  const spans = [
    { left: 0, right: 100 },
    { left: 50, right: 150 },
    { left: 1150, right: 1300 },
  ];
  it('is even when gaps are not shortened', () => {
    const time = new TimeMap(spans, 1300, false);
    expect([0, 130, 650, 1300].map((ns) => time.x(ns))).toEqual([0, 130, 650, 1300]);
    expect(time.isCut).toBe(false);
  });
  it('draws long gaps short, and what was recorded evenly', () => {
    const time = new TimeMap(spans, 612, true);
    expect([0, 150, 1150, 1300].map((ns) => time.x(ns))).toEqual([0, 300, 312, 612]);
    expect(time.cutAt(305)).toMatchObject({ left: 150, right: 1150 });
    expect(time.cutAt(299)).toBeUndefined();
  });
  it('keeps short gaps as they are', () => {
    const time = new TimeMap([spans[0], { left: 104, right: 200 }], 200, true);
    expect(time.x(104)).toBe(104);
  });
  it('leaves room for recordings between very many gaps', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ left: i * 1e6, right: i * 1e6 + 1e3 }));
    const time = new TimeMap(many, 800, false);
    const shortened = new TimeMap(
      many.filter((_, i) => i % 100 === 0),
      800,
      true,
    );
    expect(time.x(999e6 + 1e3)).toBe(800);
    expect(shortened.x(900e6 + 1e3)).toBeCloseTo(800);
  });
});

it.each([false, true])('colours get only darker or only lighter (dark: %s)', (isDark) => {
  const colours = new HeatColours(0, 1000, isDark);
  const lightness = Array.from({ length: 101 }, (_, i) => {
    const pixel = colours.pixel(i * 10);
    return 0.2126 * (pixel & 255) + 0.7152 * ((pixel >> 8) & 255) + 0.0722 * ((pixel >> 16) & 255);
  });
  const sorted = [...lightness].sort((a, b) => (isDark ? a - b : b - a));
  expect(lightness).toEqual(sorted);
  expect(Math.abs(lightness[100] - lightness[0])).toBeGreaterThan(150);
});

it.each([
  ['auto', ['zh-CN', 'en'], 'zh'],
  ['auto', ['zh'], 'zh'],
  ['auto', ['de-DE', 'ZH-TW'], 'zh'],
  ['auto', ['en-GB', 'zh-CN'], 'en'],
  ['auto', ['fr'], 'en'],
  ['en', ['zh-CN'], 'en'],
  ['zh', ['en-US'], 'zh'],
  ['toString', ['zh-CN'], 'zh'],
])('output.language=%s for a reader of %j speaks %s', (asked, preferred, language) => {
  expect(decideLanguage(asked, preferred)).toBe(language);
});
