import {
  type AllocatorHistory,
  type AllocatorState,
  allocatorHistory,
  allocatorState,
  SPAN,
  stateAtTime,
} from '@rl-insight/memory-model';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SegmentMap } from '../client/allocator/segment-map.js';
import { allocatorRun } from './caching-allocator.js';
import { launch } from './chromium.js';
import { type MadePages, pagesOfTables } from './made-pages.js';
import { readPng } from './pictures.js';
import { makeTables } from './tables.js';
import { seen, Visit } from './visit.js';

const run = allocatorRun({ blocks: 1500, limitBytes: 2 ** 29, alive: 80, seed: 3 });
let browser: Browser;
let pages: MadePages;
let visit: Visit;
let history: AllocatorHistory;
const asked: string[] = [];

beforeAll(async () => {
  const group = { device_type: 'GPU:0' };
  const tables = makeTables({ ...run, group, sources: ['snapshot.pickle'] });
  [browser, pages] = await Promise.all([launch(), pagesOfTables(tables)]);
  history = allocatorHistory(pages.groups[0]) as AllocatorHistory;
  visit = await Visit.open(browser, pages.entry);
  await visit.settled();
  visit.page.on('request', (request) => asked.push(request.url()));
});
afterAll(async () => {
  await visit.close();
  await browser.close();
  await pages.remove();
});
beforeEach(async () => {
  await visit.startOver();
  await visit.page.keyboard.press('p');
});

const chart = () => visit.part('allocator-chart');
/** Ns after the group's first allocation, which the history counts from, of ms after the origin. */
const firstNs = () => {
  const [{ allocations, info }] = pages.groups;
  return Number(allocations.originNs - BigInt(info.captures[0].start_ns));
};
const stateAt = (ms: number) =>
  allocatorState(history, stateAtTime(history.events, Math.round(ms * 1e6) - firstNs()));

async function open(): Promise<void> {
  await visit.part('chart-allocator').click();
  await visit.settled();
}

/** Goes to a time by its address, as a link does. */
async function at(ms: number): Promise<void> {
  const { top } = await visit.plot(visit.usage);
  await visit.page.mouse.click(await visit.xOf(visit.usage, ms), top + 40);
  await visit.settled();
}

/** The ms that the list of holders is about. */
async function askedMs(): Promise<number> {
  const [, ms] = /([\d.]+) ms/.exec(await seen(visit.holders)) ?? [];
  return Number(ms);
}

/** The exact bytes of what stands above the segments. */
async function sums(): Promise<Record<string, number>> {
  const told: Record<string, number> = {};
  for (const kind of ['reserved', 'allocated', 'rounding', 'pending', 'free', 'largest']) {
    const title = await visit.part(`sum-${kind}`).getAttribute('title');
    told[kind] = Number(/([\d,]+) bytes?$/.exec(title ?? '')?.[1].replaceAll(',', ''));
  }
  return told;
}

function sumsOf(state: AllocatorState) {
  return {
    reserved: state.reservedBytes,
    allocated: state.allocatedBytes,
    rounding: state.roundingBytes,
    pending: state.pendingBytes,
    free: state.freeBytes,
    largest: state.largestFreeBytes,
  };
}

/** Where the page draws a span: in the middle of the first line that it is on. */
async function pointOf(state: AllocatorState, span: number) {
  const hand = await chart().locator('.hand').boundingBox();
  if (hand === null) throw new Error('no segments are on the page');
  // The scroll bar is as wide as in the other charts.
  const usage = await visit.plot(visit.usage);
  const width = usage.right - usage.left;
  let fullest = stateAt(0);
  for (let i = 0; i <= history.events.kind.length; i++) {
    const other = allocatorState(history, i);
    if (other.reservedBytes > fullest.reservedBytes) fullest = other;
  }
  const map = new SegmentMap(state, 'address', width, SegmentMap.fit(fullest, width, hand.height));
  const { spans } = state;
  for (const [pool, line, from, to] of map.stretches(spans.position[span], spans.bytes[span])) {
    return { x: hand.x + (from + to) / 2, y: hand.y + map.lineTop(pool, line) + 7 };
  }
  throw new Error(`span ${span} is nowhere`);
}

