import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { pageOf, seen } from './visit.js';

let browser: Browser;
let pages: MadePages;
let page: Page;

beforeAll(async () => {
  const capture = { allocations: 6000, geAllocations: 10 };
  [browser, pages] = await Promise.all([launch(), pagesOfCaptures({ capture })]);
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

describe('a folder that files are missing from', () => {
  it('still shows what is there, and says what is not', async () => {
    await rm(join(pages.folder, 'detail_data_01.js'));
    await page.goto(`file://${pageOf(pages.folder, 0)}`);
    await page.evaluate(() => window.rlInsight.ready);
    await page.locator('[data-testid="range-right"]').fill('100000');
    await page.locator('[data-testid="range-right"]').press('Enter');
    const trouble = page.locator('.trouble');
    await expect.poll(() => seen(trouble)).toContain('detail_data_01.js is missing');
    const failed = page.evaluate(() => window.rlInsight.setRange(0, 90_000));
    await expect(failed).rejects.toThrow('could not be loaded');
  });

  it('says that its own data is missing', async () => {
    await page.goto(`file://${pageOf(pages.folder, 1)}`);
    await expect.poll(() => seen(page.locator('.broken'))).toContain('detail_data_01.js');
  });

  it('says that data of another version is beside it', async () => {
    const group = join(pages.folder, 'assets', 'group-all.js');
    await writeFile(group, 'rlInsightGroup({ "version": 99 });');
    await page.goto(`file://${pageOf(pages.folder, 0)}`);
    await expect.poll(() => seen(page.locator('.broken'))).toContain('version 99');
    await rm(group);
    await page.reload();
    await expect.poll(() => seen(page.locator('.broken'))).toContain('group-all.js is missing');
  });

  it('says that Plotly is missing', async () => {
    await rm(join(pages.folder, 'assets', 'plotly.min.js'));
    await page.goto(`file://${pageOf(pages.folder, 0)}`);
    await expect.poll(() => seen(page.locator('.broken'))).toContain('is missing');
  });
});
