import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { MIB, MS, pagesOfGroups, risingRows, turns } from './many-ranks.js';
import type { TablesRequest } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('512 ranks of two roles stay small, open at once and can be told apart', async () => {
  const pages = await pagesOfGroups(turns(512, 40));
  const { size } = await stat(join(pages.folder, 'assets/overview-data.js'));
  expect(size).toBeLessThan(4e6);
  const visit = await Visit.open(browser, pages.entry);
  const opened = await visit.page.evaluate(() =>
    window.rlInsight.ready.then(() => performance.now()),
  );
  // A second on an idle machine of two cores; the tests of others run beside it.
  expect(opened).toBeLessThan(5000);
  expect(await seen(visit.part('answer'))).toContain('actor_update · rank 5 on NPU:5');
  const body = visit.part('heat-body');
  const height = (await body.boundingBox())?.height ?? 0;
  expect(height).toBe(512 * 3);
  const scroller = visit.page.locator('.heat-scroll');
  expect((await scroller.boundingBox())?.height).toBeLessThan(400);
  // At the far end of the scroller is the last rank, under a head that stays.
  const head = await visit.page.locator('.heat-head').boundingBox();
  await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  expect(await visit.page.locator('.heat-head').boundingBox()).toEqual(head);
  const box = await scroller.boundingBox();
  if (box === null) throw new Error('there is no heat map');
  await visit.page.mouse.move(box.x + 400, box.y + box.height - 1.5);
  expect(await seen(visit.tooltip)).toContain('rollout · rank 511');
  // The table has all groups, when one scrolls to them.
  const rows = visit.part('groups').locator('tbody tr');
  expect(await rows.count()).toBeLessThan(400);
  for (let before = 0; before < (await rows.count()); ) {
    before = await rows.count();
    await visit.page.mouse.move(640, 300);
    await visit.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await visit.page.waitForTimeout(100);
  }
  expect(await rows.count()).toBe(1024);
  await visit.part('find').fill('300-303');
  expect(await seen(visit.part('find-count'))).toBe('8 of 1,024 groups');
  expect((await body.boundingBox())?.height).toBe(4 * 24);
  await visit.close();
  await pages.remove();
});

describe('names of captures', () => {
  const evil = '</script><img src=x onerror="window.hacked=1">';
  it('are text', async () => {
    const groups = [0, 1, 2].map(
      (rank): TablesRequest => ({
        rows: risingRows((rank === 1 ? 300 : 100) * MIB, 10 * MS),
        endNs: 10 * MS,
        fromNs: rank === 2 ? 500 * MS : 0,
        step: 1,
        group: {
          role: evil,
          rank_id: rank,
          device_type: `<b>NPU</b>:${rank}`,
          parallel_groups: { dp: [0, 1, 2] },
          warnings: [{ code: evil, message: `warning ${evil}` }],
        },
        sources: [`${evil.replaceAll('/', '')}${rank}_7_20260526085155596_ascend_pt/a.csv`],
      }),
    );
    const pages = await pagesOfGroups(groups);
    const visit = await Visit.open(browser, pages.entry);
    expect(await seen(visit.part('answer'))).toContain(`${evil} · rank 1 on <b>NPU</b>:1`);
    expect(await seen(visit.part('outliers'))).toContain(`${evil} · rank 1: +200 %`);
    expect(await visit.part('outliers').locator('li').getAttribute('title')).toContain('group dp');
    const warnings = await visit.part('warnings').locator('li').allTextContents();
    expect(warnings[0]).toContain('from 3 hosts (<script><img src=x');
    expect(warnings[1]).toContain(`Step 1 of ${evil} was recorded at another time on rank 2`);
    expect(warnings[2]).toContain(`warning ${evil}`);
    expect(await seen(visit.part('groups'))).toContain(evil);
    await visit.part('heat-cell').focus();
    await visit.page.keyboard.press('ArrowUp');
    expect(await seen(visit.tooltip)).toContain(`${evil} · rank 0`);
    await visit.part('find').fill('"><img src=x onerror="window.hacked=1">');
    expect(await seen(visit.part('find-count'))).toContain('of “"><img');
    expect(await visit.page.locator('main img, main b, main script').count()).toBe(0);
    expect(await visit.page.evaluate(() => 'hacked' in window)).toBe(false);
    await visit.page.keyboard.press('Escape');
    await visit.part('answer').getByRole('link').click();
    await visit.arrive(/memory_timeline_00\.html#range=/);
    await visit.close();
    await pages.remove();
  });
});

it('links lead to the page of the window that holds their time', async () => {
  const many = Array.from({ length: 12_000 }, (_, i) => ({
    name: 'aten::add',
    stack: '',
    // The highest is far within the last of three windows.
    bytes: i === 10_000 ? 64 * MIB : 512,
    startNs: i * 1000,
    heldNs: 500,
  }));
  const group = { role: 'r', device_type: 'NPU:0' };
  const pages = await pagesOfGroups([
    { rows: many, endNs: 12 * MS, group: { ...group, rank_id: 0 }, sources: [] },
    { rows: many.slice(0, 2), endNs: 12 * MS, group: { ...group, rank_id: 1 }, sources: [] },
  ]);
  const visit = await Visit.open(browser, pages.entry);
  await visit.part('heat-cell').focus();
  const label = (await visit.part('heat-cell').getAttribute('aria-label')) ?? '';
  expect(label).toContain('67,108,864 bytes');
  await visit.page.keyboard.press('Enter');
  await visit.arrive(/r_rank0_NPU-0\/memory_timeline_02\.html#range=/);
  const [left, right] = await visit.fields();
  expect(left).toBeLessThanOrEqual(10);
  expect(right).toBeGreaterThan(10);
  expect(label).toContain(`${left} ms to ${right} ms`);
  await visit.close();
  await pages.remove();
});

describe('groups with little in them', () => {
  it('are an overview still', async () => {
    const empty = (rank: number): TablesRequest => ({
      rows: [],
      endNs: 0,
      group: { role: '', rank_id: rank },
      sources: [],
    });
    const pages = await pagesOfGroups([empty(0), empty(1)]);
    const visit = await Visit.open(browser, pages.entry);
    expect(await seen(visit.part('answer'))).toContain('Nothing was live');
    expect(await seen(visit.part('outliers'))).toContain('three ranks');
    expect(await visit.part('warnings').count()).toBe(0);
    expect(await visit.part('groups').locator('tbody tr').count()).toBe(2);
    await visit.close();
    await pages.remove();
  });

  it('say so when their data are missing or of another version', async () => {
    const pages = await pagesOfGroups(turns(2));
    const page = await browser.newPage();
    await page.route('**/overview-data.js', (route) => route.abort());
    await page.goto(`file://${pages.entry}`);
    expect(await page.getByRole('alert').textContent()).toContain('overview-data.js is missing');
    await page.unroute('**/overview-data.js');
    await page.route('**/overview-data.js', (route) =>
      route.fulfill({ body: 'rlInsightOverview({"version":99})', contentType: 'text/javascript' }),
    );
    await page.goto(`file://${pages.entry}`);
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('version 99');
    await page.close();
    await pages.remove();
  });

  it('of a lone group are no overview', async () => {
    const pages = await pagesOfGroups(turns(1).slice(0, 1));
    expect(pages.entry).toMatch(/memory_timeline_00\.html$/);
    await expect(stat(join(pages.folder, 'assets/overview.js'))).rejects.toThrow();
    await pages.remove();
  });
});
