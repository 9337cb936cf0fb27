import { readFile } from 'node:fs/promises';
import { foldNumbers, type GroupReport } from '@rl-insight/memory-model';
import { SPILL_SCOPE } from '@rl-insight/tools';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MadePages } from './made-pages.js';
import { readPng } from './pictures.js';
import { type RmmRun, reportMs, showRun } from './rmm-run.js';
import { seen, Visit } from './visit.js';

let run: RmmRun;
let report: GroupReport;
let browser: Browser;
let pages: MadePages;
let visit: Visit;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, pages, run, report, visit, close } = await showRun({ seed: 'scopes' }));
});
afterAll(() => close());
beforeEach(async () => {
  await visit.startOver();
  await visit.part('open-scopes').click();
  await drawer().locator('tbody').first().waitFor();
});

const drawer = () => visit.part('scopes-drawer');
const rows = () => drawer().locator('.scopes-table > tbody');

/** The row of a path, after it was looked for. */
async function rowOf(path: string) {
  await visit.part('scopes-filter').fill(path);
  return rows()
    .filter({ has: visit.page.getByRole('button', { name: path, exact: true }) })
    .first();
}

/** Exact numbers of a row: texts of counts, titles of bytes. */
function numbersOf(row: Element): (number | null)[] {
  return [...row.querySelectorAll(':scope > td.number')].map((cell) => {
    const text = cell.getAttribute('title') || cell.textContent || '';
    return Number(text.replace(/ bytes?$/, '').replaceAll(',', ''));
  });
}

/** When entries of a path begin and end, ms, by what the simulation knows. */
function entriesOf(path: string): [number, number][] {
  const origin = Number(pages.groups[0].allocations.originNs);
  return run.truth.scopes
    .filter(({ names }) => pathOf(names) === path)
    .map(({ startUs, endUs }) => [
      (startUs * 1000 - origin) / 1e6,
      endUs === null ? Number.POSITIVE_INFINITY : (endUs * 1000 - origin) / 1e6,
    ]);
}

function pathOf(names: readonly string[]): string {
  return names.map((name) => foldNumbers(name).replaceAll('/', '\\/')).join('/');
}

describe('the table of scopes', () => {
  it('says of each path what the report says, and what is true', async () => {
    expect(report.scopes_by_path.length).toBeGreaterThan(20);
    const found = await rows().evaluateAll((nodes) =>
      nodes.map((node) => node.querySelector('.scope-path')?.textContent ?? ''),
    );
    expect(found).toEqual(report.scopes_by_path.map(({ path }) => path));
    for (const [i, sums] of report.scopes_by_path.entries()) {
      const numbers = await rows().nth(i).locator('tr').first().evaluate(numbersOf);
      const where = await seen(rows().nth(i).locator('tr').first().locator('button.link'));
      const [, thread, ms] = /^thread (\d+), ([\d.]+)$/.exec(where) ?? [];
      expect(Number(thread)).toBe(sums.max_thread_id);
      expect(Number(ms)).toBeCloseTo(reportMs(pages, sums.max_time_ns), 6);
      expect(numbers).toEqual([
        ...[sums.entries, sums.threads, sums.p50_bytes, sums.p95_bytes, sums.max_bytes],
        sums.left_outstanding_bytes,
      ]);
      const simulated = run.truth.scopes.filter(({ names }) => pathOf(names) === sums.path);
      expect(sums.entries).toBe(simulated.length);
      expect(sums.max_bytes).toBe(
        Math.max(...simulated.map(({ maxOutstandingBytes }) => maxOutstandingBytes)),
      );
    }
  });

  it('unfolds to the threads of a path', async () => {
    const { path } = report.scopes_by_path.find(({ threads }) => (threads ?? 0) > 2) ?? {
      path: '',
    };
    const row = await rowOf(path);
    await row.locator('.unfold').click();
    const own = row.locator('.scope-threads > tbody > tr');
    const expected = report.scopes.filter((scope) => scope.path === path);
    await expect.poll(() => own.count()).toBe(expected.length);
    for (const [i, scope] of expected.entries()) {
      expect(await seen(own.nth(i).locator('th'))).toBe(`thread ${scope.thread_id}`);
      const [entries, max, at, left] = await own.nth(i).evaluate(numbersOf);
      expect([entries, max, left]).toEqual([
        ...[scope.entries, scope.max_outstanding_bytes, scope.left_outstanding_bytes],
      ]);
      expect(at).toBeCloseTo(reportMs(pages, scope.max_outstanding_time_ns), 6);
    }
    await row.locator('.unfold').click();
    await expect.poll(() => own.count()).toBe(0);
  });

  it('sorts by its columns and keeps what is looked for', async () => {
    const entries = async () =>
      (await rows().evaluateAll((nodes) =>
        nodes.map((node) => Number(node.querySelector('td')?.textContent)),
      )) as number[];
    await drawer().getByRole('button', { name: 'entries', exact: true }).click();
    const sorted = await entries();
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    await visit.part('scopes-filter').fill('SORT/');
    const wanted = report.scopes_by_path.filter(({ path }) => path.includes('sort/'));
    await expect.poll(() => rows().count()).toBe(wanted.length);
    await visit.part('scopes-filter').press('Escape');
    await expect.poll(() => rows().count()).toBe(report.scopes_by_path.length);
    expect(await drawer().isVisible()).toBe(true);
    await drawer().getByRole('button', { name: 'largest', exact: true }).click();
  });

  it('can be taken along', async () => {
    const download = visit.page.waitForEvent('download');
    await visit.part('scopes-csv').click();
    const text = await readFile(await (await download).path(), 'utf8');
    const lines = parse(text, { columns: true }) as Record<string, string>[];
    const byThread = lines.filter(({ thread_id }) => thread_id !== '');
    expect(byThread.length).toBe(report.scopes.length);
    for (const scope of report.scopes) {
      expect(byThread).toContainEqual(
        expect.objectContaining({
          path: scope.path,
          thread_id: String(scope.thread_id),
          max_outstanding_bytes: String(scope.max_outstanding_bytes),
          max_outstanding_time_ns: scope.max_outstanding_time_ns,
        }),
      );
    }
    expect(lines.length - byThread.length).toBe(report.scopes_by_path.length);
  });
});

