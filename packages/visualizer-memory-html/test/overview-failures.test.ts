import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RmmLogParser } from '@rl-insight/parser-memory-rmm';
import { writeRmmLogs } from '@rl-insight/tools';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let failures: number[];

beforeAll(async () => {
  browser = await launch();
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-rmm-'));
  try {
    const truths = await writeRmmLogs(folder, 3);
    failures = truths.map((truth) => truth.failures.length);
    pages = await pagesOfTables(await new RmmLogParser().run(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

it('the overview tells how many allocations of each group failed, and sorts by that', async () => {
  const visit = await Visit.open(browser, pages.entry);
  const table = visit.part('groups');
  await table.getByRole('button', { name: 'failed allocations' }).click();
  const names = await table.locator('thead th').allInnerTexts();
  const place = names.findIndex((name) => name.startsWith('failed allocations'));
  const cells = table.locator(`tbody tr > :nth-child(${place + 1})`);
  const counts = failures.toSorted((a, b) => b - a).map(String);
  expect(await cells.allInnerTexts()).toEqual(counts);
  const device = await seen(table.locator('tbody tr').first());
  expect(device).toContain(`GPU:${failures.indexOf(Number(counts[0]))}`);
  await visit.close();
});
