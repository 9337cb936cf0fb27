import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { pagesOfTables } from './made-pages.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a group with little in it', () => {
  it('of counters alone shows them, and says that there are no allocations', async () => {
    const samples = [1, 5, 3, 4].map((mib, i) => ({
      atNs: i * 1_000_000,
      component: 'APP',
      bytes: mib * 1024 ** 2,
    }));
    const tables = makeTables({
      rows: [],
      samples,
      endNs: 4_000_000,
      group: {},
      sources: ['a.csv'],
    });
    const pages = await pagesOfTables(tables);
    const visit = await Visit.open(browser, pages.entry);
    expect(await visit.page.evaluate(() => window.rlInsight.eventCount)).toBe(0);
    expect(await visit.page.evaluate(() => window.rlInsight.visibleCount())).toBe(0);
    expect(await seen(visit.lanes)).toContain('no allocations');
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.move(await visit.xOf(visit.usage, 1.5), top + 30);
    await expect.poll(() => seen(visit.tooltip)).toContain('5.00 MiB (5,242,880 bytes)');
    await visit.part('allocators').locator('summary').click();
    expect(await seen(visit.part('allocators'))).toContain('No allocator has rows');
    await visit.close();
    await pages.remove();
  });

  it('without anything is still a page', async () => {
    const pages = await pagesOfTables(makeTables({ rows: [], endNs: 0, group: {}, sources: [] }));
    const visit = await Visit.open(browser, pages.entry);
    expect(await seen(visit.lanes)).toContain('no allocations');
    await visit.close();
    await pages.remove();
  });
});
