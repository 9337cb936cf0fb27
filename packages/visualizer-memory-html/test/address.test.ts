import { readFile } from 'node:fs/promises';
import { blocksOf, NO_SCOPE, RangeFilter, rangesOf, scopePaths } from '@rl-insight/memory-model';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { expectedRows, touching } from './expected-rows.js';
import { pagesOfBlocks } from './known-blocks.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { readPng } from './pictures.js';
import { START_NS } from './tables.js';
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
beforeEach(() => visit.startOver());

/** What a reader sees that can be chosen. */
async function view({ page, holders, ...rest }: Visit) {
  const value = (testId: string) => page.locator(`[data-testid="${testId}"]`).inputValue();
  return {
    left: await value('range-left'),
    right: await value('range-right'),
    holders: await seen(holders),
    by: await value('holders-by'),
    colour: await value('colour-by'),
    keys: await seen(page.locator('[data-testid="colour-keys"]')),
    search: await value('search'),
    found: await seen(page.locator('[data-testid="search-found"]')),
    isMap: await page.locator('[data-testid="memory-map"]').isVisible(),
    panel: await seen(page.locator('[data-testid="detail-panel"] h2')),
    rest: Object.keys(rest).length,
  };
}

describe('the address of a page', () => {
  it('says nothing of how a page opens', async () => {
    await expect.poll(() => new URL(visit.page.url()).hash).toBe('');
  });

  it('opens the same view in another visit', async () => {
    await visit.type('range-left', '2.5');
    await visit.type('range-right', '6.5');
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.click(await visit.xOf(visit.usage, 5.5), top + 50);
    await visit.part('holders-by').selectOption('thread');
    await visit.part('colour-by').selectOption('lifetime');
    await visit.part('search').fill('model.py & <b>');
    await visit.part('search').fill('model.py(10)');
    await visit.part('chart-map').click();
    await visit.page.evaluate(() => window.rlInsight.select(3));
    for (const part of [
      'range=',
      'at=',
      'by=thread',
      'chart=map',
      'colour=',
      'find=',
      'allocation=3',
    ])
      await expect.poll(() => visit.page.url()).toContain(part);
    const expected = await view(visit);
    expect(expected).toMatchObject({ left: '2.5', right: '6.5', isMap: true, found: '3 found' });
    const other = await Visit.open(browser, `${pages.entry}${new URL(visit.page.url()).hash}`);
    await other.settled();
    await expect.poll(() => view(other)).toEqual(expected);
    await other.close();
  });
});

