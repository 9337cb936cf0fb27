import { readFile } from 'node:fs/promises';
import type { GroupReport } from '@rl-insight/memory-model';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MadePages } from './made-pages.js';
import { type RmmRun, reportMs, showRun } from './rmm-run.js';
import { seen, Visit } from './visit.js';

let run: RmmRun;
let report: GroupReport;
let browser: Browser;
let pages: MadePages;
let visit: Visit;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, pages, run, report, visit, close } = await showRun({ seed: 'failures' }));
});
afterAll(() => close());
beforeEach(async () => {
  await visit.startOver();
  await visit.page.keyboard.press('Escape');
});

const RETRY = {
  succeeded: 'tried again, succeeded',
  failed: 'tried again, failed again',
  none: 'not tried again',
} as const;

const drawer = () => visit.part('failures-drawer');
const title = () => seen(drawer().locator('h2'));
const all = () => report.out_of_memory.length;

function exactText(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en-US')} bytes`;
}

/** Titles of holders and exact sizes, of a list of them. */
function holdersIn(node: Element): [string, string][] {
  return [...node.querySelectorAll(':scope > li > .holder')].map((row) => [
    row.querySelector('.holder-name')?.textContent ?? '',
    row.querySelector('.holder-size')?.getAttribute('title') ?? '',
  ]);
}

describe('a mark at a failed allocation', () => {
  it('opens that failure, whatever the zoom', async () => {
    expect(all()).toBe(run.truth.failures.length);
    expect(all()).toBeGreaterThan(20);
    const [, end] = await visit.fields();
    for (const [number, span] of [
      [3, end / 10],
      [11, end / 100],
      [all() - 2, end / 1000],
    ]) {
      const ms = reportMs(pages, report.out_of_memory[number].time_ns);
      const near = report.out_of_memory
        .map(({ time_ns }) => Math.abs(reportMs(pages, time_ns) - ms))
        .filter((distance) => distance > 0);
      const width = Math.min(span, Math.min(...near) * 30);
      await visit.page.evaluate(
        ([left, right]) => window.rlInsight.setRange(left, right),
        [ms - width / 2, ms + width / 2],
      );
      const { bottom } = await visit.plot(visit.usage);
      const x = await visit.xOf(visit.usage, ms);
      await visit.page.mouse.move(x, bottom - 8);
      await expect.poll(() => seen(visit.tooltip)).toContain('could not be allocated');
      const told = await seen(visit.tooltip);
      const { requested_bytes, followed_by } = report.out_of_memory[number];
      expect(told).toContain(exactText(requested_bytes ?? 0));
      expect(told).toContain(RETRY[followed_by.retry ?? 'none']);
      await visit.page.mouse.click(x, bottom - 8);
      await expect.poll(title).toBe(`Failed allocation ${number + 1} of ${all()}`);
      await visit.page.keyboard.press('Escape');
      await expect.poll(() => drawer().isVisible()).toBe(false);
    }
  });

  it('is one with its neighbours where there is no room, and stands for the worst', async () => {
    await visit.part('open-failures').click();
    const { left, bottom } = await visit.plot(visit.usage);
    const told: string[] = [];
    for (let x = left; x < left + 500; x += 4) {
      await visit.page.mouse.move(x, bottom - 8);
      const text = (await visit.tooltip.isVisible()) ? await seen(visit.tooltip) : '';
      if (text.includes('failed about here')) told.push(text);
    }
    expect(told.length).toBeGreaterThan(0);
  });

  it('stands in the lane of its thread, and leads there too', async () => {
    await visit.part('chart-threads').click();
    await visit.settled();
    const chart = visit.part('thread-chart');
    const label = chart.locator('.lane-label:visible').first();
    const [, thread] = /thread (\d+)/.exec(await seen(label)) ?? [];
    const own = report.out_of_memory.findIndex(({ thread_id }) => String(thread_id) === thread);
    const ms = reportMs(pages, report.out_of_memory[own].time_ns);
    await visit.page.evaluate(
      ([left, right]) => window.rlInsight.setRange(left, right),
      [ms - 0.05, ms + 0.05],
    );
    const box = await label.boundingBox();
    if (box === null) throw new Error('no thread is in view');
    const y = box.y + box.height - 11;
    await visit.page.mouse.click(await visit.xOf(chart, ms), y);
    await expect.poll(title).toBe(`Failed allocation ${own + 1} of ${all()}`);
    await visit.part('chart-lanes').click();
  });
});

