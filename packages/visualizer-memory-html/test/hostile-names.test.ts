import { ODD_NAMES } from '@rl-insight/tools';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

const evil = '</script><script>window.hacked = 1</script>';

const HOSTILE = [
  ...ODD_NAMES,
  evil,
  '<img src=x onerror="window.hacked=1">',
  '<a href="javascript:window.hacked=1">b</a><b>bold</b>&lt;&amp;',
  '"><svg onload=window.hacked=1>',
  'javascript:window.hacked=1',
  '{name} $& $1 \u2028 \u202e',
];

let browser: Browser;
let pages: MadePages;
let visit: Visit;

beforeAll(async () => {
  browser = await launch();
  const rows = HOSTILE.map((name, i) => ({
    name,
    stack: [`${name} frame`, '</script>', '<img src=x onerror=alert(1)>'].join(';\r\n'),
    bytes: (HOSTILE.length - i) * 1024,
    startNs: i * 1000,
    heldNs: i % 3 === 0 ? null : 500_000,
  }));
  const samples = rows.map(({ startNs, bytes }) => ({
    atNs: startNs,
    component: `<b>PTA & "${evil}"</b>`,
    bytes,
  }));
  pages = await pagesOfTables(
    makeTables({
      rows,
      samples,
      endNs: 1_000_000,
      group: {
        role: evil,
        device_type: '<i>NPU</i>',
        warnings: [{ code: evil, message: `a warning ${evil}`, count: 3, example: evil }],
      },
      sources: [`${evil}/operator_memory.csv`],
    }),
  );
  visit = await Visit.open(browser, pages.entry);
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});

const hacked = () => visit.page.evaluate(() => 'hacked' in window);

describe('what a capture calls things', () => {
  it('is text in the header, the warnings and the legend', async () => {
    expect(await seen(visit.page.locator('h1'))).toContain(evil);
    expect(await visit.part('captures').textContent()).toContain(evil);
    await visit.part('warnings').locator('summary').click();
    expect(await seen(visit.part('warnings'))).toContain(`a warning ${evil}`);
    await visit.page.keyboard.press('Escape');
    const legend = await visit.usage.locator('.legendtext').allTextContents();
    expect(legend.join('\n')).toContain(`<b>PTA & "${evil}"</b> reserved`);
    expect(
      await visit.page.locator('main img, main svg[onload], main a[href^="java"]').count(),
    ).toBe(0);
    expect(await hacked()).toBe(false);
  });

  it.each(HOSTILE.map((name, row) => [name, row] as const))(
    'is text in the panel: %j',
    async (name, row) => {
      await visit.page.evaluate((index) => window.rlInsight.select(index), row);
      expect(await visit.panel.locator('h2').textContent()).toBe(name);
      const frames = await visit.panel.locator('.frame').allTextContents();
      expect(frames).toEqual([`${name} frame`, '</script>', '<img src=x onerror=alert(1)>']);
      expect(await seen(visit.panel)).toContain('A guess');
      expect(await hacked()).toBe(false);
    },
  );

  it('is text in the tooltip', async () => {
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('button', { name: 'Reset' }).click();
    const row = HOSTILE.indexOf(evil);
    await visit.page.evaluate((index) => window.rlInsight.select(index), row);
    await visit.page.keyboard.press('Escape');
    const label = visit.lanes.locator('.lane-label[title^="</script><script>window"]');
    await visit.settled();
    // What the panels covered is drawn again, and lies elsewhere until it is.
    const told = async () => {
      const box = await label.boundingBox();
      if (box === null) return 'the lane is not in view';
      const x = await visit.xOf(visit.lanes, 0.1);
      await visit.page.mouse.move(x - 1, box.y + box.height / 2);
      await visit.page.mouse.move(x, box.y + box.height / 2);
      return (await visit.tooltip.isVisible()) ? seen(visit.tooltip) : '';
    };
    await expect.poll(told).toContain(evil);
    expect(await hacked()).toBe(false);
  });

  it('is text among the holders and in the icicle', async () => {
    await visit.page.keyboard.press('Escape');
    await visit.settled();
    const names = await visit.holders.locator('.holder-name').allTextContents();
    for (const name of HOSTILE.filter((text) => text !== '')) expect(names).toContain(name);
    await visit.part('holders-by').selectOption('stack');
    await visit.part('flame').waitFor();
    const frames = await visit.part('flame').locator('.flame-frame').allTextContents();
    for (const frame of ['</script>', '<img src=x onerror=alert(1)>', `${evil} frame`]) {
      expect(frames).toContain(frame);
    }
    await visit.part('flame-search').fill('<img src=x onerror');
    expect(await visit.holders.locator('img, svg, script').count()).toBe(0);
    expect(await hacked()).toBe(false);
  });

  it('is text in the keys of colours and on the memory map', async () => {
    const keys = await visit.part('colour-keys').locator('.key').allTextContents();
    expect(keys.some((key) => HOSTILE.slice(ODD_NAMES.length).includes(key))).toBe(true);
    await visit.part('colour-by').selectOption('stack');
    await expect.poll(() => seen(visit.part('colour-keys'))).toContain(' frame');
    await visit.part('chart-map').click();
    const { top, bottom } = await visit.plot(visit.map);
    const x = await visit.xOf(visit.map, 0.4);
    const told = new Set<string>();
    for (let y = bottom - 3; y > top; y -= 4) {
      await visit.page.mouse.move(x, y);
      if (!(await visit.tooltip.isVisible())) continue;
      told.add((await visit.tooltip.locator('.strong').textContent()) ?? '');
    }
    // The last two are but a few pixels high.
    for (const name of HOSTILE.slice(ODD_NAMES.length, -2)) expect(told).toContain(name);
    expect(await visit.page.locator('.tooltip img, footer img, .tooltip svg').count()).toBe(0);
    expect(await hacked()).toBe(false);
  });
});