describe('by keyboard', () => {
  const press = (key: string) => visit.page.keyboard.press(key);

  it('the range is moved, zoomed, and all of it shown again', async () => {
    await press('+');
    expect(await visit.fields()).toEqual([2.5, 7.5]);
    await press('ArrowRight');
    expect(await visit.fields()).toEqual([3.25, 8.25]);
    await press('ArrowLeft');
    expect(await visit.fields()).toEqual([2.5, 7.5]);
    await press('-');
    expect(await visit.fields()).toEqual([0, 10]);
    await press('+');
    await press('Home');
    expect(await visit.fields()).toEqual([0, 10]);
  });

  it('keys that are typed into a field are text', async () => {
    await press('/');
    await visit.page.keyboard.type('mup+');
    expect(await visit.part('search').inputValue()).toBe('mup+');
    expect(await visit.fields()).toEqual([0, 10]);
    expect(await seen(visit.holders.locator('h2'))).not.toContain('never released');
    await press('Escape');
  });

  it('the question mark opens the help, and closes it', async () => {
    const help = visit.page.getByText('Drag with Shift on the upper chart');
    expect(await help.isVisible()).toBe(false);
    await press('?');
    await expect.poll(() => help.isVisible()).toBe(true);
    await press('?');
    await expect.poll(() => help.isVisible()).toBe(false);
  });

  it('the focus is seen on all that it reaches, and all that it reaches has a name', async () => {
    await visit.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const reached = new Set<string>();
    for (let i = 0; i < 45; i++) {
      await press('Tab');
      const found = await visit.page.evaluate(() => {
        const node = document.activeElement;
        if (node === null || node === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(node);
        const labels = node instanceof HTMLInputElement ? [...(node.labels ?? [])] : [];
        const texts = [node.getAttribute('aria-label'), node.textContent];
        const name = [...texts, ...labels.map(({ textContent }) => textContent)].join('').trim();
        return { name, tag: node.outerHTML.slice(0, 90), outlineStyle, outlineWidth };
      });
      if (found === undefined) continue;
      expect(found.outlineStyle, found.tag).not.toBe('none');
      expect(Number.parseFloat(found.outlineWidth), found.tag).toBeGreaterThanOrEqual(1);
      expect(found.name, found.tag).not.toBe('');
      reached.add(found.tag);
    }
    expect(reached.size).toBeGreaterThan(20);
  });
});

describe('what can be taken along', () => {
  it('is the rows in view as CSV, those that are not dimmed', async () => {
    const made = await pagesOfCaptures({
      capture: {
        allocations: 300,
        oddNames: true,
        trace: { backwardThread: true, queue: true, profilerSteps: [4, 5] },
      },
    });
    const [group] = made.groups;
    const rows = expectedRows(group);
    const numbers = Int32Array.from(rows, ({ index }) => index);
    const ranges = rangesOf(group);
    const scopes = scopePaths(group, blocksOf(group), numbers, ranges, new RangeFilter());
    expect(scopes.values.some((scope) => scope !== NO_SCOPE)).toBe(true);
    const other = await Visit.open(browser, made.entry);
    await other.page.evaluate(() => window.rlInsight.setRange(2, 5));
    const csv = async () => {
      const download = other.page.waitForEvent('download');
      await other.part('download-csv').click();
      expect((await download).suggestedFilename()).toMatch(/_allocations\.csv$/);
      const text = await readFile(await (await download).path(), 'utf8');
      return parse(text, { columns: true, relax_quotes: false }) as Record<string, string>[];
    };
    const inView = touching(rows, 2, 5);
    const found = await csv();
    expect(found.map(({ allocation }) => Number(allocation))).toEqual(
      inView.map(({ index }) => index),
    );
    for (const [i, row] of inView.entries()) {
      expect([found[i].name, Number(found[i].size_bytes), found[i].released]).toEqual([
        row.name === '' ? '(unknown)' : row.name,
        row.bytes,
        String(row.released),
      ]);
      const scope = scopes.values[scopes.codes[row.index]];
      expect(found[i].scope).toBe(scope === NO_SCOPE ? '' : scope);
      expect(found[i].call_stack.split(';\r\n')).toEqual(row.frames);
    }
    const name = inView[0].name;
    await other.part('search').fill(name);
    await expect.poll(() => seen(other.part('search-found'))).not.toBe('');
    const wanted = name.toLowerCase();
    const has = (text: string) => text.toLowerCase().includes(wanted);
    expect((await csv()).length).toBe(
      inView.filter((row) => has(row.name) || row.frames.some(has)).length,
    );
    await other.close();
    await made.remove();
  });

  it('has exact times since the epoch of the source', async () => {
    const download = visit.page.waitForEvent('download');
    await visit.part('download-csv').click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [weights, mm] = parse(text, { columns: true }) as Record<string, string>[];
    expect(weights).toMatchObject({
      end_time_ns: '',
      duration_ns: '',
      thread_id: '11',
      stream: '7',
    });
    expect(mm.start_time_ns).toBe(String(START_NS + 2_000_000n));
    expect(mm.end_time_ns).toBe(String(START_NS + 7_000_000n));
    expect(mm.duration_ns).toBe('5000000');
  });

  it.each(['lanes', 'map'])('is a picture of both charts (%s)', async (chart) => {
    await visit.part(`chart-${chart}`).click();
    const download = visit.page.waitForEvent('download');
    await visit.part('save-picture').click();
    expect((await download).suggestedFilename()).toBe('actor_update_rank0_NPU-0_memory.png');
    const file = await readFile(await (await download).path());
    const { width, height, pixels } = readPng(file);
    const usage = await visit.usage.boundingBox();
    expect(width).toBe(Math.round(usage?.width ?? 0) + 24);
    expect(height).toBeGreaterThan(350);
    const strong = (top: number, bottom: number) => {
      let count = 0;
      for (let at = top * width * 4; at < bottom * width * 4; at += 4) {
        const channels = [...pixels.subarray(at, at + 3)];
        if (Math.max(...channels) - Math.min(...channels) > 60) count++;
      }
      return count;
    };
    // The line of the upper chart, and what is in the lower one.
    expect(strong(34, 180)).toBeGreaterThan(300);
    expect(strong(260, height)).toBeGreaterThan(2000);
  });
});
