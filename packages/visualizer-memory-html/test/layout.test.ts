import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { type MadePages, pagesOfCaptures } from './made-pages.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
let pages: MadePages;

beforeAll(async () => {
  [browser, pages] = await Promise.all([
    launch(),
    pagesOfCaptures({ capture: { allocations: 400, geAllocations: 30 }, roles: ['actor_update'] }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

const PARTS = ['header', '.controls', '.usage-chart', '.toolbar', '.holders', '.how-to-read'];

describe.each([
  [1280, 720],
  [3840, 2160],
])('at %d × %d', (width, height) => {
  it.each(['light', 'dark'] as const)('nothing covers anything else (%s)', async (colorScheme) => {
    const options = { viewport: { width, height }, colorScheme };
    const visit = await Visit.open(browser, pages.entry, options);
    await visit.settled();
    for (const chart of ['.allocation-chart', '.memory-map']) {
      await visit.part(chart === '.memory-map' ? 'chart-map' : 'chart-lanes').click();
      const boxes = await Promise.all(
        [...PARTS, chart].map(async (selector) => {
          const box = await visit.page.locator(`#app ${selector}`).first().boundingBox();
          if (box === null) throw new Error(`${selector} is not on the page`);
          return { selector, ...box };
        }),
      );
      for (const [i, a] of boxes.entries()) {
        expect(a.x + a.width, a.selector).toBeLessThanOrEqual(width);
        expect(a.y + a.height, a.selector).toBeLessThanOrEqual(height);
        for (const b of boxes.slice(i + 1)) {
          const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          expect(Math.min(across, down), `${a.selector} and ${b.selector}`).toBeLessThanOrEqual(
            0.5,
          );
        }
      }
      const large = boxes.filter(
        ({ selector }) => selector === chart || selector === '.usage-chart',
      );
      for (const box of large) expect(box.height, box.selector).toBeGreaterThan(130);
    }
    await visit.close();
  });
});

describe('in a browser that starts no threads', () => {
  it('a page shows and tells the same', async () => {
    const read = async (before?: () => void) => {
      const visit = await Visit.open(browser, pages.entry, {}, before);
      await visit.settled();
      const told = {
        threads: visit.page.workers().length,
        lanes: await visit.lanes.locator('.lane-label').allInnerTexts(),
        holders: await seen(visit.holders),
        keys: await seen(visit.part('colour-keys')),
        count: await visit.page.evaluate(async () => {
          await window.rlInsight.setRange(2, 5);
          return window.rlInsight.visibleCount();
        }),
      };
      await visit.close();
      return told;
    };
    const { threads, ...usual } = await read();
    const without = await read(() => Reflect.deleteProperty(window, 'Worker'));
    expect(threads).toBe(1);
    expect(without).toEqual({ threads: 0, ...usual });
  });
});
