import { readFile } from 'node:fs/promises';
import { memoryReport } from '@rl-insight/memory-model';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocatorRun } from './caching-allocator.js';
import { launch } from './chromium.js';
import { type MadePages, pagesOfCaptures, pagesOfTables } from './made-pages.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The number of the event that a tooltip or heading tells of. */
const eventIn = (text: string) => Number(/event ([\d,]+)/.exec(text)?.[1].replaceAll(',', ''));

async function choose(visit: Visit, axis: 'time' | 'events'): Promise<void> {
  await Promise.all([visit.page.waitForEvent('load'), visit.part('axis').selectOption(axis)]);
  await visit.page.evaluate(() => window.rlInsight.ready);
  await visit.settled();
}

describe('a source that has no clock', () => {
  const run = allocatorRun({ blocks: 300, limitBytes: 2 ** 28, alive: 40, stepNs: 1 });
  let pages: MadePages;
  let visit: Visit;
  beforeAll(async () => {
    const timeBasis = 'event_index' as const;
    const group = { device_type: 'GPU:0' };
    const tables = makeTables({ ...run, group, sources: [], timeBasis, originNs: 0n });
    pages = await pagesOfTables(tables);
    visit = await Visit.open(browser, pages.entry);
  });
  afterAll(async () => {
    await visit.close();
    await pages.remove();
  });

  it('is drawn over its events, and nothing pretends that they are time', async () => {
    const text = await seen(visit.page.locator('#app'));
    expect(text).not.toMatch(/\d (?:ms|µs|ns|s)\b/);
    expect(await visit.part('axis').count()).toBe(0);
    const [left, right] = await visit.fields();
    expect(left).toBe(0);
    expect(right).toBe(run.endNs);
    await visit.page.evaluate(() => window.rlInsight.select(5));
    const { startNs, heldNs } = run.rows[5];
    const panel = await seen(visit.panel);
    expect(panel).toContain(`event ${startNs}`);
    expect(panel).toMatch(new RegExp(`${heldNs ?? run.endNs - startNs} events?`));
    expect(panel).not.toMatch(/\d (?:ms|µs|ns|s)\b/);
    await visit.startOver();
  });

  it('has ranges of events, in fields and in the address', async () => {
    await visit.type('range-left', '100');
    await visit.type('range-right', '200.5');
    expect(await seen(visit.page.locator('.range-fields'))).toContain('not a number of an event');
    await visit.type('range-right', '200');
    await expect.poll(() => visit.page.url()).toContain('range=100,200');
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.click(await visit.xOf(visit.usage, 150), top + 30);
    await expect.poll(() => visit.page.url()).toContain('at=');
    const asked = eventIn(await seen(visit.holders));
    expect(Math.abs(asked - 150)).toBeLessThan(2);
    expect(visit.page.url()).toContain(`at=${asked}`);
  });
});

