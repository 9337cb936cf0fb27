import { memoryGroups, STACK_MATCHES } from '@rl-insight/memory-contract';
import {
  clipCurve,
  type Holder,
  type LevelCurve,
  liveBytes,
  memoryReport,
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
import type { GroupData, HolderList } from '../page-data/format.js';

const pointsOf = ({ timeNs, bytes }: LevelCurve) => [...timeNs].map((time, i) => [time, bytes[i]]);

/** A row as the page should know it, worked out one by one. */
function plainRow(row: Row, index: number) {
  const captureBegin = beginOf(row.capture);
  const captureEnd = captureBegin + CAPTURE_NS;
  const before = row.before === true || row.bytes < 0;
  const start = before ? Math.min(row.startNs, captureBegin) : row.startNs;
  const gone = row.held === null ? Math.max(row.startNs, captureEnd) : row.startNs + row.held;
  const active = row.held !== null && row.active !== null && row.active < row.held;
  const liveEnd = row.bytes < 0 ? row.startNs : active ? row.startNs + (row.active ?? 0) : gone;
  return {
    ...{ ...row, index, before, start },
    gone: Math.max(gone, start),
    liveEnd: Math.min(liveEnd, Math.max(gone, start)),
  };
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
  readonly open: number;
  readonly early: number;
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
    open: columns.open[i],
    early: columns.early[i],
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
    held: row.held === null ? 0 : row.gone - row.start,
    open: Number(row.held === null),
    early: row.gone - row.liveEnd,
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
    const { group, windows, spanning } = await written(tablesOf(drawn, samples));
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
    const isSpanning = ({ index, start, gone }: PlainRow) => {
      const window = group.windows.findLastIndex(
        ({ first, count: own }) => own > 0 && first <= index,
      );
      const { startNs, endNs } = group.windows[window];
      return (window > 0 && start <= startNs) || (window < count - 1 && gone >= endNs);
    };
    windows.forEach(({ allocations }, i) => {
      const own = rows.slice(firsts[i], firsts[i + 1]).filter((row) => !isSpanning(row));
      expect(meaningsOf(columnsOf(allocations), group)).toEqual(
        own.map((row) => meaningOf(row, rows)),
      );
      // They are seen in their own window only.
      for (const other of group.windows.filter((_, at) => at !== i)) {
        const touches = own.filter(
          ({ start, gone }) => start <= other.endNs && gone >= other.startNs,
        );
        expect(touches).toEqual([]);
      }
    });
    const found = spanning === undefined ? [] : meaningsOf(columnsOf(spanning.allocations), group);
    expect(found).toEqual(rows.filter(isSpanning).map((row) => meaningOf(row, rows)));
    expect(group.spanning?.rows ?? 0).toBe(found.length);
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

test('the group’s file lists who holds memory at the peak and what was never released, as a report does', async () => {
  const property = fc.asyncProperty(anyRows, anySamples, async (drawn, samples) => {
    const tables = tablesOf(drawn, samples);
    const { group } = await written(tables);
    const [memory] = memoryGroups(tables);
    const [report] = memoryReport([memory]).groups;
    const { peak, unreleased } = group;
    const listed = (list: HolderList) =>
      list.largest.map(({ name, stack, match, bytes, count }) => ({
        name: group.texts.names[name - 1] ?? '',
        call_stack: framesOf(stack, group),
        stack_match: STACK_MATCHES[match],
        bytes,
        count,
      }));
    const known = (match: string) => STACK_MATCHES.find((name) => name === match) ?? 'none';
    const reported = (list: readonly Omit<Holder, 'user_frame'>[]) =>
      list.map(({ name, call_stack, stack_match, bytes, count }) => {
        return { name, call_stack, stack_match: known(stack_match), bytes, count };
      });
    expect(peak?.bytes).toBe(report.peak.live_bytes);
    expect(peak?.beforeBytes).toBe(report.peak.before_capture_bytes);
    if (peak !== null) expect(listed(peak.holders)).toEqual(reported(report.peak.holders ?? []));
    const plain = (
      list: readonly { name: string; call_stack: string; bytes: number; count: number }[],
    ) => list.map(({ name, call_stack, bytes, count }) => ({ name, call_stack, bytes, count }));
    expect(plain(listed(unreleased))).toEqual(plain(report.unreleased ?? []));
  });
  await fc.assert(property, { numRuns: 150 });
});

test('lanes that are not loaded are as full as their allocations make them', async () => {
  const property = fc.asyncProperty(anyRows, async (drawn) => {
    const { group } = await written(tablesOf(drawn, []));
    const rows = drawn.map(plainRow);
    const { fill } = columnsOf(group.laneFill);
    const parts = group.lanes.length === 0 ? 0 : fill.length / group.lanes.length;
    const from = group.windows[0].startNs;
    const width = ((group.windows.at(-1)?.endNs ?? 0) - from) / parts;
    group.lanes.forEach(({ name, count, bytes }, lane) => {
      const own = rows.filter((row) => NAMES[row.name] === group.texts.names[name - 1]);
      expect(count).toBe(own.length);
      expect(bytes).toBe(own.reduce((sum, row) => sum + Math.abs(row.bytes), 0));
      for (const part of [0, 300, 511, parts - 1]) {
        const left = from + part * width;
        const held = own.reduce((sum, { start, gone }) => {
          return sum + Math.max(0, Math.min(gone, left + width) - Math.max(start, left));
        }, 0);
        const units = fill[lane * parts + part];
        expect(units).toBeGreaterThanOrEqual(Math.floor((held / width) * 16 - 1e-3));
        // Even what was there for no time has been there.
        expect(units).toBeLessThanOrEqual(Math.ceil((held / width) * 16 + 1e-3) + 1);
      }
    });
  });
  await fc.assert(property, { numRuns: 60 });
});
