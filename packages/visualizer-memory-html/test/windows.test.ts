import { readdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type ExpectedRow, expectedRows, overlapsOf, touching } from './expected-rows.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { pageOf, seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let rows: ExpectedRow[];
let visit: Visit;
/** Where each window begins, and where the last ends, ms. */
let edges: number[];
let end: number;

beforeAll(async () => {
  // Call stacks have no part in this, and a trace takes the most time to make and read.
  const capture = { allocations: 16_000, geAllocations: 60, trace: false as const };
  [browser, pages] = await Promise.all([launch(), pagesOfCaptures({ capture })]);
  rows = expectedRows(pages.groups[0]);
  visit = await Visit.open(browser, pageOf(pages.folder, 1));
  const firsts = [0, 1, 2, 3].map((window) => Math.floor((window * rows.length) / 4));
  const [{ start_ns, end_ns }] = pages.groups[0].info.captures;
  end = Number(BigInt(end_ns) - BigInt(start_ns)) / 1e6;
  edges = [...firsts.map((first) => (first === 0 ? 0 : rows[first].startMs)), end];
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(() => visit.startOver());

const hint = () => visit.part('segment-hint');

describe('a group of more than 5,000 allocations', () => {
  it('is split into windows of about equal counts, with a page each', async () => {
    const files = await readdir(pages.folder);
    const made = files.filter((file) => /^memory_timeline_\d\d\.html$/.test(file)).sort();
    expect(made).toEqual([0, 1, 2, 3].map((window) => `memory_timeline_0${window}.html`));
  });

  it('shows all of the group at first, whichever page it is, and speaks of all of it', async () => {
    expect(await visit.fields()).toEqual([0, end]);
    expect(await visit.page.evaluate(() => window.rlInsight.eventCount)).toBe(rows.length);
    expect(await visit.page.evaluate(() => window.rlInsight.visibleCount())).toBe(rows.length);
    const all = rows.length.toLocaleString('en-US');
    await expect.poll(() => seen(visit.part('status'))).toContain(`${all} of ${all}`);
    expect(await hint().isVisible()).toBe(false);
  });

  it('has every operator in its place before the allocations are loaded', async () => {
    const early = await Visit.open(browser, pageOf(pages.folder, 2));
    const labels = () => early.lanes.locator('.lane-label').allInnerTexts();
    const first = await labels();
    await early.page.evaluate(() => window.rlInsight.settled());
    expect(await labels()).toEqual(first);
    expect(first.length).toBeGreaterThan(3);
    await early.close();
  });

  it('counts each allocation of a range once, after loading what it reaches', async () => {
    const count = (left: number, right: number) =>
      visit.page.evaluate(
        async ([from, to]) => {
          await window.rlInsight.setRange(from, to);
          return window.rlInsight.visibleCount();
        },
        [left, right],
      );
    const across: [number, number] = [edges[1] - 3, edges[1] + 3];
    expect(await count(...across)).toBe(touching(rows, ...across).length);
    const before: [number, number] = [edges[0] + 2, edges[0] + 4];
    expect(await count(...before)).toBe(touching(rows, ...before).length);
    expect(await count(0, end)).toBe(rows.length);
    expect(await count(end + 1, end + 2)).toBe(0);
  });

  it('hints at the next window when the range leaves this one, and leads there with the range', async () => {
    await visit.type('range-left', `${edges[1] + 1}`);
    await visit.type('range-right', `${edges[2] + 1}`);
    await expect.poll(() => seen(hint())).toBe('segment 2 →');
    const before = await visit.fields();
    await hint().getByText('segment 2 →').click();
    await visit.arrive(/memory_timeline_02\.html/);
    expect(await visit.fields()).toEqual(before);
    await expect.poll(() => seen(hint())).toBe('← segment 1');
    await visit.page.getByRole('button', { name: 'Reset' }).click();
    expect(await visit.fields()).toEqual([0, end]);
    expect(await hint().isVisible()).toBe(false);
  });

  it('leads by Prev and Next to the windows beside it, each with its own range', async () => {
    await visit.page.getByRole('link', { name: 'Prev' }).click();
    await visit.arrive(/memory_timeline_01\.html/);
    expect(await visit.fields()).toEqual([edges[1], edges[2]]);
    const visible = await visit.page.evaluate(() => window.rlInsight.visibleCount());
    expect(visible).toBe(touching(rows, edges[1], edges[2]).length);
    expect(await hint().isVisible()).toBe(false);
    await visit.page.getByRole('link', { name: 'Next' }).click();
    await visit.arrive(/memory_timeline_02\.html/);
    expect(await visit.fields()).toEqual([edges[2], edges[3]]);
    await visit.page.getByRole('link', { name: 'Next' }).click();
    await visit.arrive(/memory_timeline_03\.html/);
    expect(await visit.page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    await visit.page.getByRole('link', { name: 'Prev' }).click();
    await visit.arrive(/memory_timeline_02\.html/);
    await visit.page.getByRole('link', { name: 'Prev' }).click();
    await visit.arrive(/memory_timeline_01\.html/);
  });

  it('finds overlapping allocations in windows that were not loaded', async () => {
    // The page has just been opened: it may not have loaded more than its own window.
    const long = rows.find(
      (row) => row.startMs < edges[1] && row.endMs > edges[2] && overlapsOf(rows, row).length > 150,
    );
    if (long === undefined) throw new Error('no allocation is as long');
    const others = overlapsOf(rows, long).length.toLocaleString('en-US');
    await visit.page.evaluate((index) => window.rlInsight.select(index), long.index);
    expect(await seen(visit.panel.locator('h3').last())).toContain(`: ${others}`);
    const note = visit.panel.locator('.overlaps .note');
    await expect.poll(() => seen(note)).toBe(`100 of ${others} listed.`);
    const buttons = visit.panel.locator('.overlap-list button');
    const more = visit.panel.getByRole('button', { name: /^Show \d+ more/ });
    while ((await more.count()) > 0) await more.click();
    expect(await buttons.count()).toBe(overlapsOf(rows, long).length);
  });

  it('hints in both directions when both ends are outside', async () => {
    await visit.type('range-left', String(edges[1] - 1));
    await visit.type('range-right', String(edges[2] + 1));
    await expect
      .poll(() => hint().locator('a').allInnerTexts())
      .toEqual(['← segment 0', 'segment 2 →']);
    await visit.page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => hint().isVisible()).toBe(false);
  });

  it('shows what a pan reaches in another window', async () => {
    await visit.page.evaluate(
      ([left, right]) => window.rlInsight.setRange(left, right),
      [edges[2] - 8, edges[2] - 2],
    );
    const { left, right, top } = await visit.plot(visit.lanes);
    await visit.drag({ x: right - 20, y: top + 40 }, { x: left + 20, y: top + 40 });
    const [from, to] = await visit.fields();
    expect(to).toBeGreaterThan(edges[2] + 2);
    const expected = touching(rows, from, to).length.toLocaleString('en-US');
    await expect.poll(() => seen(visit.part('status'))).toContain(`${expected} of`);
  });

  it('opens the panel of an allocation of another window', async () => {
    const row = rows[rows.length - 20];
    await visit.page.evaluate((index) => window.rlInsight.select(index), row.index);
    const text = await seen(visit.panel);
    expect(text).toContain(row.name);
    expect(text).toContain(`${row.startMs} ms`);
    const [left, right] = await visit.fields();
    expect(left).toBeLessThanOrEqual(row.startMs);
    expect(right).toBeGreaterThanOrEqual(row.startMs);
  });
});
