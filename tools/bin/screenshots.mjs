import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium, findChromium } from './chromium.mjs';
import { RUNS, SCENES } from './pictures/scenes.mjs';
import { ensureInstalled, fail, nx, root, run } from './setup.mjs';

/** Makes the pictures of README and docs, in English and Chinese, from captures of the generator. */

const MOST_BYTES = 200_000;
const WIDTH = 1120;
const FOLDERS = { en: join(root, 'docs', 'images'), zh: join(root, 'docs', 'images', 'zh') };

ensureInstalled();
ensureChromium();
nx(['run-many', '-t', 'build', '-p', 'rl-insight,@rl-insight/tools', '--outputStyle=static'], {
  stdio: ['ignore', 2, 2],
});
const generator = await import('@rl-insight/tools');
const { chromium } = await import('playwright-core');

/** Draws the pages of a run; the path of the one that is the way in. */
function draw(folder, words, language) {
  const pages = join(folder, language);
  const bin = join(root, 'packages', 'cli', 'bin', 'rl-insight.js');
  const output = [`output.path=${pages}`, `output.language=${language}`];
  run(process.execPath, [bin, ...words, ...output, '--quiet'], { stdio: ['ignore', 2, 2] });
  const entry = join(pages, 'index.html');
  return existsSync(entry) ? entry : join(pages, 'memory_timeline_00.html');
}

async function take(browser, { name, hash, part, width = WIDTH, height }, entry, folder) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${pathToFileURL(entry).href}${hash}`);
  await page.evaluate(() => window.rlInsight.ready);
  // The overview has all that it shows when it is ready.
  await page.evaluate(() => window.rlInsight.settled?.());
  await page.waitForTimeout(500);
  const path = join(folder, `${name}.png`);
  const subject = part === undefined ? page : page.locator(`[data-testid="${part}"]`);
  await subject.screenshot({ path, animations: 'disabled' });
  await page.close();
  const { size } = statSync(path);
  console.log(`${String(size).padStart(7)}  ${path.slice(root.length + 1)}`);
  return size > MOST_BYTES ? [path] : [];
}

const tooLarge = [];
const folder = mkdtempSync(join(tmpdir(), 'rl-insight-pictures-'));
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const [name, write] of Object.entries(RUNS)) {
    const words = await write(join(folder, name), generator);
    for (const [language, images] of Object.entries(FOLDERS)) {
      mkdirSync(images, { recursive: true });
      const entry = draw(join(folder, `${name}-pages`), words, language);
      for (const scene of SCENES) {
        if (scene.run === name) tooLarge.push(...(await take(browser, scene, entry, images)));
      }
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
if (tooLarge.length > 0) {
  fail(`More than ${MOST_BYTES} bytes, show less in them: ${tooLarge.join(', ')}`);
}
