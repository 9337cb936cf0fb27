/// <reference lib="dom" />
/**
 * Visits a page as a hand would: opens it, moves it for ten seconds at all zoom levels, clicks on
 * the usage chart, and tells how long the page took for each.
 */
import { performance } from 'node:perf_hooks';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS } from '../measure/chromium.js';

const ARGUMENTS = [...CHROMIUM_ARGUMENTS, '--enable-precise-memory-info'];
const VIEWPORT = { width: 1440, height: 900 };
const MOVE_MS = 10_000;
const REST_MS = 600;
const CLICKS = 7;

/** What the bench uses of a page's interface. */
interface RlInsight {
  readonly ready: Promise<void>;
  readonly eventCount: number;
  getRange(): ArrayLike<number>;
  setRange(leftMs: number, rightMs: number): Promise<void>;
  settled(): Promise<void>;
}

type PageWindow = Window & { readonly rlInsight?: RlInsight };

const [, , executablePath, file, chart] = process.argv;
const begin = performance.now();
const browser = await chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
try {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  await page.goto(`file://${file}${chart === 'map' ? '#chart=map' : ''}`, { waitUntil: 'commit' });
  const openMs = await page.evaluate(opened);
  const settledMs = await page.evaluate(settled);
  await page.waitForTimeout(REST_MS);
  const moves = await page.evaluate(move, MOVE_MS);
  const panels = await clickAround(page);
  const heapBytes = await heap(page);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const facts = {
    rows: await page.evaluate(() => (window as PageWindow).rlInsight?.eventCount ?? 0),
    openSeconds: openMs / 1000,
    settledSeconds: settledMs / 1000,
    moves: moves.length,
    moveMs50: quantile(moves, 0.5),
    moveMs95: quantile(moves, 0.95),
    moveMs99: quantile(moves, 0.99),
    panelMs: Math.max(...panels),
    heapMb: heapBytes / 1e6,
    seconds: (performance.now() - begin) / 1000,
  };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
} finally {
  await browser.close();
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Ms from the navigation to the first picture. */
async function opened(): Promise<number> {
  const page = window as PageWindow;
  while (page.rlInsight === undefined) await new Promise((later) => setTimeout(later, 1));
  await page.rlInsight.ready;
  return window.performance.now();
}

async function settled(): Promise<number> {
  await (window as PageWindow).rlInsight?.settled();
  return window.performance.now();
}

/** Moves the range with each frame, in and out through five decades; ms from each to its frame. */
async function move(ms: number): Promise<number[]> {
  const api = (window as PageWindow).rlInsight;
  if (api === undefined) return [];
  const { 0: left, 1: right } = api.getRange();
  const whole = right - left;
  const times: number[] = [];
  const start = window.performance.now();
  for (let now = start; now - start < ms; now = window.performance.now()) {
    const share = (now - start) / ms;
    const zoom = 10 ** (-5 * (0.5 - 0.5 * Math.cos(share * Math.PI * 4)));
    const span = whole * 0.98 * zoom;
    const middle = left + whole * (0.5 + 0.49 * Math.sin(share * Math.PI * 14) * (1 - zoom));
    const from = Math.min(Math.max(left, middle - span / 2), right - span);
    const begun = window.performance.now();
    void api.setRange(from, from + span);
    await new Promise<void>((drawn) => {
      requestAnimationFrame(() => {
        // What is posted in a frame comes when the frame has been drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => drawn();
        port2.postMessage(0);
      });
    });
    times.push(window.performance.now() - begun);
  }
  await api.setRange(left, right);
  return times;
}

/** Clicks on the usage chart; ms from each to the panel's being drawn. */
async function clickAround(page: Page): Promise<number[]> {
  const box = await page.locator('[data-testid=usage-chart] .hand').boundingBox();
  if (box === null) throw new Error('the page has no usage chart');
  const times: number[] = [];
  for (let i = 0; i < CLICKS; i++) {
    await page.waitForTimeout(REST_MS);
    const answer = page.evaluate(panelTime);
    await page.waitForTimeout(100);
    await page.mouse.click(box.x + (box.width * (i + 0.5)) / CLICKS, box.y + box.height / 3);
    times.push(await answer);
  }
  return times;
}

function panelTime(): Promise<number> {
  return new Promise((resolve, reject) => {
    const panel = document.querySelector('[data-testid=holders-panel]');
    if (panel === null) reject(new Error('the page has no panel of holders'));
    addEventListener(
      'pointerup',
      () => {
        const begun = window.performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(window.performance.now() - begun);
          port2.postMessage(0);
        });
      },
      { capture: true, once: true },
    );
  });
}

/** Bytes that are left when the browser has collected its garbage, typed arrays included. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  return page.evaluate(() => {
    const { memory } = window.performance as Performance & {
      readonly memory?: { readonly usedJSHeapSize: number };
    };
    return memory?.usedJSHeapSize ?? Number.NaN;
  });
}
