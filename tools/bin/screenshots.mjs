import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium, findChromium } from './chromium.mjs';
import { ensureInstalled, nx, root, run } from './setup.mjs';

/** Makes the pictures of README and docs from a capture of the generator. */

ensureInstalled();
ensureChromium();
nx(['run-many', '-t', 'build', '--outputStyle=static'], { stdio: ['ignore', 2, 2] });
const { writeCaptures } = await import('@rl-insight/tools');
const { chromium } = await import('playwright-core');

const folder = mkdtempSync(join(tmpdir(), 'rl-insight-pictures-'));
try {
  await writeCaptures(join(folder, 'prof'), {
    roles: ['actor_update'],
    capture: { seed: 'picture', allocations: 1200, unreleasedShare: 0.08, stackDepth: 10 },
  });
  const bin = join(root, 'packages', 'cli', 'bin', 'rl-insight.js');
  const pages = join(folder, 'pages');
  run(process.execPath, [
    bin,
    join(folder, 'prof'),
    'memory.parser.type=memory',
    `output.path=${pages}`,
  ]);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(join(pages, 'memory_timeline_00.html')).href);
  await page.evaluate(() => window.rlInsight.ready);
  await page.evaluate(async () => {
    await window.rlInsight.select(400);
    await window.rlInsight.setRange(8, 36);
  });
  await page.screenshot({ path: join(root, 'docs', 'images', 'page.png') });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
