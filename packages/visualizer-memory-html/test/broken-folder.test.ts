import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { inkShare, readPng } from './pictures.js';
import { pageOf, seen } from './visit.js';

let browser: Browser;
let pages: MadePages;
let page: Page;
let errors: string[];

beforeAll(async () => {
  const capture = { allocations: 6000, geAllocations: 10, trace: false as const };
  [browser, pages] = await Promise.all([launch(), pagesOfCaptures({ capture })]);
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on('pageerror', (error) => errors.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});
beforeEach(() => {
  errors = [];
});

const part = (testId: string) => page.locator(`[data-testid="${testId}"]`);
const trouble = () => seen(page.locator('.trouble'));

async function open(segment: number, hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`file://${pageOf(pages.folder, segment)}${hash}`);
  await page.evaluate(() => window.rlInsight.ready);
}

// Each takes one more file away.
describe('a folder that files are missing from', () => {
  it('is drawn without Plotly, but for what Plotly has alone, and says so', async () => {
    await rm(join(pages.folder, 'assets', 'plotly.min.js'));
    await open(0);
    await page.evaluate(() => window.rlInsight.settled());
    await expect.poll(trouble).toContain('plotly.min.js is missing');
    for (const range of [undefined, [1, 2], [0.5, 90]] as const) {
      if (range !== undefined)
        await page.evaluate(([left, right]) => window.rlInsight.setRange(left, right), range);
      // Longer than the range has to rest until Plotly is asked to draw.
      await page.waitForTimeout(400);
      const box = await part('usage-chart').locator('.hand').boundingBox();
      if (box === null) throw new Error('there is no usage chart');
      const { x, y, width, height } = box;
      const area = { left: x, right: x + width, top: y, bottom: y + height };
      expect(inkShare(readPng(await page.screenshot()), area)).toBeGreaterThan(0.002);
      await page.mouse.move(x + width / 2, y + 20);
      await expect.poll(() => seen(part('tooltip'))).toContain('Live bytes');
    }
    await part('usage-chart').locator('.hand').click();
    await expect.poll(() => seen(part('holders-panel'))).toContain('What is live at');
    expect(errors).toEqual([]);
  });

  it('shows what is in one segment alone without the file of what is in several, and says so', async () => {
    await rm(join(pages.folder, 'assets', 'group-all-spanning.js'));
    await open(0);
    await page.evaluate(() => window.rlInsight.settled());
    await expect.poll(trouble).toContain('assets/group-all-spanning.js is missing');
    const rows = await page.evaluate(() => window.rlInsight.eventCount);
    await page.evaluate(() => window.rlInsight.setRange(0, 10));
    const visible = await page.evaluate(() => window.rlInsight.visibleCount());
    expect(visible).toBeGreaterThan(0);
    expect(visible).toBeLessThan(rows);
    expect(errors).toEqual([]);
  });

  it('still shows the other segments, and says which file is missing', async () => {
    await rm(join(pages.folder, 'detail_data_01.js'));
    await open(0);
    await expect.poll(trouble).toContain('Segment 1 could not be loaded: detail_data_01.js');
    await page.evaluate(() => window.rlInsight.setRange(0, 5));
    expect(await page.evaluate(() => window.rlInsight.visibleCount())).toBeGreaterThan(0);
    const failed = page.evaluate(() => window.rlInsight.setRange(0, 90_000));
    await expect(failed).rejects.toThrow('could not be loaded');
    const last = await page.evaluate(() => window.rlInsight.eventCount - 1);
    await open(0, `#allocation=${last}`);
    await expect.poll(trouble).toContain('detail_data_01.js');
    expect(errors).toEqual([]);
  });

  it('says the same on the page whose own data are missing, and shows the rest', async () => {
    await open(1, '#range=0,100000');
    await expect.poll(trouble).toContain('detail_data_01.js');
    await page.evaluate(() => window.rlInsight.setRange(0, 5));
    expect(await page.evaluate(() => window.rlInsight.visibleCount())).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  it('takes data of another version for missing', async () => {
    const detail = join(pages.folder, 'detail_data_01.js');
    await writeFile(detail, 'rlInsightWindow({ "version": 99, "window": 1 });');
    await open(0);
    await expect.poll(trouble).toContain('detail_data_01.js is missing or cannot be read');
    expect(errors).toEqual([]);
  });

  it('says why nothing is drawn where what all pages share is of another version, or missing', async () => {
    const group = join(pages.folder, 'assets', 'group-all.js');
    await writeFile(group, 'rlInsightGroup({ "version": 99 });');
    await page.goto(`file://${pageOf(pages.folder, 0)}`);
    await expect.poll(() => seen(page.locator('.broken'))).toContain('version 99');
    await rm(group);
    await page.reload();
    await expect.poll(() => seen(page.locator('.broken'))).toContain('group-all.js is missing');
  });
});
