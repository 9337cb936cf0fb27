import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './chromium.js';
import { pagesOfGroups, type RankPages, turns } from './many-ranks.js';
import { Visit } from './visit.js';

let browser: Browser;
let pages: RankPages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([launch(), pagesOfGroups(turns(2))]);
});
afterAll(async () => {
  await browser.close();
  await pages.remove();
});

/** A server of this machine, and what it was asked for. */
async function listen() {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('window.hacked = "by a script from elsewhere"');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return { asked, address, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe.each([
  ['the overview', 'index.html'],
  ['a page of a group', 'rollout_rank0_NPU-0/memory_timeline_00.html'],
])('%s', (_, file) => {
  it('runs no script but its own, and reaches no network, whatever gets into it', async () => {
    const server = await listen();
    const visit = await Visit.open(browser, `${pages.folder}/${file}`);
    // The page itself was drawn without a complaint of the browser.
    expect(visit.faults).toEqual([]);
    const refused = await visit.page.evaluate(async (address) => {
      const directives: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        directives.push(effectiveDirective);
      });
      const add = (tag: string, attributes: Record<string, string>, text = '') => {
        const node = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
        node.textContent = text;
        document.body.append(node);
        return node;
      };
      add('script', {}, 'window.hacked = "by a script in line"');
      add('img', { src: 'nowhere.png', onerror: 'window.hacked = "by a handler"' });
      add('script', { src: `${address}/script.js` });
      add('img', { src: `${address}/picture.png` });
      add('iframe', { src: `${address}/frame.html` });
      add('object', { data: `${address}/object.html` });
      add('link', { rel: 'stylesheet', href: `${address}/style.css` });
      add('base', { href: `${address}/` });
      add('a', { href: 'javascript:window.hacked="by a link"' }).click();
      const fetched = await fetch(`${address}/data`).then(
        () => 'fetched',
        () => 'refused',
      );
      const beacon = navigator.sendBeacon(`${address}/beacon`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const form = add('form', { action: `${address}/form`, method: 'post' });
      (form as HTMLFormElement).submit();
      // A page that is still drawing hears of it a little later.
      for (let i = 0; i < 30 && !directives.includes('form-action'); i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const evaluated = (() => {
        try {
          // biome-ignore lint/security/noGlobalEval: that it cannot is what is tested
          return eval('"evaluated"');
        } catch {
          return 'refused';
        }
      })();
      return { directives: [...new Set(directives)].sort(), fetched, evaluated, beacon };
    }, server.address);
    expect(await visit.page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(refused).toMatchObject({ fetched: 'refused', evaluated: 'refused' });
    expect(refused.directives).toEqual(
      expect.arrayContaining([
        'base-uri',
        'connect-src',
        'form-action',
        'frame-src',
        'img-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ]),
    );
    expect(server.asked).toEqual([]);
    await visit.page.context().close();
    await server.close();
  });

  it('may start workers of its own, and save pictures', async () => {
    const visit = await Visit.open(browser, `${pages.folder}/${file}`);
    const done = await visit.page.evaluate(async () => {
      const script = new Blob(['postMessage(6 * 7)'], { type: 'text/javascript' });
      const worker = new Worker(URL.createObjectURL(script));
      const answer = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error('the worker did not start'));
      });
      const canvas = document.createElement('canvas');
      const picture = new Image();
      picture.src = canvas.toDataURL();
      await picture.decode();
      return [answer, picture.width];
    });
    expect(done).toEqual([42, 300]);
    await visit.close();
  });
});
