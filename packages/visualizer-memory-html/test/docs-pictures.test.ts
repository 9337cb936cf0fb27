import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { describe, it } from 'vitest';
import { launch } from './chromium.js';
import { pagesOfCaptures } from './made-pages.js';
import { pagesOfGroups, turns } from './many-ranks.js';
import { pagesOfRun, rmmRun } from './rmm-run.js';
import { Visit } from './visit.js';

/* Makes the pictures of README and docs anew: `npm run pictures`. They are of made-up captures. */

const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const SIZE = { viewport: { width: 1440, height: 810 } };

describe.runIf(process.env.RL_INSIGHT_PICTURES === '1')('pictures of the docs', () => {
  it('are made', async () => {
    const browser: Browser = await launch();
    const capture = { allocations: 12_000, geAllocations: 300, seed: 5 };
    const pages = await pagesOfCaptures({ capture, roles: ['actor_update'] });
    const ranks = await pagesOfGroups(turns(8));
    const page = await Visit.open(browser, pages.entry, SIZE);
    await page.settled();
    await page.page.screenshot({ path: `${IMAGES}/page.png` });
    await page.part('chart-map').click();
    await page.part('holders-by').selectOption('stack');
    await page.part('flame').waitFor();
    await page.page.screenshot({ path: `${IMAGES}/memory-map.png` });
    await page.close();
    const overview = await Visit.open(browser, ranks.entry, SIZE);
    await overview.page.screenshot({ path: `${IMAGES}/overview.png` });
    await overview.close();
    const run = await pagesOfRun(await rmmRun({ capacityBytes: 1 << 24, sizeBits: 22 }));
    const threads = await Visit.open(
      browser,
      `${run.entry}#chart=threads&below=failures&failure=8`,
      {
        viewport: { width: 1440, height: 1000 },
      },
    );
    await threads.part('failure-held').locator('.holder-rows').first().waitFor();
    await threads.page.screenshot({ path: `${IMAGES}/threads.png` });
    await threads.close();
    await Promise.all([browser.close(), pages.remove(), ranks.remove(), run.remove()]);
  });
});
