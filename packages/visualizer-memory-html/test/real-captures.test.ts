import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { expectedRows } from './expected-rows.js';
import { pagesOfFolder } from './made-pages.js';
import { seen, Visit } from './visit.js';

/** Real captures are not a part of the project: they are looked for beside it, upwards. */
function realCaptures(): string | undefined {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const found = join(at, 'shared', 'captures');
    if (existsSync(found)) return found;
  }
  return undefined;
}

const folder = realCaptures();

describe.skipIf(folder === undefined)('pages of real captures', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  async function open(capture: string) {
    const pages = await pagesOfFolder(join(folder ?? '', capture));
    const visit = await Visit.open(browser, pages.entry);
    return { pages, visit };
  }

  it('ascend-toy-level0: the peak counts releases that have no row', async () => {
    const { pages, visit } = await open('ascend-toy-level0');
    await visit.part('allocators').locator('summary').click();
    const table = await seen(visit.part('allocators'));
    expect(table).toContain('23 · 234.57 MiB');
    const [, , , peak] = await visit
      .part('allocators')
      .locator('tbody tr')
      .first()
      .locator('td, th')
      .all();
    expect(await peak.getAttribute('title')).toBe(
      `${(1187.9814453125 * 1024 ** 2).toLocaleString('en-US')} bytes`,
    );
    expect(await seen(visit.part('stack-summary'))).toContain('69 recorded');
    await visit.close();
    await pages.remove();
  });

  it('ascend-megatron: starting level, peak, and no call stacks', async () => {
    const { pages, visit } = await open('ascend-megatron');
    const peak = Math.round(10282.7490234375 * 1024 ** 2).toLocaleString('en-US');
    expect(await seen(visit.part('peak-label'))).toContain(`${peak} bytes`);
    expect(await seen(visit.part('start-label'))).toContain('4.20 GiB');
    await visit.page.evaluate(() => window.rlInsight.select(1500));
    expect(await seen(visit.panel)).toContain('No call stack.');
    await visit.page.keyboard.press('Escape');
    await visit.part('warnings').locator('summary').click();
    expect(await seen(visit.part('warnings'))).toContain('trace_view.json');
    await visit.close();
    await pages.remove();
  });

  it('ascend-sample: a guessed stack is called a guess', async () => {
    const { pages, visit } = await open('ascend-sample');
    const rows = expectedRows(pages.groups[0]);
    const guessed = rows.find(({ match }) => match === 'nearest');
    if (guessed === undefined) throw new Error('there is no guess');
    await visit.page.evaluate((index) => window.rlInsight.select(index), guessed.index);
    expect(await seen(visit.panel.locator('.badge'))).toBe('nearest (a guess)');
    expect(await seen(visit.panel.locator('.match'))).toContain('may be wrong');
    expect(await visit.panel.locator('.frame').allInnerTexts()).toEqual(guessed.frames);
    await visit.close();
    await pages.remove();
  });

  it('ascend-old-10col is drawn without complaint', async () => {
    const { pages, visit } = await open('ascend-old-10col');
    const count = await visit.page.evaluate(() => window.rlInsight.eventCount);
    expect(count).toBe(pages.groups[0].allocations.rows);
    await visit.close();
    await pages.remove();
  });
});
