import { inflateRawSync } from 'node:zlib';
import {
  buildTable,
  GROUPS_KEY,
  MEMORY_COUNTERS,
  MEMORY_SUMMARY,
  type MemoryGroup,
  memoryGroups,
  STACK_MATCHES,
  writeGroups,
} from '@rl-insight/memory-contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackedColumns, WindowData } from '../page-data/format.js';
import { decodeColumn } from '../page-data/varint.js';
import { GroupPages } from './group.js';

interface Row {
  readonly capture: number;
  readonly from: number;
  readonly held: number | null;
  readonly bytes: number;
  readonly name: string;
  readonly allocator: string;
  readonly before: boolean;
  readonly match: (typeof STACK_MATCHES)[number];
  readonly thread: number | null;
  readonly step: number;
}

const CAPTURE_NS = 1000;
const ORIGIN = 1_700_000_000_000_000_000n;

const anyRow: fc.Arbitrary<Row> = fc.record({
  capture: fc.nat(1),
  from: fc.nat(900),
  held: fc.option(fc.nat(90)),
  bytes: fc.integer({ min: 1, max: 1 << 20 }),
  name: fc.constantFrom('a', 'b', 'c'),
  allocator: fc.constantFrom('PTA', 'GE'),
  before: fc.boolean(),
  match: fc.constantFrom(...STACK_MATCHES),
  thread: fc.option(fc.constantFrom(7, 8)),
  step: fc.integer({ min: -1, max: 2 }),
});

const text = (values: readonly string[]) => {
  const distinct = [...new Set(values)];
  return { codes: Int32Array.from(values, (value) => distinct.indexOf(value)), values: distinct };
};
const int64 = (values: readonly (bigint | null)[]) => ({
  values: BigInt64Array.from(values, (value) => value ?? 0n),
  valid: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
});

/** When a row begins, ns after the origin: each capture begins where the one before it ends. */
const startOf = ({ capture, from }: Row) => capture * CAPTURE_NS * 2 + from;

function groupOf(rows: readonly Row[], samples: readonly (readonly [number, number])[]) {
  const captures = [0, 1].map((capture) => ({
    sources: [],
    start_ns: String(ORIGIN + BigInt(capture * CAPTURE_NS * 2)),
    end_ns: String(ORIGIN + BigInt(capture * CAPTURE_NS * 2 + CAPTURE_NS)),
    step: null,
    time_basis: 'utc' as const,
    allocators: [],
  }));
  const info = { role: '', rank_id: 0, device_type: 'NPU:0', captures, warnings: [] };
  const doubles = (value: (row: Row) => number) => ({ values: Float64Array.from(rows, value) });
  const summary = buildTable(
    MEMORY_SUMMARY,
    rows.length,
    {
      name: text(rows.map(({ name }) => name)),
      role: text(rows.map(() => '')),
      rank_id: { values: new Int32Array(rows.length) },
      call_stack: text(rows.map(({ name }) => (name === 'c' ? '' : `f(1): ${name};\r\ng(2): h`))),
      call_stack_top: text(rows.map(() => '')),
      size_kb: doubles(({ bytes }) => bytes / 1024),
      start_time_ms: doubles((row) => startOf(row) / 1e6),
      duration_ms: doubles(({ held }) => (held ?? 0) / 1e6),
      total_allocated_mb: doubles(() => 0),
      total_reserved_mb: doubles(() => 0),
      total_active_mb: doubles(() => 0),
      device_type: text(rows.map(() => 'NPU:0')),
      start_time_ns: int64(rows.map((row) => ORIGIN + BigInt(startOf(row)))),
      duration_ns: int64(rows.map(({ held }) => (held === null ? null : BigInt(held)))),
      size_bytes: int64(rows.map(({ bytes }) => BigInt(bytes))),
      capture_id: { values: Int32Array.from(rows, ({ capture }) => capture) },
      allocator: text(rows.map(({ allocator }) => allocator)),
      before_capture: { flags: Uint8Array.from(rows, ({ before }) => (before ? 1 : 0)) },
      stack_match: text(rows.map(({ match }) => match)),
      step: {
        values: Int32Array.from(rows, ({ step }) => step),
        valid: Uint8Array.from(rows, ({ step }) => (step < 0 ? 0 : 1)),
      },
      thread_id: int64(rows.map(({ thread }) => (thread === null ? null : BigInt(thread)))),
    },
    new Map([[GROUPS_KEY, writeGroups([info])]]),
  );
  const counters = buildTable(MEMORY_COUNTERS, samples.length, {
    role: text(samples.map(() => '')),
    rank_id: { values: new Int32Array(samples.length) },
    device_type: text(samples.map(() => 'NPU:0')),
    capture_id: { values: new Int32Array(samples.length) },
    time_ns: int64(samples.map(([time]) => ORIGIN + BigInt(time))),
    component: text(samples.map(() => 'APP')),
    allocated_bytes: int64(samples.map(([, bytes]) => BigInt(bytes))),
  });
  return memoryGroups({ memory_summary: summary, memory_counters: counters })[0];
}

