import { ODD_NAMES } from '@rl-insight/tools';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { pagesOfTables } from './made-pages.js';
import { pagesOfRun, rmmRun } from './rmm-run.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a capture without threads, ranges and failures', () => {
  it('has none of what is for them, whatever an address asks', async () => {
    const rows = [{ name: 'a', stack: 'f', bytes: 512, startNs: 0, heldNs: 50 }];
    const pages = await pagesOfTables(
      makeTables({ rows, group: {}, sources: ['operator_memory.csv'], endNs: 100 }),
    );
    const hash = '#chart=threads&below=failures&failure=3&scope=a';
    const visit = await Visit.open(browser, `${pages.entry}${hash}`);
    await visit.settled();
    const parts = ['chart-threads', 'open-scopes', 'open-failures', 'chosen-scope'];
    const drawers = ['scopes-drawer', 'failures-drawer'];
    for (const part of [...parts, ...drawers]) expect(await visit.part(part).count()).toBe(0);
    expect(await visit.part('thread-chart').isVisible()).toBe(false);
    expect(await visit.lanes.isVisible()).toBe(true);
    for (const key of ['t', 's', 'f', '[', ']']) await visit.page.keyboard.press(key);
    expect(await visit.lanes.isVisible()).toBe(true);
    await visit.page.keyboard.press('m');
    await visit.page.keyboard.press('m');
    expect(await visit.lanes.isVisible()).toBe(true);
    expect(await seen(visit.page.locator('footer'))).not.toContain('failed');
    await visit.close();
    await pages.remove();
  });
});

describe('ranges of a capture without threads', () => {
  it('are scopes of all that was allocated while they were open', async () => {
    const held = { stack: 'f', heldNs: 3000 };
    const pages = await pagesOfTables(
      makeTables({
        rows: [
          { ...held, name: 'a', bytes: 512, startNs: 1000 },
          { ...held, name: 'b', bytes: 1024, startNs: 3000 },
          { ...held, name: 'c', bytes: 4096, startNs: 7000 },
        ],
        ranges: [{ name: 'step', fromNs: 500, toNs: 5000 }],
        group: {},
        sources: ['snapshot.pickle'],
        endNs: 10_000,
      }),
    );
    const visit = await Visit.open(browser, `${pages.entry}#below=scopes`);
    await visit.settled();
    const drawer = visit.part('scopes-drawer');
    const row = drawer.locator('.scopes-table > tbody');
    await row.first().waitFor();
    expect(await drawer.locator('thead th').allTextContents()).not.toContain('threads');
    expect(await drawer.locator('.unfold').count()).toBe(0);
    expect(await seen(drawer)).toContain('the source tells no threads');
    const sizes = row.locator('td[title$="bytes"]');
    expect(
      await sizes.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title'))),
    ).toEqual(['1,536 bytes', '1,536 bytes', '1,536 bytes', '1,024 bytes']);
    await row.locator('button.link').click();
    await visit.settled();
    const total = visit.holders.locator('.holder-total strong');
    await expect.poll(() => total.getAttribute('title')).toBe('1,536 bytes');
    expect(await visit.page.evaluate(() => location.hash)).not.toContain('%40');
    expect(await visit.part('chosen-scope').textContent()).toContain('step');
    await visit.close();
    await pages.remove();
  });
});

describe('an address that names a thread', () => {
  it('asks about all of the moment where there is no such thread', async () => {
    const held = { name: 'a', stack: 'f', startNs: 0, heldNs: 50 };
    const rows = [
      { ...held, bytes: 512 },
      { ...held, bytes: 1024, thread: 7 },
    ];
    const pages = await pagesOfTables(
      makeTables({ rows, group: {}, sources: ['operator_memory.csv'], endNs: 100 }),
    );
    for (const [thread, bytes] of [
      ['7', '1,024'],
      ['9', '1,536'],
    ]) {
      const visit = await Visit.open(browser, `${pages.entry}#at=0.00002@${thread}`);
      await visit.settled();
      const total = visit.holders.locator('.holder-total strong');
      await expect.poll(() => total.getAttribute('title')).toBe(`${bytes} bytes`);
      const heading = await seen(visit.holders.locator('h2'));
      expect(heading.includes('thread')).toBe(thread === '7');
      await visit.close();
    }
    await pages.remove();
  });
});

describe('what ranges are called', () => {
  const HOSTILE = [
    ...ODD_NAMES,
    '</script><script>window.hacked = 1</script>',
    '<img src=x onerror="window.hacked=1">',
    '{name} $& \u2028 \u202e',
  ];

  it('is text in the lanes, the table of scopes and the panel of a failure', async () => {
    const names = new Map<string, string>();
    const run = await rmmRun({ seed: 'hostile' }, (name) => {
      const hostile = names.get(name) ?? HOSTILE[names.size % HOSTILE.length];
      names.set(name, hostile);
      return hostile;
    });
    const pages = await pagesOfRun(run);
    const visit = await Visit.open(browser, pages.entry);
    await visit.part('chart-threads').click();
    await visit.part('open-scopes').click();
    await visit.settled();
    const drawer = visit.part('scopes-drawer');
    await drawer.locator('tbody').first().waitFor();
    const paths = await drawer.locator('.scope-path').allTextContents();
    const known = [...names.values()].map((name) =>
      name.replaceAll(/\d+/g, '#').replaceAll(/#+/g, '#').replaceAll('/', '\\/'),
    );
    for (const name of known) expect(paths.some((path) => path.includes(name))).toBe(true);
    await drawer.locator('.scope-path').first().click();
    expect(await visit.part('chosen-scope').textContent()).toContain(paths[0]);
    const { left, right, top } = await visit.plot(visit.part('thread-chart'));
    let told = '';
    for (let x = left + 5; x < right && told === ''; x += 9) {
      await visit.page.mouse.move(x, top + 7);
      if (!(await visit.tooltip.isVisible())) continue;
      const text = (await visit.tooltip.textContent()) ?? '';
      if (text.includes('Most outstanding')) told = text;
    }
    expect(paths.some((path) => told.startsWith(path))).toBe(true);
    await visit.page.keyboard.press('f');
    const failures = visit.part('failures-drawer');
    await failures.locator('.failures-table tbody').first().waitFor();
    const said = new Set<string>();
    for (let i = 0; i < 20; i++) {
      for (const text of await failures.locator('.holder-frame').allTextContents()) said.add(text);
      await visit.page.keyboard.press(']');
    }
    const values = [...names.values()];
    expect([...said].some((text) => values.some((name) => text.includes(name)))).toBe(true);
    expect(await visit.page.locator('main img, main script, .tooltip img').count()).toBe(0);
    expect(await visit.page.evaluate(() => 'hacked' in window)).toBe(false);
    await visit.close();
    await pages.remove();
  });
});