describe('what is said of a failure', () => {
  it('is what the report says, and what is true', async () => {
    await visit.part('open-failures').click();
    await drawer().locator('.failures-table tbody').first().locator('button').click();
    for (const [number, failure] of report.out_of_memory.slice(0, 14).entries()) {
      await expect.poll(title).toBe(`Failed allocation ${number + 1} of ${all()}`);
      const truth = run.truth.failures[number];
      const facts = await seen(visit.part('failure-facts'));
      for (const bytes of [truth.requestedBytes, truth.liveBytes]) {
        expect(facts).toContain(exactText(bytes));
      }
      expect(facts).toContain(`thread ${truth.threadId}`);
      expect(facts).toContain(truth.openNames.join(' › ') || 'in no range');
      const followed = visit.part('failure-followed');
      expect(await seen(followed)).toContain(RETRY[truth.retry]);
      expect(await followed.locator('span').last().getAttribute('title')).toBe(
        exactText(truth.releasedBytes),
      );
      const releasers = visit.part('failure-releasers').locator('li');
      const found = await releasers.evaluateAll((items) =>
        items.map(({ children: [who, size] }) => [who.textContent, size.getAttribute('title')]),
      );
      expect(found).toEqual(
        truth.releasedByThread
          .slice(0, 12)
          .map(({ threadId, bytes }) => [
            threadId === null ? 'threads not known' : `thread ${threadId}`,
            exactText(bytes),
          ]),
      );
      const held = visit.part('failure-held').locator('> .holder-rows');
      const threads = failure.held_by_thread ?? [];
      expect(await held.evaluate(holdersIn)).toEqual(
        truth.heldByThread.map(({ threadId, bytes }) => [
          `thread ${threadId}${threadId === truth.threadId ? ' (asked)' : ''}`,
          exactText(bytes),
        ]),
      );
      if (threads.length > 0) {
        const scopes = await held.locator('.holder-rows').evaluate(holdersIn);
        expect(scopes).toEqual(
          threads[0].holders
            .slice(0, 40)
            .map(({ scope, bytes }) => [scope ?? 'in no scope', exactText(bytes)]),
        );
      }
      const { before_capture_bytes } = failure;
      const before = visit.part('failure-held').locator('p.note');
      expect(await before.count()).toBe(before_capture_bytes > 0 ? 1 : 0);
      await visit.page.keyboard.press(']');
    }
    await visit.page.keyboard.press('[');
    await expect.poll(title).toBe(`Failed allocation 14 of ${all()}`);
  });

  it('unfolds by thread', async () => {
    await visit.part('open-failures').click();
    const number = report.out_of_memory.findIndex(
      ({ held_by_thread }) => (held_by_thread?.length ?? 0) > 2,
    );
    await drawer().locator('.failures-table tbody').nth(number).locator('button').click();
    const held = visit.part('failure-held').locator('> .holder-rows > li');
    await held.nth(1).locator('> button').click();
    const second = report.out_of_memory[number].held_by_thread?.[1];
    await expect
      .poll(() => held.nth(1).locator('.holder-rows').evaluate(holdersIn))
      .toEqual(
        second?.holders.map(({ scope, bytes }) => [scope ?? 'in no scope', exactText(bytes)]),
      );
    expect(await seen(held.nth(1).locator('> button .holder-frame'))).toBe(
      second?.open_ranges.join(' › ') || 'in no range',
    );
  });
});

