import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { type MemoryGroup, memoryGroups } from '@rl-insight/memory-contract';
import {
  blocksOf,
  type GroupReport,
  memoryReport,
  NO_SCOPE,
  RangeFilter,
  rangesOf,
  scopePaths,
} from '@rl-insight/memory-model';
import { MemoryParser } from '@rl-insight/parser-memory';
import { realCapture } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import type {
  GroupData,
  PackedColumns,
  SpanningData,
  WindowData,
} from '../src/page-data/format.js';
import { decodeColumn } from '../src/page-data/varint.js';
import { GroupPages } from '../src/write/group.js';

/* What a page shows and what the report says of the same tables, to the byte. */

const SAMPLE = fileURLToPath(new URL('../../../samples/ascend-verl', import.meta.url));

interface PageData {
  readonly shared: GroupData;
  /** Of each window, and of those that are there in several. */
  readonly files: readonly (WindowData | SpanningData)[];
}

async function pageData(group: MemoryGroup): Promise<PageData> {
  const pages = new GroupPages(group, {
    originNs: group.allocations.originNs,
    producer: 'test',
    runId: 'test',
    overviewPage: null,
    fileOf: (part) => part,
    limits: { rows: 100, windows: 20 },
  });
  const files: (WindowData | SpanningData)[] = [];
  const data = pages.data(group.counters);
  for (let next = await data.next(); ; next = await data.next()) {
    if (next.done) {
      const { group: shared, files: parts } = next.value;
      const spanning = parts.filter(({ file }) => file === 'spanning');
      return { shared, files: [...files, ...spanning.map(({ data }) => data as SpanningData)] };
    }
    files.push(next.value);
  }
}

function decoded({ rows, columns, base64 }: PackedColumns): Record<string, Float64Array> {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(base64, 'base64')));
  let start = 0;
  return Object.fromEntries(
    columns.map(({ name, bytes: length, ...coded }) => {
      const own = bytes.subarray(start, start + length);
      start += length;
      return [name, decodeColumn(own, rows, coded)];
    }),
  );
}

/** The capture of the page that has the highest peak. */
function highestOf({ captures }: GroupData) {
  return captures.reduce((a, b) => (b.peakBytes > a.peakBytes ? b : a));
}

/** What is live on the page at a moment, by operator: what a click at that time lists. */
function liveAt({ shared, files }: PageData, timeNs: number): Map<string, number> {
  const number = shared.captures.indexOf(highestOf(shared));
  const sums = new Map<string, number>();
  for (const { allocations } of files) {
    const { start, held, open, early, bytes, name, capture } = decoded(allocations);
    start.forEach((begin, i) => {
      const isThere = begin <= timeNs && (open[i] === 1 || begin + held[i] - early[i] > timeNs);
      if (capture[i] !== number || !isThere) return;
      const operator = shared.texts.names[name[i] - 1];
      sums.set(operator, (sums.get(operator) ?? 0) + bytes[i]);
    });
  }
  return sums;
}

function holdersByOperator({ peak }: GroupReport): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, bytes } of peak.holders ?? []) sums.set(name, (sums.get(name) ?? 0) + bytes);
  return sums;
}

function entries(sums: Map<string, number>): [string, number][] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

function expectSame(page: PageData, report: GroupReport): void {
  const { shared } = page;
  const at = (timeNs: number) => String(BigInt(shared.originNs) + BigInt(timeNs));
  const highest = highestOf(shared);
  expect([highest.peakBytes, at(highest.peakNs)]).toEqual([
    report.peak.live_bytes,
    report.peak.time_ns,
  ]);
  const start = shared.captures[0].allocators.reduce((sum, { startBytes }) => sum + startBytes, 0);
  expect(start).toBe(report.start_live_bytes);
  expect(shared.captures.at(-1)?.endBytes).toBe(report.end_live_bytes);
  for (const { allocator, peak_live_bytes } of report.allocators) {
    const own = shared.captures.flatMap(({ allocators }) =>
      allocators.filter((one) => one.allocator === allocator).map(({ peakBytes }) => peakBytes),
    );
    expect(Math.max(...own)).toBe(peak_live_bytes);
  }
  expect(entries(liveAt(page, highest.peakNs))).toEqual(entries(holdersByOperator(report)));
  const { count, released, bytes } = report.allocations;
  expect([shared.rows, shared.released, shared.allocatedBytes]).toEqual([count, released, bytes]);
  expect(shared.matches).toEqual(report.stacks);
}

/** The scope of each allocation, by its number. */
function scopesOf({ shared, files }: PageData): string[] {
  const scopes: string[] = [];
  for (const { allocations } of files) {
    const { index, scope } = decoded(allocations);
    index.forEach((row, i) => {
      scopes[row] = shared.texts.scopes[scope[i] - 1] ?? NO_SCOPE;
    });
  }
  return scopes;
}

async function expectSameOf(path: string): Promise<void> {
  const tables = await new MemoryParser({ runtime: { workers: 1 } }).run(path);
  const groups = memoryGroups(tables);
  const { groups: reports } = memoryReport(groups);
  expect(reports.length).toBeGreaterThan(0);
  for (const [i, group] of groups.entries()) {
    const page = await pageData(group);
    expectSame(page, reports[i]);
    const rows = Int32Array.from({ length: group.allocations.rows }, (_, row) => row);
    const filter = new RangeFilter();
    const known = scopePaths(group, blocksOf(group), rows, rangesOf(group), filter);
    expect(scopesOf(page)).toEqual([...rows].map((row) => known.values[known.codes[row]]));
  }
}

describe('the page and the report agree to the byte', () => {
  test('on the sample', () => expectSameOf(SAMPLE));

  test('the sample has scopes to agree on', async () => {
    const tables = await new MemoryParser({ runtime: { workers: 1 } }).run(SAMPLE);
    const pages = await Promise.all(memoryGroups(tables).map(pageData));
    expect(pages.flatMap(scopesOf)).toContain('ProfilerStep#');
  });

  for (const name of [
    'ascend-megatron',
    'ascend-toy-level0',
    'ascend-toy-level1',
    'ascend-sample',
  ]) {
    const path = realCapture(name);
    test.skipIf(path === undefined)(`on the capture ${name}`, () => expectSameOf(path as string));
  }
});
