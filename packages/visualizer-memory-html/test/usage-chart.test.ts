import { liveBytes } from '@rl-insight/memory-model';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;
let visit: Visit;

const grouped = (bytes: number) => `${bytes.toLocaleString('en-US')} bytes`;

beforeAll(async () => {
  [browser, pages] = await Promise.all([
    launch(),
    pagesOfCaptures({ capture: { allocations: 500, geAllocations: 40 } }),
  ]);
  visit = await Visit.open(browser, pages.entry);
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(() => visit.startOver());

function live() {
  const [capture] = liveBytes(pages.groups[0]);
  const { peak, allocators, curve } = capture;
  return { peak, allocators, curve, at: (ns: number) => (ns - capture.window.startNs) / 1e6 };
}

describe('memory over time', () => {
  it('marks the peak with its time and exact size', async () => {
    const { peak, at } = live();
    const label = await seen(visit.part('peak-label'));
    expect(label).toContain(grouped(peak.bytes));
    expect(label).toContain(`${at(peak.timeNs)} ms`);
  });

  it('tells the exact level of each line at the pointer', async () => {
    const { peak, at } = live();
    const ms = at(peak.timeNs);
    await visit.page.evaluate((t) => window.rlInsight.setRange(t - 0.01, t + 0.01), ms);
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.move(await visit.xOf(visit.usage, ms + 0.00001), top + 40);
    await expect.poll(() => seen(visit.tooltip)).toContain(grouped(peak.bytes));
    const text = await seen(visit.tooltip);
    for (const line of [
      'Live bytes',
      'PTA allocated',
      'PTA reserved',
      'PTA active',
      'GE allocated',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toContain('PTA+GE');
  });

  it('begins with the starting level', async () => {
    const start = live().allocators.reduce((sum, { startLiveBytes }) => sum + startLiveBytes, 0);
    const label = await seen(visit.part('start-label'));
    expect(label).toContain((start / 1024 ** 2).toFixed(2));
  });

  it('tells of releases that no row explains', async () => {
    const { allocators, at } = live();
    const releases = allocators.flatMap(({ unknownReleases }) => unknownReleases.timeNs);
    expect(releases.length).toBeGreaterThan(0);
    const ms = at(releases[releases.length - 1]);
    await visit.page.evaluate((t) => window.rlInsight.setRange(t - 0.001, t + 0.001), ms);
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.move(await visit.xOf(visit.usage, ms), top + 60);
    await expect.poll(() => seen(visit.tooltip)).toContain('without a row');
  });

  it('shows and hides lines by the legend, with the mouse and the keyboard', async () => {
    const entry = (name: string) => visit.usage.locator(`.legend .traces[aria-label="${name}"]`);
    const shown = (name: string) => entry(name).getAttribute('aria-checked');
    expect(await shown('PTA+GE allocated')).toBe('false');
    expect(await shown('APP reserved')).toBe('false');
    await entry('PTA+GE allocated').click();
    await expect.poll(() => shown('PTA+GE allocated')).toBe('true');
    await entry('PTA reserved').focus();
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => shown('PTA reserved')).toBe('false');
    const { left, top } = await visit.plot(visit.usage);
    await visit.page.mouse.move(left + 300, top + 40);
    await expect.poll(() => seen(visit.tooltip)).toContain('PTA+GE allocated');
    expect(await seen(visit.tooltip)).not.toContain('PTA reserved');
    await entry('PTA reserved').click();
    await entry('PTA+GE allocated').click();
    await expect.poll(() => shown('PTA+GE allocated')).toBe('false');
    expect(await shown('PTA reserved')).toBe('true');
  });

  it('shows one line alone on a double-click, and all again on another', async () => {
    const entries = visit.usage.locator('.legend .traces[aria-checked="true"]');
    const before = await entries.count();
    const reserved = visit.usage.locator('.legend .traces[aria-label="PTA reserved"]');
    await reserved.dblclick();
    await expect.poll(() => entries.count()).toBe(1);
    expect(await reserved.getAttribute('aria-checked')).toBe('true');
    await visit.page.waitForTimeout(600);
    await reserved.dblclick();
    await expect.poll(() => entries.count()).toBe(before);
  });

  it('can show the levels in view only, instead of all from zero', async () => {
    const lowest = () => visit.usage.locator('.ytick text').first().textContent();
    expect(await lowest()).toMatch(/^0 /);
    await visit.page.getByLabel('from 0').uncheck();
    await expect.poll(lowest).not.toMatch(/^-?0 /);
    await visit.page.getByLabel('from 0').check();
    await expect.poll(lowest).toMatch(/^0 /);
  });

  it('has its plot between the same edges as the lanes', async () => {
    const upper = await visit.usage
      .locator('.xy .bglayer rect, .bglayer .bg')
      .first()
      .boundingBox();
    const lanes = await visit.plot(visit.lanes);
    expect(upper?.x).toBeCloseTo(lanes.left, 0);
    expect((upper?.x ?? 0) + (upper?.width ?? 0)).toBeCloseTo(lanes.right, 0);
  });
});
