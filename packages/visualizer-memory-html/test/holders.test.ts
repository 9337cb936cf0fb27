import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { BEFORE, BLOCKS, levelAt, liveAt, MIB, pagesOfBlocks } from './known-blocks.js';
import type { MadePages } from './made-pages.js';
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
  await visit.part('holders-by').selectOption('holder');
  await visit.part('go-to-peak').click();
  await visit.startOver();
});

const heading = () => seen(visit.holders.locator('h2'));
const names = () => visit.holders.locator('.holder-name').allInnerTexts();
const sizes = () => visit.holders.locator('.holder-size').allInnerTexts();
const bytesOf = async (selector: string) =>
  Promise.all(
    (await visit.holders.locator(selector).all()).map(async (part) =>
      Number(/^-?[\d,]+/.exec((await part.getAttribute('title')) ?? '')?.[0].replaceAll(',', '')),
    ),
  );

async function pointAt(ms: number) {
  const { top } = await visit.plot(visit.usage);
  return { x: await visit.xOf(visit.usage, ms), y: top + 50 };
}

async function clickAt(ms: number): Promise<void> {
  const { x, y } = await pointAt(ms);
  await visit.page.mouse.click(x, y);
  await expect.poll(heading).toContain('What is live at');
}

describe('who holds memory', () => {
  it('is told of the peak when a page opens: who, how much, where in their code', async () => {
    expect(await heading()).toBe('What was live at the peak?');
    expect(await bytesOf('.holder-total strong')).toEqual([512 * MIB]);
    expect(await seen(visit.holders)).toContain('live at the peak, 3 ms');
    expect(await names()).toEqual(['aten::empty', 'aten::mm']);
    expect(await bytesOf('.holder-size')).toEqual([256 * MIB, 192 * MIB]);
    const frames = await visit.holders.locator('.holder-frame').allInnerTexts();
    expect(frames).toEqual(['optim.py(7): update', 'model.py(10): layer']);
    const counts = await visit.holders.locator('.holder-count').allInnerTexts();
    expect(counts).toEqual(['50.0 % · 1 allocation', '37.5 % · 2 allocations']);
    expect(await bytesOf('.holder-facts dd')).toEqual([BEFORE]);
    expect(await seen(visit.holders)).toContain('there before the capture');
  });

  it.each([1.5, 3.5, 5.5, 7.5, 9.5])('at %d ms is told by a click there', async (ms) => {
    await clickAt(ms);
    expect(await bytesOf('.holder-total strong')).toEqual([levelAt(ms)]);
    expect(await bytesOf('.holder-facts dd')).toEqual([BEFORE]);
    const held = await bytesOf('.holder-size');
    expect(held.reduce((sum, bytes) => sum + bytes, BEFORE)).toBe(levelAt(ms));
    expect(new Set(await names())).toEqual(new Set(liveAt(ms).map((i) => BLOCKS[i].name)));
  });

  it('has nobody in it where nothing is live yet', async () => {
    await clickAt(0.5);
    expect(await names()).toEqual([]);
    expect(await seen(visit.holders)).toContain('Nothing is live then.');
    expect(await bytesOf('.holder-facts dd')).toEqual([BEFORE]);
  });

  it('is compared between the two ends of a drag with Shift', async () => {
    const [from, to] = [await pointAt(3.5), await pointAt(5.5)];
    await visit.page.keyboard.down('Shift');
    await visit.drag(from, to);
    await visit.page.keyboard.up('Shift');
    await expect.poll(heading).toBe('What has changed?');
    expect(await bytesOf('.holder-total strong')).toEqual([levelAt(5.5) - levelAt(3.5)]);
    expect(await names()).toEqual(['aten::mm', 'aten::add']);
    expect(await sizes()).toEqual(['-64.00 MiB', '+32.00 MiB']);
    const counts = await visit.holders.locator('.holder-count').allInnerTexts();
    expect(counts).toEqual(['192.00 MiB → 128.00 MiB', '0 bytes → 32.00 MiB']);
    // It is no zoom.
    expect(await visit.fields()).toEqual([0, 10]);
  });

  it('of what was never released is a key and a button away, and the peak too', async () => {
    await visit.page.keyboard.press('u');
    await expect.poll(heading).toBe('What was never released?');
    expect(await names()).toEqual(['aten::empty']);
    expect(await bytesOf('.holder-total strong')).toEqual([256 * MIB]);
    await visit.page.keyboard.press('p');
    await expect.poll(heading).toBe('What was live at the peak?');
    await visit.part('show-unreleased').click();
    await expect.poll(heading).toBe('What was never released?');
  });

  it.each([
    ['operator', ['aten::empty', 'aten::mm']],
    ['thread', ['11', '12']],
    ['stream', ['7', '8']],
    ['lifetime', ['not released', 'under 10 ms']],
    ['allocator', ['PTA']],
  ])('is summed up by %s', async (by, expected) => {
    await visit.part('holders-by').selectOption(by);
    await expect.poll(names).toEqual(expected);
    const held = await bytesOf('.holder-size');
    expect(held.reduce((sum, bytes) => sum + bytes, BEFORE)).toBe(512 * MIB);
  });

  it('unfolds into allocations, each a way to its panel', async () => {
    const mm = visit.holders.locator('.holder', { hasText: 'aten::mm' });
    await mm.click();
    expect(await mm.getAttribute('aria-expanded')).toBe('true');
    const links = visit.holders.locator('.holder-allocations button');
    expect(await links.allInnerTexts()).toEqual([
      '128.00 MiB, since 2 ms',
      '64.00 MiB, since 3 ms',
    ]);
    await links.last().click();
    await expect.poll(() => seen(visit.panel)).toContain('allocation 2');
    await visit.page.keyboard.press('Escape');
    await mm.click();
    expect(await links.count()).toBe(0);
  });
});

describe('call stacks as an icicle', () => {
  const frame = (text: string) => visit.part('flame').locator('.flame-frame', { hasText: text });
  const width = async (text: string) => (await frame(text).boundingBox())?.width ?? 0;

  beforeEach(async () => {
    await visit.part('holders-by').selectOption('stack');
    await visit.part('flame').waitFor();
  });

  it('are as wide as what was allocated under them', async () => {
    const all = await width('main.py(5): step');
    expect((await width('optim.py(7): update')) / all).toBeCloseTo(256 / 448, 1);
    expect((await width('model.py(10): layer')) / all).toBeCloseTo(192 / 448, 1);
    expect(await frame('model.py').getAttribute('title')).toContain('201,326,592 bytes');
  });

  it('tell how much is under what is looked for', async () => {
    await visit.part('flame-search').fill('model.py');
    await expect.poll(() => seen(visit.part('flame'))).toContain('192.00 MiB under what was found');
    expect(await frame('optim.py').getAttribute('class')).toContain('dim');
    expect(await frame('model.py').getAttribute('class')).not.toContain('dim');
    await visit.part('flame-search').fill('');
  });

  it('are zoomed by a click, and back by a click on a frame above', async () => {
    const all = await width('main.py(5): step');
    await frame('model.py').click();
    await expect.poll(() => width('model.py')).toBeCloseTo(all, 0);
    expect(await frame('optim.py').count()).toBe(0);
    await frame('all call stacks').click();
    await expect.poll(() => frame('optim.py').count()).toBe(1);
  });
});
