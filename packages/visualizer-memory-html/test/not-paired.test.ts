import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;

beforeAll(async () => {
  browser = await launch();
  const row = { name: 'aten::mm', stack: 'train.py(3): step', heldNs: null, thread: 7 };
  const rows = [
    { ...row, bytes: 4096, startNs: 0 },
    // A release: of which of them nobody knows.
    { ...row, bytes: -1024, startNs: 20 },
    { ...row, bytes: 512, startNs: 40 },
  ];
  pages = await pagesOfTables(
    makeTables({ rows, pairing: 'none', group: {}, sources: ['trace.json'], endNs: 100 }),
  );
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

it('the level is drawn, and of blocks that nobody can tell nothing is invented', async () => {
  const visit = await Visit.open(browser, `${pages.entry}#chart=map`);
  await visit.settled();
  const total = visit.holders.locator('.holder-total strong');
  await expect.poll(() => total.getAttribute('title')).toBe('4,096 bytes');
  const holders = await seen(visit.holders);
  expect(holders).toContain('which release is of which allocation');
  expect(holders).not.toContain('aten::mm');
  expect(await seen(visit.part('counts'))).toContain('3 allocations and releases');
  expect(await visit.lanes.isVisible()).toBe(true);
  expect(await seen(visit.lanes)).toContain('Not recorded');
  expect(await seen(visit.lanes)).not.toContain('aten::mm');
  for (const part of ['chart-map', 'chart-threads', 'open-scopes']) {
    expect(await visit.part(part).count(), part).toBe(0);
  }
  await visit.page.keyboard.press('u');
  await expect.poll(() => seen(visit.holders)).toContain('which release is of which allocation');
  expect(await seen(visit.holders)).not.toContain('aten::mm');
  await visit.close();
});