describe('a scope that is chosen', () => {
  const chosen = () =>
    report.scopes_by_path.find(
      ({ entries, path }) => entries > 2 && path.includes('/') && !path.includes(SPILL_SCOPE),
    )?.path ?? '';

  it('has all of its entries marked on the time axis', async () => {
    const path = chosen();
    await (await rowOf(path)).locator('.scope-path').click();
    await visit.page.keyboard.press('Escape');
    await visit.page.keyboard.press('Escape');
    await visit.settled();
    await expect.poll(() => seen(visit.part('chosen-scope'))).toContain(path);
    const picture = readPng(await visit.page.screenshot());
    const { left, right, bottom } = await visit.plot(visit.usage);
    const [from, to] = await visit.fields();
    const isMarked = (x: number) => {
      const at = (Math.round(bottom - 3) * picture.width + x) * 4;
      const [red, green, blue] = picture.pixels.subarray(at, at + 3);
      // The accent of the page.
      return Math.abs(red - 11) + Math.abs(green - 92) + Math.abs(blue - 173) < 40;
    };
    const xOf = (ms: number) => left + ((ms - from) / (to - from)) * (right - left);
    const entries = entriesOf(path);
    for (const [begin, end] of entries) {
      const middle = (begin + Math.min(end, to)) / 2;
      expect(isMarked(Math.floor(xOf(middle)))).toBe(true);
    }
    let free = 0;
    for (let x = Math.ceil(left) + 2; x < right - 2; x += 3) {
      const ms = (px: number) => from + ((px - left) / (right - left)) * (to - from);
      if (entries.some(([begin, end]) => begin <= ms(x + 2) && end >= ms(x - 2))) continue;
      expect(isMarked(x)).toBe(false);
      free++;
    }
    expect(free).toBeGreaterThan(20);
    await visit.part('chosen-scope').click();
    await expect.poll(() => visit.part('chosen-scope').isVisible()).toBe(false);
  });

  it('leads to the entry that held most, and is in the address', async () => {
    const path = chosen();
    const row = await rowOf(path);
    await row.locator('button.link').first().click();
    const most = report.scopes.find((scope) => scope.path === path);
    const ms = reportMs(pages, most?.max_outstanding_time_ns ?? '0');
    await expect
      .poll(async () => {
        const [left, right] = await visit.fields();
        return left <= ms && ms <= right;
      })
      .toBe(true);
    const [left, right] = await visit.fields();
    const own = entriesOf(path).find(([begin, end]) => begin <= ms && ms <= end);
    expect(left).toBeLessThanOrEqual(own?.[0] ?? 0);
    expect(right).toBeGreaterThanOrEqual(Math.min(own?.[1] ?? 0, right));
    const part = `below=scopes&scope=${encodeURIComponent(path)}`;
    await expect.poll(() => visit.page.url()).toContain(part);
    const { hash } = new URL(visit.page.url());
    const other = await Visit.open(browser, `${pages.entry}${hash}`);
    await expect.poll(() => seen(other.part('chosen-scope'))).toContain(path);
    const marked = other.part('scopes-drawer').locator('tbody.chosen .scope-path');
    await expect.poll(() => marked.allTextContents()).toEqual([path]);
    await other.close();
    await visit.part('chosen-scope').click();
  });

  it('is chosen by its range in the lane of a thread too', async () => {
    await visit.page.keyboard.press('Escape');
    await visit.part('chart-threads').click();
    await visit.settled();
    const chart = visit.part('thread-chart');
    const { left, right, top } = await visit.plot(chart);
    const told = new Set<string>();
    for (let x = left + 5; x < right && told.size === 0; x += 9) {
      await visit.page.mouse.move(x, top + 7);
      const text = (await visit.tooltip.isVisible()) ? await seen(visit.tooltip) : '';
      if (text.includes('Most outstanding')) told.add(text.split('\n')[0]);
    }
    const [path] = told;
    expect(report.scopes_by_path.map((scope) => scope.path)).toContain(path);
    await visit.page.mouse.down();
    await visit.page.mouse.up();
    await expect.poll(() => seen(visit.part('chosen-scope'))).toContain(path);
    await visit.part('chosen-scope').click();
    await visit.part('chart-lanes').click();
  });
});
