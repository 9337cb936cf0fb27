import { memoryGroups, STACK_MATCHES } from '@rl-insight/memory-contract';
import {
  clipCurve,
  type LevelCurve,
  levelAt,
  liveBytes,
  thinCurve,
} from '@rl-insight/memory-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyRows,
  anySamples,
  beginOf,
  CAPTURE_NS,
  columnsOf,
  LIMITS,
  NAMES,
  ORIGIN,
  partsOf,
  type Row,
  type Sample,
  STACKS,
  tablesOf,
  written,
} from '../../test/random-group.js';
import type { GroupData } from '../page-data/format.js';

const pointsOf = ({ timeNs, bytes }: LevelCurve) => [...timeNs].map((time, i) => [time, bytes[i]]);

/** A row as the page should know it, worked out one by one. */
function plainRow(row: Row, index: number) {
  const captureBegin = beginOf(row.capture);
  const captureEnd = captureBegin + CAPTURE_NS;
  const before = row.before === true || row.bytes < 0;
  const start = before ? Math.min(row.startNs, captureBegin) : row.startNs;
  const gone = row.held === null ? Math.max(row.startNs, captureEnd) : row.startNs + row.held;
  return { ...row, index, before, start, gone: Math.max(gone, start) };
}
type PlainRow = ReturnType<typeof plainRow>;

function overlapsOf(rows: readonly PlainRow[], row: PlainRow): number {
  return rows.filter(
    (other) =>
      other !== row && other.name === row.name && other.start < row.gone && other.gone > row.start,
  ).length;
}

function framesOf(stack: number, { texts: { frames, stacks } }: GroupData): string {
  const { parent, frame } = columnsOf(stacks);
  const names: string[] = [];
  for (let at = stack; at > 0; at = parent[at - 1]) names.push(frames[frame[at - 1]]);
  return names.join(';\r\n');
}

/** What the columns say of an allocation. */
interface Meaning {
  readonly index: number;
  readonly start: number;
  readonly held: number;
  readonly bytes: number;
  readonly name: string | null;
  readonly stack: string;
  readonly match: string;
  readonly allocator: string | null;
  readonly thread: string | null;
  readonly stream: string | null;
  readonly step: number | null;
  readonly overlaps: number;
  readonly before: number;
  readonly capture: number;
}

function meaningsOf(columns: Record<string, number[]>, group: GroupData): Meaning[] {
  const { names, allocators, streams, threads } = group.texts;
  return columns.index.map((index, i) => ({
    index,
    start: columns.start[i],
    held: columns.held[i],
    bytes: columns.bytes[i],
    name: names[columns.name[i] - 1] ?? null,
    stack: framesOf(columns.stack[i], group),
    match: STACK_MATCHES[columns.match[i]],
    allocator: allocators[columns.allocator[i] - 1] ?? null,
    thread: threads[columns.thread[i] - 1] ?? null,
    stream: streams[columns.stream[i] - 1] ?? null,
    step: columns.step[i] === 0 ? null : columns.step[i] - 1,
    overlaps: columns.overlaps[i],
    before: columns.before[i],
    capture: columns.capture[i],
  }));
}
function meaningOf(row: PlainRow, rows: readonly PlainRow[]): Meaning {
  const { index, start, step, allocator, stream, capture } = row;
  return {
    ...{ index, start, step, allocator, stream, capture },
    held: row.held === null ? 0 : row.gone - row.start + 1,
    bytes: Math.abs(row.bytes),
    name: NAMES[row.name],
    stack: STACKS[row.stack],
    match: STACK_MATCHES.find((match) => match === row.match) ?? 'none',
    thread: row.thread === null ? null : String(row.thread),
    overlaps: overlapsOf(rows, row),
    before: Number(row.before),
  };
}

