import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { pagesOfBlocks } from './known-blocks.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { inkShare, readPng } from './pictures.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let visit: Visit;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launch(), pagesOfBlocks()]);
  visit = await Visit.open(browser, pages.entry);
  await visit.settled();
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(async () => {
  await visit.part('search').fill('x');
  await visit.part('search').press('Escape');
  await visit.startOver();
  await expect.poll(found).toBe('');
});

const found = () => seen(visit.part('search-found'));

/** How much of a lane has strong colour around a time. */
async function ink(lane: string, ms: number, on = visit): Promise<number> {
  await on.page.mouse.move(5, 5);
  await on.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  const { top, bottom } = await on.lane(lane);
  const x = await on.xOf(on.lanes, ms);
  const area = { left: x - 5, right: x + 5, top: top + 4, bottom: bottom - 4 };
  return inkShare(readPng(await on.page.screenshot()), area);
}

describe('the search box', () => {
  it('dims all but what is found, in the bars and in the map, and tells how many that are', async () => {
    expect(await ink('aten::add', 5.5)).toBeGreaterThan(0.5);
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('aten::MM');
    await expect.poll(found).toBe('2 found');
    expect(await ink('aten::add', 5.5)).toBe(0);
    expect(await ink('aten::mm', 3.5)).toBeGreaterThan(0.3);
    await visit.part('chart-map').click();
    const { left, right, top, bottom } = await visit.plot(visit.map);
    const mapInk = () =>
      visit.page
        .screenshot()
        .then((file) => inkShare(readPng(file), { left, right, top: top + 2, bottom }));
    const dimmed = await mapInk();
    await visit.part('search').press('Escape');
    await expect.poll(found).toBe('');
    // Of the weights, which are not looked for, none was in colour.
    expect(await mapInk()).toBeGreaterThan(dimmed + 0.2);
    await visit.part('chart-lanes').click();
    expect(await ink('aten::add', 5.5)).toBeGreaterThan(0.5);
  });

  it('looks into call stacks, all frames of them', async () => {
    await visit.part('search').fill('optim.py');
    await expect.poll(found).toBe('2 found');
    await visit.part('search').fill('main.py(5)');
    await expect.poll(found).toBe('5 found');
    await visit.part('search').fill('nowhere');
    await expect.poll(found).toBe('0 found');
  });
});

describe('Escape', () => {
  it('takes back what has only just been typed', async () => {
    await visit.part('search').fill('aten::mm');
    await visit.part('search').press('Escape');
    expect(await visit.part('search').inputValue()).toBe('');
    // Longer than a reader has to stop typing until it is looked for.
    await visit.page.waitForTimeout(300);
    expect(await found()).toBe('');
  });
});

describe('what is found among many that are drawn as one', () => {
  const ELSE = '/job/train/model.py(10): layer';
  const LOOKED_FOR = '/job/train/needle.py(3): sew';
  const KIB = 1024;
  /** Bars much narrower than a pixel, one of which is looked for: the one at 6.006 ms. */
  const short = Array.from({ length: 5000 }, (_, i) => ({
    name: 'aten::short',
    stack: i === 3003 ? LOOKED_FOR : ELSE,
    bytes: KIB,
    startNs: i * 2000,
    heldNs: 1000,
  }));
  /** More at once than there are rows; the last is there from 5 to 6 ms. */
  const deep = Array.from({ length: 8 }, (_, i) => ({
    name: 'aten::deep',
    stack: i === 7 ? LOOKED_FOR : ELSE,
    bytes: KIB,
    startNs: i === 7 ? 5e6 : 1e6 + i,
    heldNs: i === 7 ? 1e6 : 8e6,
  }));

  it.each([
    ['aten::short', 6, [2, 4, 8]],
    ['aten::deep', 5.5, [2, 4, 8]],
  ])('is seen in colour, and nothing else is: %s', async (lane, at, others) => {
    const rows = [...short, ...deep].sort((a, b) => a.startNs - b.startNs);
    const sources = ['operator_memory.csv'];
    const many = await pagesOfTables(makeTables({ rows, group: {}, sources, endNs: 10e6 }));
    const other = await Visit.open(browser, many.entry);
    await other.settled();
    for (const ms of others) expect(await ink(lane, ms, other)).toBeGreaterThan(0);
    await other.part('search').fill('needle');
    await expect.poll(() => seen(other.part('search-found'))).toBe('2 found');
    expect(await ink(lane, at, other)).toBeGreaterThan(0);
    for (const ms of others) expect(await ink(lane, ms, other)).toBe(0);
    await other.close();
    await many.remove();
  });
});

describe('the filters', () => {
  beforeEach(async () => {
    const filters = visit.page.locator('details.filters');
    if ((await filters.getAttribute('open')) === null) await filters.locator('summary').click();
  });

  it.each([
    ['search-size', '100 MiB', 2],
    ['search-size', '16777217', 4],
    ['search-held', '4 ms', 2],
    ['search-held', '1000 us', 5],
  ])('keep what is large or long enough: %s %s', async (field, text, count) => {
    await visit.part(field).fill(text);
    await visit.part(field).press('Enter');
    await expect.poll(found).toBe(`${count} found`);
    await visit.part('search-clear').click();
    await expect.poll(found).toBe('');
    expect(await visit.part(field).inputValue()).toBe('');
  });

  it.each([
    ['search-thread', '12', 2],
    ['search-stream', '7', 3],
  ])('keep those of one: %s %s', async (field, label, count) => {
    await visit.part(field).selectOption({ label });
    await expect.poll(found).toBe(`${count} found`);
  });

  it('keep what was not released, and hold together', async () => {
    await visit.part('search-unreleased').check();
    await expect.poll(found).toBe('1 found');
    await visit.part('search-held').fill('20 ms');
    await visit.part('search-held').press('Enter');
    await expect.poll(found).toBe('0 found');
  });

  it('mark what they cannot read', async () => {
    await visit.part('search-size').fill('large');
    await visit.part('search-size').press('Enter');
    await expect.poll(() => visit.part('search-size').getAttribute('aria-invalid')).toBe('true');
    expect(await found()).toBe('');
    await visit.part('search-size').fill('');
    await visit.part('search-size').press('Enter');
  });
});

describe('colours', () => {
  const keys = () => visit.part('colour-keys').locator('.key').allInnerTexts();

  it.each([
    ['thread', ['11', '12']],
    ['lifetime', ['not released', 'under 10 ms']],
    ['stack', ['/job/train/optim.py(7): update', '/job/train/model.py(10): layer']],
    ['operator', ['aten::empty', 'aten::mm', 'aten::add', 'aten::gelu']],
  ])('by %s are told below the charts, those of most bytes × time first', async (by, expected) => {
    await visit.part('colour-by').selectOption(by);
    await expect.poll(keys).toEqual([...expected, 'all others']);
  });
});
