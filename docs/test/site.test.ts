import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHROMIUM_ARGUMENTS, findChromium, NO_CHROMIUM } from '@rl-insight/tools/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BuiltSite } from './built-site.js';
import { allPages } from './markdown.js';

/** Not the root, so that a link that forgets the folder of the site is found. */
const BASE = '/some/folder/';

let site: BuiltSite;
let browser: Browser;
/** One for all tests, so that what pages share is loaded once. */
let page: Page;
/** What pages asked of anybody else, and what went wrong on them. */
const wrong: string[] = [];

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  [site, browser] = await Promise.all([
    BuiltSite.build(BASE),
    chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS }),
  ]);
  page = await browser.newPage({ locale: 'en', viewport: { width: 1280, height: 800 } });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${site.origin}${BASE}`) && !/^(?:data|blob):/.test(url)) {
      wrong.push(`asks for ${url}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', ({ message }) => wrong.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.remove();
});

beforeEach(() => {
  wrong.length = 0;
});

/** Opens a page, with all that it shows, and lets it come alive. */
async function open(path: string): Promise<void> {
  await page.goto(`${site.origin}${BASE}${path}`);
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
}

const htmlOf = (markdown: string) => markdown.replace(/\.md$/, '.html');

test.each(allPages())('%s asks nobody else for anything, and has no errors', async (file) => {
  await open(htmlOf(file));
  // The title is of the page, and pictures are there.
  expect(await page.locator('h1').first().textContent()).not.toBe('404');
  const widths = await page
    .locator('.vp-doc img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths).not.toContain(0);
  expect(wrong).toEqual([]);
});

test('links to places within pages lead to a heading', async () => {
  const found: string[] = [];
  const places = new Map<string, Set<string>>();
  const links: { from: string; to: string; place: string }[] = [];
  for (const file of allPages().map(htmlOf)) {
    const html = await readFile(join(site.files, file), 'utf8');
    places.set(`${BASE}${file}`, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)));
    for (const [, href] of html.matchAll(/ href="([^"]*#[^"]+)"/g)) {
      const { pathname, hash } = new URL(href, `http://host${BASE}${file}`);
      const place = decodeURIComponent(hash.slice(1));
      links.push({ from: file, to: pathname.replace(/\/$/, '/index.html'), place });
    }
  }
  for (const { from, to, place } of links) {
    if (places.get(to)?.has(place) !== true) found.push(`${from} → ${to}#${place}`);
  }
  expect(links.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

describe('search', () => {
  async function search(start: string, words: string): Promise<void> {
    await open(start);
    await page.locator('.DocSearch-Button').click();
    await page.locator('.VPLocalSearchBox input').fill(words);
  }

  /** What is shown is of the words before until the index has answered. */
  async function results(): Promise<string> {
    return (await page.locator('.VPLocalSearchBox .result').allInnerTexts()).join('\n');
  }

  test.each([
    ['start.html', 'fragmentation', /Fragmentation/],
    ['start.html', 'memory.parser.ranges', /rmm|Keys|Commands|Logs of RMM/i],
    ['zh/start.html', '碎片', /碎片/],
    ['zh/start.html', '显存泄漏', /泄漏/],
  ])('from %s finds %s', async (start, words, title) => {
    await search(start, words);
    await expect.poll(results, { timeout: 15_000 }).toMatch(title);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\.html$/);
    expect(wrong).toEqual([]);
  });
});

test('the language can be changed there and back, on the same page', async () => {
  const switchTo = async (language: string) => {
    await page.locator('.VPNavBarTranslations button').hover();
    await page.locator('.VPNavBarTranslations').getByText(language, { exact: true }).last().click();
  };
  await open('concepts.html');
  await switchTo('简体中文');
  await page.waitForURL('**/zh/concepts.html');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/概念/);
  await switchTo('English');
  await page.waitForURL(`**${BASE}concepts.html`);
  expect(wrong).toEqual([]);
});

test('every page can be reached from the sidebar', async () => {
  const reached = new Set<string>();
  for (const start of ['start.html', 'zh/start.html']) {
    await open(start);
    const links = await page
      .locator('.VPSidebar a')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname));
    for (const link of links)
      reached.add(link.slice(BASE.length).replace(/(^|\/)$/, '$1index.html'));
  }
  const lost = allPages()
    .map(htmlOf)
    .filter((file) => !/^(?:zh\/)?index\.html$/.test(file) && !reached.has(file));
  expect(lost).toEqual([]);
});
