import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MadePages } from './made-pages.js';
import { readPng } from './pictures.js';
import { type RmmRun, showRun } from './rmm-run.js';
import { seen, Visit } from './visit.js';

let run: RmmRun;
let browser: Browser;
let pages: MadePages;
let visit: Visit;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, pages, run, visit, close } = await showRun({ seed: 'threads', threads: 20 }));
});
afterAll(() => close());
beforeEach(async () => {
  await visit.startOver();
  await visit.part('chart-threads').click();
  await visit.settled();
});

const chart = () => visit.part('thread-chart');
const label = (thread: number) =>
  chart().locator('.lane-label:visible', { hasText: `thread ${thread}` });
const peaks = () =>
  [...run.truth.threads.values()].sort(
    (a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId,
  );

/** What a thread holds after all that happens at a time, ms after the origin, by its rows. */
function heldAt(thread: number, ms: number): number {
  const { threadId, startNs, durationNs, sizeBytes, rows } = pages.groups[0].allocations;
  let held = 0;
  for (let row = 0; row < rows; row++) {
    const at = ms * 1e6 - startNs[row];
    const isLive = at >= 0 && (Number.isNaN(durationNs[row]) || at < durationNs[row]);
    if (threadId?.[row] === thread && isLive) held += Math.max(0, sizeBytes[row]);
  }
  return held;
}

/** Exact bytes of a line of the tooltip. */
async function told(name: string): Promise<number | undefined> {
  const line = visit.tooltip.locator('div', { hasText: name }).first();
  if ((await line.count()) === 0) return undefined;
  const [, exact] = /([\d,]+) bytes?/.exec(await seen(line)) ?? [];
  return exact === undefined ? undefined : Number(exact.replaceAll(',', ''));
}

async function hover(thread: number, ms: number): Promise<void> {
  const box = await label(thread).boundingBox();
  if (box === null) throw new Error(`thread ${thread} is not in view`);
  // Below its ranges, above the marks of its failures.
  const y = box.y + box.height - 26;
  await visit.page.mouse.move(await visit.xOf(chart(), ms), y);
  await visit.tooltip.waitFor();
}

describe('lanes by thread', () => {
  it('are in the order of what threads held at most, each with its peak', async () => {
    const first = peaks().slice(0, 3);
    const labels = await chart().locator('.lane-label:visible').allInnerTexts();
    first.forEach(({ threadId, peakBytes }, i) => {
      expect(labels[i]).toContain(`thread ${threadId}`);
      expect(labels[i]).toContain(`peak ${(peakBytes / 1024 ** 2).toFixed(2)} MiB`);
    });
  });

  it('tell what a thread holds at a time, and in a pixel the most of its time', async () => {
    const [{ threadId, peakBytes, peakUs }] = peaks();
    const first = pages.groups[0].allocations.originNs;
    const peakMs = Number(BigInt(peakUs) * 1000n - first) / 1e6;
    await hover(threadId, peakMs);
    const most = (await told('Here at most')) ?? (await told('Holds'));
    expect(most).toBe(peakBytes);
    expect(await told('Its peak')).toBe(peakBytes);
    const [, end] = await visit.fields();
    const { left, right } = await visit.plot(chart());
    for (const share of [0.13, 0.37, 0.61, 0.92]) {
      const x = Math.round(left + (right - left) * share);
      await hover(threadId, (end * (x - left)) / (right - left));
      const text = await seen(visit.tooltip);
      const [, ms] = /Moment\s*([\d.]+) ms/.exec(text) ?? [];
      expect(await told('Holds')).toBe(heldAt(threadId, Number(ms)));
    }
  });

  it('scroll where there are many', async () => {
    const last = peaks().at(-1)?.threadId ?? 0;
    expect(await label(last).count()).toBe(0);
    const { left, top } = await visit.plot(chart());
    await visit.page.mouse.move(left + 50, top + 20);
    const scroll = async (px: number) => {
      await visit.page.keyboard.down('Shift');
      for (let i = 0; i < 10; i++) await visit.page.mouse.wheel(0, px);
      await visit.page.keyboard.up('Shift');
    };
    await scroll(400);
    await expect.poll(() => label(last).count()).toBe(1);
    await scroll(-400);
    await expect.poll(() => label(peaks()[0].threadId).count()).toBe(1);
  });

  it('a click asks who holds what of the thread then', async () => {
    const [, { threadId }] = peaks();
    const [, end] = await visit.fields();
    await hover(threadId, end / 2);
    const [, ms] = /Moment\s*([\d.]+) ms/.exec(await seen(visit.tooltip)) ?? [];
    await visit.page.mouse.down();
    await visit.page.mouse.up();
    const heading = `What does thread ${threadId} hold at ${ms} ms?`;
    await expect.poll(() => seen(visit.holders.locator('h2'))).toBe(heading);
    const total = visit.holders.locator('.holder-total strong');
    const exact = heldAt(threadId, Number(ms)).toLocaleString('en-US');
    await expect.poll(() => total.getAttribute('title')).toBe(`${exact} bytes`);
    await expect.poll(() => visit.page.url()).toContain(`at=${ms}@${threadId}`);
    const address = `${pages.entry}${new URL(visit.page.url()).hash}`;
    const other = await Visit.open(browser, address);
    await expect.poll(() => seen(other.holders.locator('h2'))).toBe(heading);
    expect(await other.part('thread-chart').isVisible()).toBe(true);
    await other.close();
    await visit.page.keyboard.press('p');
  });

  it('are reached by the keyboard, and from them the other charts', async () => {
    const shown = async () => [
      await visit.lanes.isVisible(),
      await visit.map.isVisible(),
      await chart().isVisible(),
    ];
    await visit.page.keyboard.press('m');
    await expect.poll(shown).toEqual([true, false, false]);
    await visit.page.keyboard.press('t');
    await expect.poll(shown).toEqual([false, false, true]);
  });

  it('are in the picture', async () => {
    const download = visit.page.waitForEvent('download');
    await visit.part('save-picture').click();
    const { width, height, pixels } = readPng(await readFile(await (await download).path()));
    let coloured = 0;
    for (let at = Math.floor(height * 0.6) * width * 4; at < pixels.length; at += 4) {
      const channels = [...pixels.subarray(at, at + 3)];
      if (Math.max(...channels) - Math.min(...channels) > 60) coloured++;
    }
    expect(coloured).toBeGreaterThan(2000);
  });
});