function largestOf({ spans }: AllocatorState, kind: number): number {
  let best = -1;
  spans.kind.forEach((each, span) => {
    if (each === kind && (best < 0 || spans.bytes[span] > spans.bytes[best])) best = span;
  });
  return best;
}

describe('segments of the allocator', () => {
  it('are loaded when somebody opens them, by the button or the key', async () => {
    expect(asked.filter((url) => url.includes('allocator'))).toEqual([]);
    await visit.page.keyboard.press('a');
    await visit.settled();
    expect(await chart().isVisible()).toBe(true);
    expect(asked.filter((url) => url.includes('-allocator.js')).length).toBe(1);
    await expect.poll(() => visit.page.url()).toContain('chart=allocator');
    await visit.page.keyboard.press('m');
    expect(await chart().isVisible()).toBe(false);
  });

  it('add up to what there is at the time that was clicked', async () => {
    await open();
    for (const ms of [0.2, 1.1, 2.4]) {
      await at(ms);
      expect(await sums()).toEqual(sumsOf(stateAt(await askedMs())));
    }
    const { fragmentation } = stateAt(await askedMs());
    const share = `${Math.round((fragmentation ?? 0) * 100)} % fragmented`;
    expect(await seen(visit.part('sum-largest'))).toContain(share);
  });

  it('show blocks by colour and say what they are', async () => {
    await open();
    await at(1.5);
    await visit.part('segments-fit').click();
    await visit.settled();
    const state = stateAt(await askedMs());
    const block = largestOf(state, SPAN.allocated);
    const free = largestOf(state, SPAN.free);
    const screenshot = readPng(await visit.page.screenshot());
    const colourAt = ({ x, y }: { x: number; y: number }) => {
      const place = (Math.round(y) * screenshot.width + Math.round(x)) * 4;
      return [...screenshot.pixels.subarray(place, place + 3)];
    };
    expect(colourAt(await pointOf(state, block))).toEqual([0x56, 0xa3, 0xd9]);
    expect(colourAt(await pointOf(state, free))).toEqual([255, 255, 255]);
    // What is not looked for is dimmed, as in the other charts.
    await visit.part('search').fill('no such operator');
    await expect.poll(() => seen(visit.part('search-found'))).toContain('0 found');
    const dimmed = readPng(await visit.page.screenshot());
    const { x, y } = await pointOf(state, block);
    const first = (Math.round(y) * dimmed.width + Math.round(x)) * 4;
    expect([...dimmed.pixels.subarray(first, first + 3)]).toEqual([0xe4, 0xe7, 0xea]);
    await visit.part('search').fill('');
    await visit.part('search').blur();
    const place = await pointOf(state, block);
    await visit.page.mouse.move(place.x, place.y);
    const told = await seen(visit.tooltip);
    const number = state.spans.block[block];
    const row = run.rows[history.blocks.row[number]];
    expect(told).toContain(row.name);
    expect(told).toContain(row.stack.split(';')[0]);
    expect(told).toContain(`(${row.bytes.toLocaleString('en-US')} bytes)`);
    expect(told).toContain(`(${row.blockBytes?.toLocaleString('en-US')} bytes)`);
    expect(told).toContain(`0x${row.address?.toString(16)}`);
    await visit.page.mouse.click(place.x, place.y);
    await visit.panel.waitFor();
    expect(await seen(visit.panel.locator('h2'))).toBe(row.name);
    expect(await seen(visit.panel)).toContain('train.py(7): main');
  });

  it('go from event to event with the charts, by keys and buttons', async () => {
    await open();
    await at(1);
    const state = stateAtTime(history.events, (await askedMs()) * 1e6 - firstNs());
    const event = () => seen(visit.part('allocator-event'));
    await visit.page.keyboard.press('.');
    await expect.poll(event).toContain(`Event ${(state + 1).toLocaleString('en-US')} of`);
    const ns = history.events.timeNs[state] + firstNs();
    expect(await askedMs()).toBe(ns / 1e6);
    expect(await sums()).toEqual(sumsOf(allocatorState(history, state + 1)));
    await expect.poll(() => visit.page.url()).toContain(`at=${ns / 1e6}~${state + 1}`);
    await visit.page.keyboard.press(',');
    await expect.poll(event).toContain(`Event ${state.toLocaleString('en-US')} of`);
    await visit.part('event-after').click();
    await visit.part('event-after').click();
    await expect.poll(event).toContain(`Event ${(state + 2).toLocaleString('en-US')} of`);
    // Before a time between two events there is the one that led there.
    await visit.type('range-left', '0.9002');
    await visit.type('range-right', '0.9009');
    await at(0.9005);
    const last = stateAtTime(history.events, (await askedMs()) * 1e6 - firstNs());
    await visit.page.keyboard.press(',');
    await expect.poll(event).toContain(`Event ${last.toLocaleString('en-US')} of`);
    const [left] = await visit.fields();
    expect(left).toBeLessThan(0.9002);
  });

  it('tell whether the last request that failed would fit', async () => {
    await open();
    await visit.part('allocator-steps').selectOption('failures');
    await at(0.01);
    expect(await visit.part('last-failure').isVisible()).toBe(false);
    await visit.page.keyboard.press('.');
    const [failure] = run.failures;
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
    const state = allocatorState(history, history.failures.at[0]);
    await expect
      .poll(() => seen(visit.part('allocator-event')))
      .toContain(`request of ${mib(failure.requestedBytes)} failed`);
    expect(await seen(visit.part('last-failure'))).toContain(
      `wanted ${mib(failure.requestedBytes)}, which would not fit: largest free ${mib(state.largestFreeBytes)} of ${mib(state.freeBytes)} free`,
    );
    await visit.part('allocator-steps').focus();
    await visit.part('allocator-steps').selectOption('segments');
    await visit.page.keyboard.press('.');
    await expect
      .poll(() => seen(visit.part('allocator-event')))
      .toMatch(/segment of .* (taken from|given back to) the device/);
    await visit.part('allocator-steps').selectOption('any');
  });

  it('are drawn larger and smaller, by address and by size', async () => {
    await open();
    const height = () =>
      chart()
        .locator('.lanes-room')
        .evaluate(({ clientHeight }) => clientHeight);
    const whole = await height();
    await visit.part('segments-larger').click();
    await expect.poll(height).toBeGreaterThan(whole);
    const { left, top } = await visit.plot(chart());
    await visit.page.mouse.move(left + 90, top + 30);
    const larger = await height();
    await visit.page.mouse.wheel(0, -300);
    await expect.poll(height).toBeGreaterThan(larger);
    await visit.page.mouse.dblclick(left + 90, top + 30);
    await expect.poll(height).toBe(whole);
    await visit.part('segment-order').selectOption('size');
    await expect.poll(() => visit.page.url()).toContain('segments=size');
    await visit.part('segment-order').selectOption('address');
  });

  it('are the same in another visit of the address', async () => {
    await open();
    await at(1.2);
    await visit.page.keyboard.press('.');
    await expect.poll(() => visit.page.url()).toContain('~');
    const other = await Visit.open(browser, `${pages.entry}${new URL(visit.page.url()).hash}`);
    await other.settled();
    const text = (of: Visit) => seen(of.part('allocator-chart'));
    await expect.poll(() => text(other)).toBe(await text(visit));
    await other.close();
  });
});

it('says what is missing where blocks have addresses and no segment is known', async () => {
  const { segments: _, ...known } = run;
  const tables = makeTables({ ...known, group: {}, sources: [] });
  const without = await pagesOfTables(tables);
  const other = await Visit.open(browser, without.entry);
  await other.part('chart-allocator').click();
  expect(await seen(other.part('allocator-chart'))).toMatch(/^Not recorded: .* needs a snapshot/);
  // It is not among those that one goes through.
  for (const [key, name] of [
    ['m', 'allocation-chart'],
    ['m', 'memory-map'],
    ['m', 'allocation-chart'],
  ]) {
    await other.page.keyboard.press(key);
    expect(await other.part(name).isVisible()).toBe(true);
  }
  await other.close();
  await without.remove();
});
