import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { BEFORE, BLOCKS, levelAt, liveAt, MIB, pagesOfBlocks } from './known-blocks.js';
import type { MadePages } from './made-pages.js';
import { readPng } from './pictures.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let visit: Visit;

/** As in map/map-chart.ts: above the highest level, and room for it. */
const TOP_PX = 6;
const HEADROOM = 1.04;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launch(), pagesOfBlocks()]);
  visit = await Visit.open(browser, pages.entry);
  await visit.settled();
  await visit.page.keyboard.press('m');
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(() => visit.startOver());

/** Where a level is on the map when the whole capture is in view. */
async function pointAt(ms: number, bytes: number) {
  const { top, bottom } = await visit.plot(visit.map);
  const height = bottom - top - TOP_PX;
  const y = bottom - (bytes / (512 * MIB * HEADROOM)) * height;
  return { x: await visit.xOf(visit.map, ms), y };
}

/** The middle of a block at a time: the oldest is at the bottom. */
async function middleOf(block: number, ms: number) {
  const below = liveAt(ms).filter((i) => i < block);
  const base = below.reduce((sum, i) => sum + BLOCKS[i].mib * MIB, BEFORE);
  return pointAt(ms, base + (BLOCKS[block].mib * MIB) / 2);
}

describe('the memory map', () => {
  it('takes the place of the bars, and gives it back', async () => {
    expect(await visit.map.isVisible()).toBe(true);
    expect(await visit.lanes.isVisible()).toBe(false);
    await visit.part('chart-lanes').click();
    expect(await visit.map.isVisible()).toBe(false);
    expect(await visit.lanes.isVisible()).toBe(true);
    await visit.part('chart-map').click();
    expect(await visit.part('chart-map').getAttribute('aria-pressed')).toBe('true');
  });

  it('has live bytes for its outline', async () => {
    const picture = readPng(await visit.page.screenshot());
    const { top, bottom } = await visit.plot(visit.map);
    const isInk = (x: number, y: number) => {
      const at = (Math.round(y) * picture.width + Math.round(x)) * 4;
      const channels = [...picture.pixels.subarray(at, at + 3)];
      return Math.max(...channels) - Math.min(...channels) > 40;
    };
    for (const ms of [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]) {
      const { x, y } = await pointAt(ms, levelAt(ms));
      let outline = top;
      while (outline < bottom && !isInk(x, outline)) outline++;
      expect(Math.abs(outline - y), `the outline at ${ms} ms`).toBeLessThanOrEqual(2);
    }
  });

  it.each([
    [0, 5.5],
    [1, 5.5],
    [3, 5.5],
    [2, 3.5],
    [4, 8.5],
  ])('tells under the pointer what block %d is', async (block, ms) => {
    const { x, y } = await middleOf(block, ms);
    await visit.page.mouse.move(x, y);
    const { name, mib, from } = BLOCKS[block];
    const size = `${mib}.00 MiB (${(mib * MIB).toLocaleString('en-US')} bytes)`;
    await expect.poll(() => seen(visit.tooltip)).toContain(size);
    const text = await seen(visit.tooltip);
    expect(text).toContain(name);
    expect(text).toContain(`${from} ms`);
  });

  it('stands on what was there before the capture', async () => {
    const { x, y } = await pointAt(5.5, BEFORE / 2);
    await visit.page.mouse.move(x, y);
    await expect.poll(() => seen(visit.tooltip)).toContain('There before the capture');
    expect(await seen(visit.tooltip)).toContain('64.00 MiB (67,108,864 bytes)');
  });

  it('says nothing above the outline', async () => {
    const { x, y } = await pointAt(7.5, levelAt(7.5) + 60 * MIB);
    await visit.page.mouse.move(x, y);
    expect(await visit.tooltip.isVisible()).toBe(false);
  });

  it('opens the panel of a block on a click', async () => {
    const { x, y } = await middleOf(1, 4.5);
    await visit.page.mouse.click(x, y);
    await expect.poll(() => seen(visit.panel)).toContain('allocation 1');
    expect(await seen(visit.panel)).toContain('134,217,728 bytes');
  });

  it('is zoomed with the wheel and moved with a drag as the bars are', async () => {
    const { x, y } = await middleOf(0, 5);
    await visit.page.mouse.move(x, y);
    await visit.page.mouse.wheel(0, -400);
    await expect.poll(async () => (await visit.fields())[0]).toBeGreaterThan(1);
    const [from] = await visit.fields();
    await visit.drag({ x, y }, { x: x - 100, y });
    expect((await visit.fields())[0]).toBeGreaterThan(from);
    await visit.page.mouse.dblclick(x, y);
    await expect.poll(() => visit.fields()).toEqual([0, 10]);
  });
});
