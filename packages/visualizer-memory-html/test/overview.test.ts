import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { MIB, MS, pagesOfGroups, type RankPages, risingRows, turns } from './many-ranks.js';
import { inkShare, readPng } from './pictures.js';
import { seen, Visit } from './visit.js';

/** Width of the labels at the left of the rows. */
const LABELS = 118;

let browser: Browser;
let pages: RankPages;
let visit: Visit;

beforeAll(async () => {
  browser = await launch();
  const warning = { code: 'w', message: 'Stacks were not recorded.' };
  const groups = turns(8).map((request, i) =>
    i % 4 === 0 ? { ...request, group: { ...request.group, warnings: [warning] } } : request,
  );
  // Host memory, which is no part of a device's.
  groups.push({
    rows: risingRows(50 * MIB, 40 * MS),
    endNs: 40 * MS,
    group: { role: 'rollout', rank_id: 2, device_type: 'CPU' },
    sources: [],
  });
  pages = await pagesOfGroups(groups);
  visit = await Visit.open(browser, pages.entry);
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(async () => {
  await visit.page.mouse.move(1, 1);
  await visit.page.goto(`file://${pages.entry}`);
  await visit.page.evaluate(() => window.rlInsight.ready);
});

const heat = () => visit.part('heat-map').first();
const body = () => heat().locator('[data-testid="heat-body"]');
const cell = () => heat().locator('[data-testid="heat-cell"]');
const shownRows = () => visit.part('groups').locator('tbody tr:visible');
const cells = (column: number) =>
  shownRows().evaluateAll(
    (rows, at) => rows.map((row) => row.children[at].textContent ?? ''),
    column,
  );

/** The range of a link's address, ms. */
function rangeOf(href: string | null): [number, number] {
  const [, left, right] = /#range=([\d.]+),([\d.]+)$/.exec(href ?? '') ?? [];
  return [Number(left), Number(right)];
}

/** Where a moment of the runs' own length of 110 ms is in the rows, gaps as they are. */
async function pointAt(row: number, ms: number) {
  const box = await body().boundingBox();
  if (box === null) throw new Error('the rows are not on the page');
  const endMs = 110 + 7 * 0.001;
  const width = box.width - LABELS - 14;
  const height = box.height / 8;
  return { x: box.x + LABELS + (ms / endMs) * width, y: box.y + (row + 0.5) * height };
}

async function showGaps(): Promise<void> {
  await heat().getByLabel('shorten gaps').uncheck();
}

describe('the answer', () => {
  it('says which rank sets the peak, how much and when, and leads there', async () => {
    const answer = visit.part('answer');
    const text = await seen(answer);
    for (const part of ['1.37 GiB', 'actor_update · rank 5', 'NPU:5', '1,468,006,400 bytes']) {
      expect(text).toContain(part);
    }
    // The last of four waves of 50 ms begins after a quarter of it; rank 5 began 5 µs late.
    const peakMs = 60 + 0.005 + 50 * (3.25 / 4);
    expect(text).toContain(`at ${peakMs} ms`);
    await answer.getByRole('link').click();
    await visit.arrive(/actor_update_rank5_NPU-5\/memory_timeline_00\.html/);
    const [left, right] = await visit.fields();
    expect(left).toBeLessThanOrEqual(peakMs);
    expect(right).toBeGreaterThan(peakMs);
    expect(right - left).toBeLessThan(5);
  });

  it('says which role sets the peak of the devices that they share', async () => {
    const rows = visit.part('roles').locator('tbody tr');
    expect((await seen(rows.nth(0))).split(/\s*\t\s*/)).toEqual([
      'actor_update',
      '8',
      '1.37 GiB',
      'rank 5',
      '908.00 MiB',
      '8 of 8',
    ]);
    expect((await seen(rows.nth(1))).split(/\s*\t\s*/)).toEqual([
      'rollout',
      '8',
      '630.00 MiB',
      'rank 6',
      '612.50 MiB',
      '0 of 8',
    ]);
  });

  it('names the ranks that are unlike the others, and sorts the table by that', async () => {
    const outliers = visit.part('outliers');
    expect(await seen(outliers)).toContain('1 of 17 is more than 10 %');
    expect(await seen(outliers.getByRole('link'))).toBe('actor_update · rank 5: +54 %');
    expect(await outliers.locator('li').getAttribute('title')).toContain('908.00 MiB');
    await outliers.getByRole('button').click();
    expect((await cells(6)).slice(0, 2)).toEqual(['+54 %', '']);
  });

  it('tells a warning of several groups once', async () => {
    const items = visit.part('warnings').locator('li');
    expect(await items.count()).toBe(1);
    expect(await seen(items)).toContain(
      'Stacks were not recorded. (in 4 of 17 groups: rollout · rank 0',
    );
  });
});

describe('the heat map', () => {
  it('tells of a cell what it is, and opens its page at that time', async () => {
    await showGaps();
    // In the second wave of rank 3's update.
    const point = await pointAt(3, 60 + 50 * (1.5 / 4));
    await visit.page.mouse.move(point.x, point.y);
    const tooltip = await seen(visit.tooltip);
    expect(tooltip).toContain('actor_update · rank 3');
    expect(tooltip).toContain('NPU:3');
    const bytes = 228 * MIB + (912 - 228) * 0.5 * MIB;
    expect(tooltip).toContain(`${bytes.toLocaleString('en-US')} bytes`);
    const [left, right] = rangeOf(await cell().getAttribute('href'));
    expect(tooltip).toContain(`${left} ms – ${right} ms`);
    expect(left).toBeLessThan(60 + 50 * (1.5 / 4) + 0.2);
    expect(right).toBeGreaterThan(60 + 50 * (1.5 / 4) - 0.2);
    await visit.page.mouse.click(point.x, point.y);
    await visit.arrive(/actor_update_rank3_NPU-3\/memory_timeline_00\.html/);
    expect(await visit.fields()).toEqual([left, right]);
    const plot = await visit.plot(visit.usage);
    await visit.page.mouse.move((plot.left + plot.right) / 2, plot.top + 30);
    await expect.poll(() => seen(visit.tooltip)).toContain(bytes.toLocaleString('en-US'));
  });

  it('has the roles of a rank one after another in its row', async () => {
    await showGaps();
    for (const [ms, role] of [
      [20, 'rollout'],
      [80, 'actor_update'],
    ] as const) {
      const { x, y } = await pointAt(6, ms);
      await visit.page.mouse.move(x, y);
      expect(await seen(visit.tooltip)).toContain(`${role} · rank 6`);
    }
    expect(await seen(heat().locator('.heat-roles'))).toBe('rollout\nactor_update');
  });

  it('says where nothing was recorded, and draws such times short', async () => {
    const short = await body().boundingBox();
    await visit.page.mouse.move((short?.x ?? 0) + LABELS + (short?.width ?? 0) * 0.4, 0);
    const width = (short?.width ?? 0) - LABELS - 14;
    const cut = LABELS + ((width - 12) * 40.007) / 90.014 + 6;
    await visit.page.mouse.move((short?.x ?? 0) + cut, (short?.y ?? 0) + 20);
    expect(await seen(visit.tooltip)).toContain('19.993 ms in which nothing was recorded');
    await showGaps();
    const { x, y } = await pointAt(3, 50);
    await visit.page.mouse.move(x, y);
    expect(await seen(visit.tooltip)).toBe('Nothing was recorded here.');
    expect(await cell().isVisible()).toBe(false);
  });

  it('goes with the keyboard from the highest cell to others, and opens them', async () => {
    await cell().focus();
    expect(await cell().getAttribute('aria-label')).toContain('actor_update · rank 5, NPU:5');
    expect(await cell().getAttribute('aria-label')).toContain('1,468,006,400 bytes');
    await visit.page.keyboard.press('ArrowUp');
    expect(await cell().getAttribute('aria-label')).toContain('actor_update · rank 4, NPU:4');
    const before = rangeOf(await cell().getAttribute('href'));
    await visit.page.keyboard.press('ArrowRight');
    const after = rangeOf(await cell().getAttribute('href'));
    expect(after[0]).toBeGreaterThan(before[0]);
    await visit.page.keyboard.press('ArrowLeft');
    expect(rangeOf(await cell().getAttribute('href'))).toEqual(before);
    expect(await seen(visit.tooltip)).toContain('actor_update · rank 4');
    await visit.page.keyboard.press('Enter');
    await visit.arrive(/actor_update_rank4_NPU-4\//);
    expect(await visit.fields()).toEqual(before);
  });

  it('has host memory apart, with a scale of its own', async () => {
    const maps = visit.part('heat-map');
    expect(await maps.locator('h2').allTextContents()).toEqual([
      'Live bytes by rank over time',
      'Host memory (CPU) by rank over time',
    ]);
    const legends = visit.part('heat-legend');
    expect(await seen(legends.nth(0))).toContain('1.37 GiB');
    expect(await seen(legends.nth(1))).toContain('50.00 MiB');
    await heat().getByLabel('from 0').uncheck();
    expect(await seen(legends.nth(0))).not.toContain('0 bytes');
  });

  it.each(['light', 'dark'] as const)('is drawn for %s screens', async (colorScheme) => {
    await visit.page.emulateMedia({ colorScheme });
    await showGaps();
    await visit.page.mouse.move(5, 5);
    const picture = readPng(await visit.page.screenshot());
    const from = await pointAt(0, 1);
    const to = await pointAt(7, 39);
    const area = { left: from.x, right: to.x, top: from.y, bottom: to.y };
    expect(inkShare(picture, area)).toBeGreaterThan(0.8);
    const [gap, gapEnd] = [await pointAt(0, 42), await pointAt(7, 58)];
    const empty = { left: gap.x, right: gapEnd.x, top: gap.y, bottom: gapEnd.y };
    expect(inkShare(picture, empty)).toBe(0);
  });
});

describe('the table', () => {
  it('is sorted by peak at first, and by what is clicked, one way and the other', async () => {
    expect(await cells(1)).toHaveLength(17);
    expect((await cells(4))[0]).toBe('1.37 GiB');
    const sort = visit.part('groups').getByRole('button', { name: 'rank' });
    await sort.focus();
    await visit.page.keyboard.press('Enter');
    expect((await cells(1))[0]).toBe('0');
    const head = visit.part('groups').locator('th', { hasText: 'rank' }).first();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await sort.click();
    expect((await cells(1))[0]).toBe('7');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await visit.part('groups').getByRole('button', { name: 'role' }).click();
    expect((await cells(0))[0]).toBe('actor_update');
  });

  it('leads to each group, and to its peak', async () => {
    await visit.part('find').fill('rollout 3');
    await shownRows().getByRole('link', { name: 'rollout' }).click();
    await visit.arrive(/rollout_rank3_NPU-3\/memory_timeline_00\.html$/);
    expect(await visit.fields()).toEqual([0.003, 40.003]);
    await visit.page.getByRole('link', { name: 'All ranks' }).click();
    await visit.arrive(/index\.html/);
    expect(await cells(8)).toContain('350.00 MiB');
  });
});

describe('finding', () => {
  it('shows only what is found, by rank, role and device', async () => {
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('5');
    expect(await seen(visit.part('find-count'))).toBe('2 of 17 groups');
    expect(await cells(1)).toEqual(['5', '5']);
    const box = await body().boundingBox();
    expect(box?.height).toBe(24);
    expect(await cell().getAttribute('aria-label')).toContain('rank 5');
    expect(await visit.part('heat-map').nth(1).isVisible()).toBe(false);
    await visit.part('find').fill('cpu');
    expect(await heat().isVisible()).toBe(false);
    expect(await visit.part('heat-map').nth(1).isVisible()).toBe(true);
    await visit.part('find').fill('nothing');
    expect(await seen(visit.part('find-count'))).toBe('No group is of “nothing”.');
    await visit.page.keyboard.press('Escape');
    expect(await cells(1)).toHaveLength(17);
  });
});