test('the files hold of allocations what the rows of the tables say', async () => {
  const property = fc.asyncProperty(anyRows, anySamples, async (drawn, samples) => {
    const { group, windows } = await written(tablesOf(drawn, samples));
    const rows = drawn.map(plainRow);
    const count = Math.min(LIMITS.windows, Math.max(1, Math.ceil(rows.length / LIMITS.rows)));
    const firsts = Array.from({ length: count + 1 }, (_, i) =>
      Math.floor((i * rows.length) / count),
    );
    expect(group.windows).toEqual(
      firsts.slice(0, -1).map((first, i) => ({
        startNs: i === 0 ? 0 : rows[first].startNs,
        endNs: i === count - 1 ? beginOf(2) + CAPTURE_NS : rows[firsts[i + 1]].startNs,
        first,
        count: firsts[i + 1] - first,
      })),
    );
    windows.forEach(({ allocations }, i) => {
      const { startNs, endNs } = group.windows[i];
      const [first, next] = [firsts[i], firsts[i + 1]];
      const later = rows.filter(({ index, start }) => index >= next && start <= endNs);
      const shown = [
        ...rows.filter(({ index, gone }) => index < first && gone >= startNs),
        ...rows.slice(first, next),
        ...later.filter(({ before }) => !before),
        ...later.filter(({ before }) => before),
      ];
      expect(meaningsOf(columnsOf(allocations), group)).toEqual(
        shown.map((row) => meaningOf(row, rows)),
      );
    });
    expect(group).toMatchObject({
      rows: rows.length,
      released: rows.filter(({ held }) => held !== null).length,
      allocatedBytes: rows.reduce((sum, row) => sum + (row.before ? 0 : row.bytes), 0),
      matches: Object.fromEntries(
        STACK_MATCHES.map((match) => [
          match,
          rows.filter((row) => meaningOf(row, []).match === match).length,
        ]),
      ),
    });
  });
  await fc.assert(property, { numRuns: 150 });
});

/** A counter as a curve of each capture: without what is reported again, but with the last. */
function plainCurves(
  samples: readonly Sample[],
  component: string,
  total: 'allocated' | 'reserved' | 'active',
) {
  return [0, 1, 2].flatMap((capture) => {
    const own = samples.filter((one) => one.component === component && one.capture === capture);
    const known = own.filter((one) => one[total] !== null);
    const kept = known.filter((one, i) => i === 0 || one[total] !== known[i - 1][total]);
    const last = known.at(-1);
    if (last === undefined) return [];
    if ((kept.at(-1)?.timeNs ?? 0) < last.timeNs) kept.push(last);
    return [
      {
        timeNs: Float64Array.from(kept, (one) => one.timeNs),
        bytes: Float64Array.from(kept, (one) => one[total] ?? 0),
      },
    ];
  });
}

test('the files hold the lines of live bytes and of counters, cut at the windows', async () => {
  const property = fc.asyncProperty(anyRows, anySamples, async (rows, samples) => {
    const tables = tablesOf(rows, samples);
    const { group, windows } = await written(tables);
    const [memory] = memoryGroups(tables);
    const shift = Number(memory.allocations.originNs - ORIGIN);
    const live = liveBytes(memory).map((capture) => ({
      begin: capture.window.startNs + shift,
      end: capture.window.endNs + shift,
      curve: {
        timeNs: capture.curve.timeNs.map((time) => time + shift),
        bytes: capture.curve.bytes,
      },
      releases: capture.allocators.flatMap(({ unknownReleases: { timeNs, bytes } }) =>
        timeNs.map((time, i) => [time + shift, bytes[i]]),
      ),
    }));
    expect(partsOf(group.overview)).toEqual(
      live.map(({ curve }) => pointsOf(thinCurve(curve, 2048))),
    );
    const components = [...new Set(samples.map(({ component }) => component))];
    windows.forEach((window, i) => {
      const { startNs, endNs } = group.windows[i];
      const cut = (curves: readonly LevelCurve[]) =>
        curves
          .filter(({ timeNs }) => timeNs[0] <= endNs && timeNs[timeNs.length - 1] >= startNs)
          .map((curve) => pointsOf(clipCurve(curve, startNs, endNs)));
      const inside = live.filter(({ begin, end }) => begin <= endNs && end >= startNs);
      expect(partsOf(window.live)).toEqual(
        inside.map(({ curve }) => pointsOf(clipCurve(curve, startNs, endNs))),
      );
      const begun = live.filter(({ begin }) => begin < startNs).at(-1);
      expect(window.levelBefore).toBe(
        begun ? levelAt(begun.curve, startNs) : live[0].curve.bytes[0],
      );
      const { time, bytes } = columnsOf(window.unknownReleases);
      expect(time.map((at, n) => [at, bytes[n]])).toEqual(
        live.flatMap(({ releases }) => releases.filter(([at]) => at >= startNs && at <= endNs)),
      );
      const lines = components
        .filter((component) => !component.includes(':'))
        .flatMap((component) =>
          (['allocated', 'reserved', 'active'] as const).map((total) => ({
            component,
            total,
            exact: true,
            parts: cut(plainCurves(samples, component, total)),
          })),
        );
      expect(
        window.counters.map(({ line, ...counter }) => ({ ...counter, parts: partsOf(line) })),
      ).toEqual(lines.filter(({ parts }) => parts.length > 0));
    });
  });
  await fc.assert(property, { numRuns: 150 });
});
