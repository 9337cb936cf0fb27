import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type ExpectedRow, expectedRows, touching } from './expected-rows.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { inkShare, readPng } from './pictures.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let rows: ExpectedRow[];
let visit: Visit;

beforeAll(async () => {
  [browser, pages] = await Promise.all([
    launch(),
    pagesOfCaptures({ capture: { allocations: 800, geAllocations: 40 } }),
  ]);
  rows = expectedRows(pages.groups[0]);
  visit = await Visit.open(browser, pages.entry);
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});

describe.each(['light', 'dark'] as const)('the picture (%s)', (colorScheme) => {
  beforeAll(() => visit.page.emulateMedia({ colorScheme }));

  it('has ink where there are bars and none where there are none, at three zoom levels', async () => {
    const lane = await seen(visit.lanes.locator('.lane-label').first());
    const ofLane = rows.filter(({ name }) => name === lane);
    await visit.startOver();
    const [, end] = await visit.fields();
    const middle = ofLane[Math.floor(ofLane.length / 2)];
    const ranges = [
      [0, end],
      [middle.startMs - 1, middle.startMs + 1],
      [middle.startMs - 0.01, middle.startMs + 0.02],
    ];
    const areas = { bars: 0, empty: 0 };
    for (const [left, right] of ranges) {
      await visit.page.evaluate(([from, to]) => window.rlInsight.setRange(from, to), [left, right]);
      await visit.page.mouse.move(5, 5);
      await visit.page.waitForTimeout(50);
      const { top, bottom } = await visit.lane(lane);
      const plot = await visit.plot(visit.lanes);
      const picture = readPng(await visit.page.screenshot());
      const tenth = (right - left) / 10;
      for (let i = 0; i < 10; i++) {
        const [from, to] = [left + i * tenth, left + (i + 1) * tenth];
        const x = (ms: number) =>
          plot.left + ((ms - left) / (right - left)) * (plot.right - plot.left);
        const area = { left: x(from) + 1, right: x(to) - 1, top: top + 2, bottom: bottom - 2 };
        // What only touches an edge of the area may be drawn beside it.
        const edge = ((right - left) / (plot.right - plot.left)) * 4;
        const ink = inkShare(picture, area);
        if (touching(ofLane, from + edge, to - edge).length > 0) {
          expect(ink).toBeGreaterThan(0.002);
          areas.bars++;
        } else if (touching(ofLane, from - edge, to + edge).length === 0) {
          expect(ink).toBe(0);
          areas.empty++;
        }
      }
    }
    expect(areas.bars).toBeGreaterThan(10);
  });

  it('has lines in the usage chart and its slider', async () => {
    await visit.startOver();
    await visit.settled();
    const picture = readPng(await visit.page.screenshot());
    const plot = await visit.plot(visit.usage);
    expect(inkShare(picture, plot)).toBeGreaterThan(0.005);
    const slider = await visit.usage.locator('.rangeslider-bg').boundingBox();
    if (slider === null) throw new Error('there is no range slider');
    const area = {
      left: slider.x,
      right: slider.x + slider.width,
      top: slider.y,
      bottom: slider.y + slider.height,
    };
    expect(inkShare(picture, area)).toBeGreaterThan(0.02);
  });
});