describe('the list of failures', () => {
  it('counts them by what followed, sorts, and ends at both ends', async () => {
    expect(await seen(visit.part('open-failures'))).toBe(`Failed allocations (${all()})`);
    await visit.page.keyboard.press('f');
    await drawer().locator('.failures-table tbody').first().waitFor();
    const text = await seen(drawer());
    for (const [retry, words] of Object.entries(RETRY)) {
      const count = run.truth.failures.filter((failure) => failure.retry === retry).length;
      if (count > 0) expect(text).toContain(`${count} × ${words}`);
    }
    const before = drawer().getByRole('button', { name: 'Failure before' });
    const after = drawer().getByRole('button', { name: 'Next failure' });
    await drawer().locator('.failures-table tbody').first().locator('button').click();
    expect([await before.isDisabled(), await after.isDisabled()]).toEqual([true, false]);
    await drawer().locator('.failures-table tbody').last().locator('button').click();
    expect([await before.isDisabled(), await after.isDisabled()]).toEqual([false, true]);
    await drawer().getByRole('button', { name: 'Requested', exact: true }).click();
    const largest = Math.max(...run.truth.failures.map(({ requestedBytes }) => requestedBytes));
    const cell = drawer().locator('.failures-table tbody').first().locator('td').nth(2);
    expect(await cell.getAttribute('title')).toBe(exactText(largest));
  });

  it('can be taken along', async () => {
    await visit.part('open-failures').click();
    const download = visit.page.waitForEvent('download');
    await visit.part('failures-csv').click();
    const text = await readFile(await (await download).path(), 'utf8');
    const lines = parse(text, { columns: true }) as Record<string, string>[];
    expect(lines).toMatchObject(
      report.out_of_memory.map((failure) => ({
        time_ns: failure.time_ns,
        thread_id: String(failure.thread_id),
        requested_bytes: String(failure.requested_bytes),
        live_bytes: String(failure.live_bytes),
        retry: failure.followed_by.retry,
        released_bytes: String(failure.followed_by.released_bytes),
      })),
    );
  });

  it('is in the address', async () => {
    await visit.part('open-failures').click();
    await drawer().locator('.failures-table tbody').nth(4).locator('button').click();
    const expected = await title();
    const [, number] = /(\d+) of/.exec(expected) ?? [];
    const part = `below=failures&failure=${Number(number) - 1}`;
    await expect.poll(() => new URL(visit.page.url()).hash).toContain(part);
    const hash = new URL(visit.page.url()).hash;
    const other = await Visit.open(browser, `${pages.entry}${hash}`);
    const heading = other.part('failures-drawer').locator('h2');
    await expect.poll(() => seen(heading)).toBe(expected);
    await other.close();
  });

  it('is stepped through from the last where an address asks for one beyond', async () => {
    const hash = '#below=failures&failure=999999';
    const other = await Visit.open(browser, `${pages.entry}${hash}`);
    const heading = other.part('failures-drawer').locator('h2');
    await expect.poll(() => seen(heading)).toBe(`Failed allocation ${all()} of ${all()}`);
    const pressed = (name: string) => other.part(`open-${name}`).getAttribute('aria-pressed');
    expect([await pressed('failures'), await pressed('scopes')]).toEqual(['true', 'false']);
    await other.page.keyboard.press('[');
    await expect.poll(() => seen(heading)).toBe(`Failed allocation ${all() - 1} of ${all()}`);
    await other.close();
  });

  it('gives the keyboard back when it has it, and else leaves it where it is', async () => {
    const focused = () =>
      visit.page.evaluate(() => {
        const node = document.activeElement;
        return node instanceof HTMLElement ? node.dataset.testid : undefined;
      });
    await visit.part('open-failures').click();
    expect(await focused()).toBe('failures-drawer');
    await visit.page.keyboard.press('Escape');
    expect(await focused()).toBe('open-failures');
    await visit.page.keyboard.press('f');
    await visit.page.keyboard.press('s');
    expect(await focused()).toBe('scopes-drawer');
    await visit.page.keyboard.press('Escape');
  });

  it('makes room for the panel of an allocation, and that for it', async () => {
    await visit.part('open-failures').click();
    await visit.page.evaluate(() => window.rlInsight.select(5));
    expect([await drawer().isVisible(), await visit.panel.isVisible()]).toEqual([false, true]);
    await visit.page.keyboard.press('f');
    await expect.poll(() => drawer().isVisible()).toBe(true);
    expect(await visit.panel.isVisible()).toBe(false);
  });
});

describe('in a narrow window', () => {
  it.each(['failures', 'scopes'])('nothing of the %s is cut off at the side', async (name) => {
    await visit.page.setViewportSize({ width: 1120, height: 800 });
    await visit.page.keyboard.press(name === 'failures' ? 'f' : 's');
    const table = visit.part(`${name}-drawer`).locator(`.${name}-table`);
    await table.locator('tbody').first().waitFor();
    const [wide, room] = await table.evaluate((node) => {
      const part = node.closest('.panel-part, .drawer-body') as HTMLElement;
      return [part.scrollWidth, part.clientWidth];
    });
    expect(wide).toBeLessThanOrEqual(room);
    await visit.page.setViewportSize({ width: 1280, height: 720 });
  });
});
