import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type ExpectedRow, expectedRows, touching } from './expected-rows.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let rows: ExpectedRow[];
let visit: Visit;
let first: [number, number];

beforeAll(async () => {
  [browser, pages] = await Promise.all([
    launch(),
    pagesOfCaptures({ capture: { allocations: 600, geAllocations: 40 }, roles: ['actor_update'] }),
  ]);
  rows = expectedRows(pages.groups[0]);
  visit = await Visit.open(browser, pages.entry);
  first = await visit.fields();
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(() => visit.startOver());

async function middle(chart: typeof visit.usage) {
  const { left, right, top } = await visit.plot(chart);
  return { x: (left + right) / 2, y: top + 40, width: right - left };
}

describe('the range of time', () => {
  it('is all of the capture at first, from the origin of the run', async () => {
    expect(first[0]).toBe(0);
    expect(first[1]).toBeGreaterThan(Math.max(...rows.map(({ startMs }) => startMs)));
    await expect.poll(() => seen(visit.part('status'))).toContain('640 of 640');
  });

  it('zooms to what is dragged over on the usage chart', async () => {
    const { left, right, top } = await visit.plot(visit.usage);
    const at = (share: number) => ({ x: left + share * (right - left), y: top + 30 });
    await visit.drag(at(0.25), at(0.5));
    const [from, to] = await visit.fields();
    const span = first[1] - first[0];
    expect(from).toBeCloseTo(first[0] + span * 0.25, 0);
    expect(to).toBeCloseTo(first[0] + span * 0.5, 0);
    const inView = touching(rows, from, to).length;
    await expect.poll(() => seen(visit.part('status'))).toContain(`${inView} of 640`);
  });

  it('zooms the same way when it is dragged from right to left', async () => {
    const { left, right, top } = await visit.plot(visit.usage);
    const at = (share: number) => ({ x: left + share * (right - left), y: top + 30 });
    await visit.drag(at(0.8), at(0.6));
    const [from, to] = await visit.fields();
    expect(to - from).toBeCloseTo((first[1] - first[0]) * 0.2, 0);
  });

  it('pans with a drag on the bars, no further than the ends', async () => {
    await visit.type('range-left', '5');
    await visit.type('range-right', '9');
    const { x, y, width } = await middle(visit.lanes);
    await visit.drag({ x, y }, { x: x - width / 4, y });
    const [from, to] = await visit.fields();
    expect(from).toBeCloseTo(6, 1);
    expect(to - from).toBeCloseTo(4, 5);
    for (let i = 0; i < 4; i++)
      await visit.drag({ x: x - width * 0.45, y }, { x: x + width * 0.45, y });
    expect((await visit.fields())[0]).toBe(0);
  });

  it.each(['usage', 'lanes'] as const)(
    'zooms at the pointer with the wheel (%s)',
    async (chart) => {
      const { left, right, top } = await visit.plot(visit[chart]);
      const share = 0.3;
      await visit.page.mouse.move(left + share * (right - left), top + 30);
      await visit.page.mouse.wheel(0, -240);
      await expect.poll(async () => (await visit.fields())[0]).toBeGreaterThan(first[0]);
      const [from, to] = await visit.fields();
      const stays = first[0] + share * (first[1] - first[0]);
      expect(from + share * (to - from)).toBeCloseTo(stays, 1);
      await visit.page.mouse.wheel(0, 480);
      await expect.poll(() => visit.fields()).toEqual(first);
    },
  );

  it.each(['usage', 'lanes'] as const)('goes back with a double-click (%s)', async (chart) => {
    await visit.type('range-right', '4');
    const { x, y } = await middle(visit[chart]);
    await visit.page.mouse.dblclick(x, y);
    await expect.poll(() => visit.fields()).toEqual(first);
    expect(await visit.panel.isVisible()).toBe(false);
  });

  it('takes exact milliseconds on Enter', async () => {
    await visit.type('range-left', '1.234567');
    await visit.type('range-right', ' 2.5 ms');
    expect(await visit.fields()).toEqual([1.234567, 2.5]);
    const range = await visit.page.evaluate(() => [...window.rlInsight.getRange()]);
    expect(range).toEqual([1.234567, 2.5]);
    const inView = touching(rows, 1.234567, 2.5).length;
    await expect.poll(() => seen(visit.part('status'))).toContain(`${inView} of 640`);
  });

  it('refuses what is no range, and says why', async () => {
    await visit.type('range-left', 'soon');
    await expect.poll(() => seen(visit.page.locator('.field-error'))).toContain('not a number');
    await visit.type('range-left', '1000000');
    await expect.poll(() => seen(visit.page.locator('.field-error'))).toContain('before Right');
    await visit.part('range-left').press('Escape');
    expect(await visit.fields()).toEqual(first);
    expect(await seen(visit.page.locator('.field-error'))).toBe('');
  });

  it('is moved by the range slider', async () => {
    await visit.type('range-left', '2');
    await visit.type('range-right', '6');
    await visit.settled();
    const box = await visit.usage.locator('.rangeslider-slidebox').boundingBox();
    if (box === null) throw new Error('there is no range slider');
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await visit.drag(from, { x: from.x + 120, y: from.y });
    await expect.poll(async () => (await visit.fields())[0]).toBeGreaterThan(3);
    const [left, right] = await visit.fields();
    expect(right - left).toBeCloseTo(4, 3);
    await visit.settled();
    const grabber = await visit.usage.locator('.rangeslider-grabarea-max').boundingBox();
    if (grabber === null) throw new Error('the slider has no handle');
    const handle = { x: grabber.x + grabber.width / 2, y: grabber.y + grabber.height / 2 };
    await visit.drag(handle, { x: handle.x + 60, y: handle.y });
    await expect.poll(async () => (await visit.fields())[1]).toBeGreaterThan(right);
    expect((await visit.fields())[0]).toBeCloseTo(left, 3);
  });

  it('is shown by buttons that the keyboard reaches', async () => {
    await visit.page.getByRole('button', { name: 'Zoom in' }).focus();
    await visit.page.keyboard.press('Enter');
    const [from, to] = await visit.fields();
    expect(to - from).toBeCloseTo((first[1] - first[0]) / 2, 3);
    await visit.page.getByRole('button', { name: 'Zoom out' }).press('Enter');
    await visit.page.getByRole('button', { name: 'Reset' }).press('Enter');
    expect(await visit.fields()).toEqual(first);
  });
});

describe('the range that scripts ask for', () => {
  it('gives the range as a pair and by name', async () => {
    const found = await visit.page.evaluate(async () => {
      await window.rlInsight.setRange(1.25, 2.5);
      const range = window.rlInsight.getRange();
      const [left, right] = range;
      return {
        left,
        right,
        names: [range.left, range.right],
        length: range.length,
        list: [...range],
      };
    });
    expect(found).toEqual({
      left: 1.25,
      right: 2.5,
      names: [1.25, 2.5],
      length: 2,
      list: [1.25, 2.5],
    });
    expect(await visit.fields()).toEqual([1.25, 2.5]);
  });

  it('keeps a range beyond the capture as it was asked for', async () => {
    await visit.page.evaluate(() => window.rlInsight.setRange(-5, 1000));
    expect(await visit.fields()).toEqual([-5, 1000]);
    const visible = await visit.page.evaluate(() => window.rlInsight.visibleCount());
    expect(visible).toBe(rows.length);
    await visit.page.evaluate(() => window.rlInsight.setRange(1000, 1001));
    await expect.poll(() => seen(visit.lanes)).toContain('No allocation in this range');
    expect(await visit.page.evaluate(() => window.rlInsight.visibleCount())).toBe(0);
  });

  it('counts what touches the range', async () => {
    for (const at of [10, 60, 150]) {
      const { startMs, endMs } = rows[at];
      for (const [left, right] of [
        [startMs, startMs],
        [endMs, endMs + 1],
        [startMs - 0.5, startMs],
      ]) {
        const visible = await visit.page.evaluate(
          async ([from, to]) => {
            await window.rlInsight.setRange(from, to);
            return window.rlInsight.visibleCount();
          },
          [left, right],
        );
        // The shortest range is a nanosecond.
        expect(visible).toBe(touching(rows, left, Math.max(right, left + 1e-6)).length);
      }
    }
  });

  it('refuses what is no range', async () => {
    const message = (call: string) =>
      visit.page.evaluate(`${call}.then(() => 'done', (error) => String(error))`);
    expect(await message('window.rlInsight.setRange(2, 1)')).toContain('RangeError');
    expect(await message('window.rlInsight.setRange(NaN, 1)')).toContain('RangeError');
  });
});
