import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryVisualizer } from '@rl-insight/visualizer-memory-html';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { MIB, pagesOfGroups, type RankPages, turns } from './many-ranks.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
const made: RankPages[] = [];
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(made.map((pages) => pages.remove()));
});

async function pagesIn(language: string | undefined): Promise<RankPages> {
  const pages = await pagesOfGroups(turns(2), language);
  made.push(pages);
  return pages;
}

/** What a reader's browser shows: first of the overview, then of a page that it leads to. */
async function readBy(locale: string, { entry }: RankPages) {
  const visit = await Visit.open(browser, entry, { locale });
  const read = async () => ({
    title: await visit.page.title(),
    lang: await visit.page.locator('html').getAttribute('lang'),
    text: await seen(visit.page.locator('main')),
  });
  const overview = await read();
  await visit.part('answer').getByRole('link').click();
  await visit.arrive(/memory_timeline_00/);
  const page = await read();
  await visit.close();
  return { overview, page };
}

describe.each([
  ['zh', 'en-US'],
  ['auto', 'zh-CN'],
  [undefined, 'zh-TW'],
])('output.language=%s read with a browser in %s', (language, locale) => {
  it('speaks Chinese, but for what the capture says', async () => {
    const { overview, page } = await readBy(locale, await pagesIn(language));
    expect(overview.title).toBe('所有 rank 的显存');
    expect(overview.lang).toBe('zh-CN');
    for (const text of ['峰值出现在哪个 rank？', '存活字节', '中位数', '未释放', 'actor_update']) {
      expect(overview.text).toContain(text);
    }
    expect(overview.text).toContain(`${(904 * MIB).toLocaleString('en-US')} 字节`);
    expect(overview.text).not.toMatch(/peak|groups|bytes|median|Find/);
    expect(page.title).toBe('actor_update · rank 1 · NPU:1 — 显存');
    expect(page.lang).toBe('zh-CN');
    for (const text of [
      '采集数据',
      '分配器',
      '调用栈',
      '5 次（已释放 4，未释放 1）',
      '所有 rank',
    ]) {
      expect(page.text).toContain(text);
    }
    expect(page.text).not.toMatch(/Time origin|Allocations|Warnings|Reset|Live bytes|not released/);
  });
});

describe.each([
  ['en', 'zh-CN'],
  ['auto', 'de-DE'],
])('output.language=%s read with a browser in %s', (language, locale) => {
  it('speaks English', async () => {
    const { overview, page } = await readBy(locale, await pagesIn(language));
    expect([overview.lang, page.lang]).toEqual(['en', 'en']);
    expect(overview.title).toBe('Device memory of all ranks');
    expect(page.title).toBe('actor_update · rank 1 · NPU:1 — device memory');
    expect(`${overview.text} ${page.text}`).not.toMatch(/\p{Script=Han}/u);
  });
});

describe('without scripts', () => {
  it('a page says in its language that it needs them', async () => {
    const [zh, auto] = [await pagesIn('zh'), await pagesIn('auto')];
    const text = async ({ folder }: RankPages) => readFile(join(folder, 'index.html'), 'utf8');
    expect(await text(zh)).toMatch(
      /<html lang="zh-CN".*<noscript>此页面[^<a-z]*JavaScript[^<a-z]*</s,
    );
    expect(await text(auto)).toMatch(/<noscript>This page .*此页面/);
  });
});

describe('from a program', () => {
  const tables = makeTables({ rows: [], endNs: 0, group: {}, sources: [] });
  it('refuses a language that there is not', async () => {
    const config = { output: { path: 'nowhere', language: 'fr' as 'en' } };
    await expect(new MemoryVisualizer(config).run(tables)).rejects.toThrow(
      'output.language is auto, en or zh, and not "fr"',
    );
  });
});