function decoded({ rows, columns, base64 }: PackedColumns): Record<string, number[]> {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(base64, 'base64')));
  let start = 0;
  return Object.fromEntries(
    columns.map(({ name, coding, bytes: length }) => {
      const own = bytes.subarray(start, start + length);
      start += length;
      return [name, [...decodeColumn(own, rows, coding)]];
    }),
  );
}

async function pagesOf(group: MemoryGroup, rowsOfWindow: number) {
  const pages = new GroupPages(group, {
    originNs: ORIGIN,
    producer: 'p',
    runId: 'r',
    overviewPage: null,
    limits: { rows: rowsOfWindow, windows: 5 },
  });
  const windows: WindowData[] = [];
  const data = pages.data(group.counters);
  for (let next = await data.next(); ; next = await data.next()) {
    if (next.done) return { shared: next.value, windows };
    windows.push(next.value);
  }
}

/** What a window is to show of the rows, worked out without any cleverness. */
function expectedIn(rows: readonly Row[], window: { startNs: number; endNs: number }) {
  return rows.flatMap((row, index) => {
    const end = row.capture * CAPTURE_NS * 2 + CAPTURE_NS;
    const begin = row.before ? Math.min(startOf(row), row.capture * CAPTURE_NS * 2) : startOf(row);
    const gone = row.held === null ? Math.max(startOf(row), end) : startOf(row) + row.held;
    if (begin > window.endNs || gone < window.startNs) return [];
    return [{ index, begin, gone: Math.max(gone, begin), row }];
  });
}

test('each window has what the tables say, column by column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(CAPTURE_NS), fc.nat(99)), { maxLength: 20 }),
      fc.integer({ min: 1, max: 15 }),
      async (drawn, drawnSamples, rowsOfWindow) => {
        const rows = [...drawn].sort((a, b) => startOf(a) - startOf(b));
        const samples = [...drawnSamples].sort((a, b) => a[0] - b[0]);
        const { shared, windows } = await pagesOf(groupOf(rows, samples), rowsOfWindow);
        expect(shared.rows).toBe(rows.length);
        expect(shared.released).toBe(rows.filter(({ held }) => held !== null).length);
        expect(windows).toHaveLength(shared.windows.length);
        windows.forEach(({ allocations }, i) => {
          const columns = decoded(allocations);
          const found = columns.index.map((index, k) => ({
            index,
            start: columns.start[k],
            held: columns.held[k],
            bytes: columns.bytes[k],
            name: shared.texts.names[columns.name[k] - 1],
            stack: columns.stack[k] > 0,
            match: STACK_MATCHES[columns.match[k]],
            allocator: shared.texts.allocators[columns.allocator[k] - 1],
            thread: shared.texts.threads[columns.thread[k] - 1] ?? null,
            step: columns.step[k] - 1,
            before: columns.before[k],
            capture: columns.capture[k],
          }));
          const expected = expectedIn(rows, shared.windows[i]).map(
            ({ index, begin, gone, row }) => ({
              index,
              start: begin,
              held: row.held === null ? 0 : gone - begin + 1,
              bytes: row.bytes,
              name: row.name,
              stack: row.name !== 'c',
              match: row.match,
              allocator: row.allocator,
              thread: row.thread === null ? null : String(row.thread),
              step: row.step,
              before: row.before ? 1 : 0,
              capture: row.capture,
            }),
          );
          const byIndex = (a: { index: number }, b: { index: number }) => a.index - b.index;
          expect(found.sort(byIndex)).toEqual(expected.sort(byIndex));
        });
      },
    ),
    { numRuns: 200 },
  );
});
