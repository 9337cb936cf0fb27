import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { expectedRows } from './expected-rows.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let visit: Visit;

beforeAll(async () => {
  const capture = { allocations: 300, geAllocations: 20 };
  [browser, pages] = await Promise.all([
    launch(),
    pagesOfCaptures({ capture, ranks: [0, 1], roles: ['actor_update'] }),
  ]);
  visit = await Visit.open(browser, pages.entry, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});

function earliest(times: readonly bigint[]): bigint {
  return [...times].sort((a, b) => (a < b ? -1 : 1))[0];
}

/** The link of a rank in the list of all. */
function linkOf(rank: number) {
  const cell = visit.page.getByRole('cell', { name: String(rank), exact: true });
  const row = visit.part('groups').locator('tbody tr').filter({ has: cell });
  return row.getByRole('link', { name: 'actor_update' });
}

describe('a page says what it shows', () => {
  it('is reached from the list of all ranks, leads back, and has one time origin with them', async () => {
    const starts = pages.groups.map(({ info }) => BigInt(info.captures[0].start_ns));
    const origin = earliest(starts);
    await linkOf(1).click();
    await visit.arrive(/rank1.memory_timeline_00\.html/);
    expect((await visit.fields())[0]).toBe(Number(starts[1] - origin) / 1e6);
    await visit.page.getByRole('link', { name: 'All ranks' }).click();
    await visit.arrive(/index\.html/);
    await linkOf(0).click();
    await visit.arrive(/rank0.memory_timeline_00\.html/);
    expect((await visit.fields())[0]).toBe(Number(starts[0] - origin) / 1e6);
  });

  it('names role, rank, device, capture, counts and units', async () => {
    const heading = await seen(visit.page.locator('h1'));
    for (const part of ['actor_update', 'rank 0', 'NPU:0']) expect(heading).toContain(part);
    expect(await seen(visit.part('captures'))).toContain('_ascend_pt');
    const rows = expectedRows(pages.groups[0]);
    const released = rows.filter((row) => row.released).length;
    const counts = await seen(visit.part('counts'));
    expect(counts).toContain(`${rows.length} (${released} released`);
    expect(await seen(visit.part('units'))).toContain('1 KiB = 1,024 bytes');
  });

  it('lists the files of the capture', async () => {
    await visit.part('files').locator('summary').click();
    expect(await seen(visit.part('files'))).toContain('operator_memory.csv');
    await visit.page.mouse.click(640, 300);
    expect(await visit.part('files').locator('ul').isVisible()).toBe(false);
  });

  it('has a time origin that can be copied', async () => {
    const origin = earliest(pages.groups.map(({ info }) => BigInt(info.captures[0].start_ns)));
    await visit.page.getByRole('button', { name: 'Copy the time origin' }).click();
    const copied = () => visit.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(String(origin));
    const shown = await seen(visit.part('origin'));
    expect(shown).toContain(new Date(Number(origin / 1_000_000n)).toISOString().slice(0, 23));
  });

  it('counts how call stacks were found, in words', async () => {
    const rows = expectedRows(pages.groups[0]);
    const recorded = rows.filter(({ match }) => match === 'recorded').length;
    expect(await seen(visit.part('stack-summary'))).toContain(`${recorded} recorded`);
  });

  it('tells of each allocator its start and where it came from, its peak and its end', async () => {
    await visit.part('allocators').locator('summary').click();
    const table = await seen(visit.part('allocators'));
    for (const text of ['PTA', 'GE', 'its counter', 'yes', 'releases without a row']) {
      expect(table).toContain(text);
    }
    await visit.page.keyboard.press('Escape');
  });

  it('keeps the charts above the fold', async () => {
    for (const chart of [visit.usage, visit.lanes]) {
      const box = await chart.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
      expect(box?.height).toBeGreaterThan(150);
    }
    const scrolls = await visit.page.evaluate(
      () => document.documentElement.scrollHeight > window.innerHeight,
    );
    expect(scrolls).toBe(false);
  });
});
