import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { MIB } from './known-blocks.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { readPng } from './pictures.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let visit: Visit;

beforeAll(async () => {
  const row = { name: 'aten::mm', stack: 'a.py(1): a' };
  const tables = makeTables({
    rows: [
      { ...row, bytes: 100 * MIB, startNs: 0.5e6, heldNs: null, capture: 0 },
      { ...row, bytes: 60 * MIB, startNs: 6.5e6, heldNs: null, capture: 1 },
    ],
    group: {},
    sources: ['a.csv'],
    endNs: 10e6,
    captures: [
      { fromNs: 0, endNs: 4e6, startBytes: 10 * MIB },
      { fromNs: 6e6, endNs: 10e6, startBytes: 80 * MIB },
    ],
  });
  [browser, pages] = await Promise.all([launch(), pagesOfTables(tables)]);
  visit = await Visit.open(browser, pages.entry);
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});

/** How far from grey the usage chart is at a time, at some heights below the levels. */
async function tint(ms: number): Promise<number> {
  await visit.page.mouse.move(5, 5);
  const { bottom, top } = await visit.plot(visit.usage);
  const x = Math.round(await visit.xOf(visit.usage, ms));
  const { pixels, width } = readPng(await visit.page.screenshot());
  let most = 0;
  for (let y = Math.round(top + (bottom - top) * 0.6); y < bottom - 4; y++) {
    const channels = [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    most = Math.max(most, Math.max(...channels) - Math.min(...channels));
  }
  return most;
}

describe('between captures, where nothing was recorded,', () => {
  it.each([
    ['by Plotly', true],
    ['while the range moves', false],
  ])('the area below the line is empty, drawn %s', async (_, isAtRest) => {
    for (const [left, right] of [
      [0, 10],
      [3, 7],
    ]) {
      await visit.page.evaluate(([a, b]) => window.rlInsight.setRange(a, b), [left, right]);
      if (isAtRest) await visit.settled();
      const recorded = [await tint(3.5), await tint(6.8)];
      const between = [await tint(4.2), await tint(5), await tint(5.8)];
      expect(Math.min(...recorded)).toBeGreaterThan(Math.max(...between) + 10);
    }
  });

  it('a click says so', async () => {
    await visit.page.evaluate(() => window.rlInsight.setRange(0, 10));
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.click(await visit.xOf(visit.usage, 5), top + 40);
    await expect.poll(() => seen(visit.holders)).toContain('Nothing was recorded here.');
    expect(await visit.holders.locator('.holder').count()).toBe(0);
  });
});