describe('a snapshot whose events have times', () => {
  // Several events have one time, as where a clock counts µs.
  const run = allocatorRun({ blocks: 600, limitBytes: 2 ** 28, alive: 40, stepNs: 100 });
  const coarse = (ns: number) => Math.floor(ns / 1000) * 1000;
  const rows = run.rows.map((row) => {
    const end = row.heldNs === null ? null : coarse(row.startNs + row.heldNs);
    const startNs = coarse(row.startNs);
    const { requestedNs: _, ...known } = row;
    return { ...known, startNs, heldNs: end === null ? null : end - startNs };
  });
  const segments = run.segments.map((segment) => ({ ...segment, startNs: null, endNs: null }));
  let pages: MadePages;
  let visit: Visit;
  beforeAll(async () => {
    const group = { device_type: 'GPU:0' };
    pages = await pagesOfTables(
      makeTables({ rows, segments, endNs: coarse(run.endNs) + 1000, group, sources: [] }),
    );
    visit = await Visit.open(browser, pages.entry);
    await visit.settled();
  });
  afterAll(async () => {
    await visit.close();
    await pages.remove();
  });

  it('is drawn over events when the reader wants it, each at a place of its own', async () => {
    const begins = rows.length;
    const ends = rows.filter(({ heldNs }) => heldNs !== null).length;
    await choose(visit, 'events');
    const [left, right] = await visit.fields();
    expect([left, right]).toEqual([0, begins + ends + 1]);
    expect(visit.page.url()).toContain('axis=events');
    // The order of events of one time is that of their numbers in the source.
    const order = rows
      .flatMap(({ seq }) => [seq?.[0], seq?.[1]])
      .filter((seq) => typeof seq === 'number')
      .sort((a, b) => a - b);
    const row = 150;
    await visit.page.evaluate((index) => window.rlInsight.select(index), row);
    const event = order.indexOf(rows[row].seq?.[0] ?? -1) + 1;
    const panel = await seen(visit.panel);
    expect(panel).toContain(`event ${event}`);
    // What the clock said stands beside it.
    expect(panel).toContain('2026-');
    await visit.startOver();
  });

  it('keeps the peak, and what was live at it', async () => {
    const peak = memoryReport(pages.groups).groups[0].peak?.live_bytes ?? 0;
    expect(await seen(visit.holders)).toContain('live at the peak, event');
    const label = await seen(visit.usage.locator('.level-label').first());
    expect(label).toMatch(/ at event [\d,]+$/);
    expect(label).toContain(`(${peak.toLocaleString('en-US')} bytes)`);
    // What the pointer is told at that event is the peak.
    const { top } = await visit.plot(visit.usage);
    const event = eventIn(label);
    await visit.page.mouse.move(await visit.xOf(visit.usage, event + 0.5), top + 60);
    const told = await seen(visit.tooltip);
    expect(told).toContain(`event ${event}`);
    expect(told).toContain(`(${peak.toLocaleString('en-US')} bytes)`);
  });

  it('has the events of the allocator at the same places', async () => {
    await visit.part('chart-allocator').click();
    await visit.settled();
    const { top } = await visit.plot(visit.usage);
    await visit.page.mouse.click(await visit.xOf(visit.usage, 321), top + 30);
    await visit.page.keyboard.press('.');
    await expect.poll(() => seen(visit.part('allocator-event'))).toMatch(/^Event \d+ of/);
    const text = await seen(visit.part('allocator-event'));
    const number = Number(/^Event (\d+) of/.exec(text)?.[1]);
    expect(eventIn(await seen(visit.holders))).toBe(number);
    // The address has times, so that it leads to the same on either axis.
    await expect.poll(() => visit.page.url()).toContain(`~${number}`);
    await choose(visit, 'time');
    expect(visit.page.url()).not.toContain('axis=');
    expect(await seen(visit.part('allocator-event'))).toContain(`Event ${number} of`);
    expect(await seen(visit.part('allocator-event'))).toContain(' ms:');
    await choose(visit, 'events');
    expect(await seen(visit.part('allocator-event'))).toContain(`Event ${number} of`);
  });

  it('has exact times in the file of allocations', async () => {
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.part('download-csv').click(),
    ]);
    const cells: Record<string, string>[] = parse(await readFile((await download.path()) ?? ''), {
      columns: true,
    });
    expect(cells.length).toBe(rows.length);
    const origin = pages.groups[0].info.captures[0].start_ns;
    for (const cell of cells) {
      const row = rows[Number(cell.allocation)];
      expect(cell.start_time_ns).toBe(String(BigInt(origin) + BigInt(row.startNs)));
      expect(cell.duration_ns).toBe(row.heldNs === null ? '' : String(row.heldNs));
    }
  });
});

describe('a capture without addresses', () => {
  it('is drawn over the begins and ends of its allocations', async () => {
    const pages = await pagesOfCaptures({ capture: { seed: 'events', allocations: 6000 } });
    const visit = await Visit.open(browser, `${pages.entry}#axis=events`);
    await visit.settled();
    const [{ allocations }] = pages.groups;
    const { rows, durationNs } = allocations;
    const ends = durationNs.reduce((sum, ns) => sum + (Number.isNaN(ns) ? 0 : 1), 0);
    const [left, right] = await visit.fields();
    expect(left).toBe(0);
    expect(right).toBe(rows + ends + 1);
    expect(await seen(visit.part('status'))).toContain(`${rows.toLocaleString('en-US')} of`);
    await visit.part('chart-map').click();
    await visit.settled();
    await visit.page.keyboard.press('?');
    expect(await seen(visit.part('reading-help'))).toContain('E counts events');
    await visit.close();
    await pages.remove();
  });
});
