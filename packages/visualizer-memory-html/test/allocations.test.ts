import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type ExpectedRow, expectedRows, overlapsOf } from './expected-rows.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let rows: ExpectedRow[];
let visit: Visit;

const grouped = (bytes: number) => `${bytes.toLocaleString('en-US')} bytes`;

beforeAll(async () => {
  const capture = { allocations: 400, geAllocations: 30 };
  [browser, pages] = await Promise.all([launch(), pagesOfCaptures({ capture })]);
  rows = expectedRows(pages.groups[0]);
  visit = await Visit.open(browser, pages.entry, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(() => visit.startOver());

/** Brings an allocation to the middle of the view, with little around it. */
async function showAlone(row: ExpectedRow): Promise<void> {
  const span = row.endMs - row.startMs;
  await visit.page.evaluate(
    ([index, left, right]) =>
      window.rlInsight.select(index).then(() => window.rlInsight.setRange(left, right)),
    [row.index, row.startMs - span / 4, row.endMs + span / 4],
  );
  await visit.page.keyboard.press('Escape');
}

/** An allocation that overlaps a few others, is released and has a stack. */
function usual(): ExpectedRow {
  const found = rows.find((row) => {
    const overlaps = overlapsOf(rows, row).length;
    return overlaps > 1 && overlaps < 4 && row.released && row.match === 'recorded';
  });
  if (found === undefined) throw new Error('the capture has no such allocation');
  return found;
}

describe('hovering over an allocation', () => {
  it('tells operator, size, start, end and how many overlap it', async () => {
    const row = usual();
    await showAlone(row);
    const middle = (row.startMs + row.endMs) / 2;
    await visit.hoverInLane(row.name, middle, `${row.startMs} ms`);
    const text = await seen(visit.tooltip);
    expect(text).toContain(row.name);
    expect(text).toContain(grouped(row.bytes));
    expect(text).toContain(`${row.endMs} ms`);
    expect(text).toContain(`${overlapsOf(rows, row).length} other allocations`);
    expect(text).toContain('recorded');
  });

  it('says that it was not released', async () => {
    const row = rows.find((candidate) => !candidate.released && candidate.name !== '');
    if (row === undefined) throw new Error('all are released');
    await showAlone(row);
    const middle = (row.startMs + row.endMs) / 2;
    await visit.hoverInLane(row.name, middle, `${row.startMs} ms`);
    expect(await seen(visit.tooltip)).toContain('not released');
  });

  it('goes away with the pointer', async () => {
    const row = usual();
    await showAlone(row);
    await visit.hoverInLane(row.name, (row.startMs + row.endMs) / 2, row.name);
    await visit.page.mouse.move(5, 5);
    await expect.poll(() => visit.tooltip.isVisible()).toBe(false);
  });

  it('tells how many there are where they are too narrow to tell apart', async () => {
    await visit.page.evaluate(() => window.rlInsight.setRange(-50_000, 50_000));
    const first = await seen(visit.lanes.locator('.lane-label').first());
    await visit.hoverInLane(first, 0, 'too narrow to tell apart');
  });
});

describe('clicking an allocation', () => {
  async function open(row: ExpectedRow): Promise<void> {
    await showAlone(row);
    const middle = (row.startMs + row.endMs) / 2;
    const at = await visit.hoverInLane(row.name, middle, `${row.startMs} ms`);
    await visit.page.mouse.click(at.x, at.y);
    await visit.panel.waitFor();
  }

  it('opens a panel with its whole call stack and how that was found', async () => {
    const row = usual();
    await open(row);
    const text = await seen(visit.panel);
    expect(text).toContain(row.name);
    expect(text).toContain(grouped(row.bytes));
    expect(text).toContain(`${row.startMs} ms`);
    expect(text).toContain('The stack stands in the record itself');
    expect(await visit.panel.locator('.frame').allInnerTexts()).toEqual(row.frames);
    const own = row.frames.find((frame) => !/site-packages|^</.test(frame));
    if (own !== undefined) expect(await seen(visit.panel.locator('.frame.own'))).toBe(own);
  });

  it('lists the overlapping allocations, each a link to its own panel', async () => {
    const row = usual();
    const others = overlapsOf(rows, row);
    await open(row);
    const links = visit.panel.locator('.overlap-list button');
    expect(await links.count()).toBe(others.length);
    await links.first().click();
    await expect.poll(() => seen(visit.panel)).toContain(`allocation ${others[0].index}`);
    expect(await seen(visit.panel)).toContain(`${others[0].startMs} ms`);
    await visit.panel.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => seen(visit.panel)).toContain(`allocation ${row.index}`);
    await visit.panel.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(() => seen(visit.panel)).toContain(`allocation ${others[0].index}`);
  });

  it('copies the stack and the absolute start', async () => {
    const row = usual();
    await open(row);
    const copied = () => visit.page.evaluate(() => navigator.clipboard.readText());
    await visit.panel.getByRole('button', { name: 'Copy the call stack' }).click();
    await expect.poll(copied).toBe(row.frames.join('\n'));
    await visit.panel.getByRole('button', { name: 'Copy the start' }).click();
    const start = BigInt(pages.groups[0].info.captures[0].start_ns);
    await expect.poll(copied).toBe(String(start + BigInt(Math.round(row.startMs * 1e6))));
  });

  it('closes with Escape, and with its button', async () => {
    await open(usual());
    await visit.page.keyboard.press('Escape');
    expect(await visit.panel.isVisible()).toBe(false);
    await open(usual());
    await visit.panel.getByRole('button', { name: 'Close' }).click();
    expect(await visit.panel.isVisible()).toBe(false);
  });

  it('says of each way of finding a stack what it means', async () => {
    const found = new Map(rows.map((row) => [row.match, row]));
    expect(found.size).toBeGreaterThan(3);
    for (const [match, { index }] of found) {
      await visit.page.evaluate((it) => window.rlInsight.select(it), index);
      const badge = await seen(visit.panel.locator('.badge'));
      expect(badge).toBe(match);
      const sentence = await seen(visit.panel.locator('.match'));
      expect(sentence.length).toBeGreaterThan(badge.length + 20);
    }
  });
});

describe('an allocation that scripts select', () => {
  it('opens the panel of any allocation and shows it in its lane', async () => {
    for (const index of [0, 77, rows.length - 1]) {
      await visit.page.evaluate((it) => window.rlInsight.select(it), index);
      expect(await visit.panel.locator('h2').textContent()).toBe(rows[index].name);
      expect(await seen(visit.panel)).toContain(`${rows[index].startMs} ms`);
    }
  });

  it('has to be one of the group', async () => {
    for (const index of ['1e9', '-1', '1.5']) {
      const call = `window.rlInsight.select(${index}).then(() => 'done', String)`;
      expect(await visit.page.evaluate(call)).toContain('RangeError');
    }
  });
});
