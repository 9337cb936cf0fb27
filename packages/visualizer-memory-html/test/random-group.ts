import { inflateRawSync } from 'node:zlib';
import { Reporter } from '@rl-insight/core';
import { tableSet } from '@rl-insight/core/tables';
import {
  buildTable,
  GROUPS_KEY,
  MEMORY_COUNTERS,
  MEMORY_SUMMARY,
  STACK_MATCHES,
  writeGroups,
} from '@rl-insight/memory-contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import type {
  GroupData,
  PackedColumns,
  PackedLine,
  SpanningData,
  WindowData,
} from '../src/page-data/format.js';
import { decodeColumn } from '../src/page-data/varint.js';
import { writePages } from '../src/write/pages.js';

export const ORIGIN = 1_779_785_515_596_661_420n;
/** Captures are this long, with as much between them. */
export const CAPTURE_NS = 100;
export const LIMITS = { rows: 6, windows: 4 };
export const NAMES = ['aten::mm', 'aten::add', '</script>'];
export const STACKS = [
  '',
  'f.py(1): f',
  'g.py(2): g;\r\nf.py(1): f',
  'h;\r\ng.py(2): g;\r\nf.py(1): f',
];
const COMPONENTS = ['PTA', 'GE', 'module:HCCL', 'PROCESS'];

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyRow = fc.record({
  capture: fc.nat(2),
  at: fc.nat(CAPTURE_NS),
  held: maybe(fc.nat(60)),
  active: maybe(fc.nat(60)),
  bytes: fc.oneof(fc.nat(300), fc.constant(2 ** 40 + 1), fc.constant(-7)),
  name: fc.nat(NAMES.length - 1),
  stack: fc.nat(STACKS.length - 1),
  match: maybe(fc.constantFrom(...STACK_MATCHES, 'of a later version')),
  allocator: maybe(fc.constantFrom('PTA', 'GE')),
  stream: maybe(fc.constantFrom('7', '8')),
  thread: maybe(fc.nat(2)),
  step: maybe(fc.nat(3)),
  before: maybe(fc.boolean()),
});
const anySample = fc.record({
  capture: fc.nat(2),
  at: fc.nat(CAPTURE_NS),
  component: fc.constantFrom(...COMPONENTS),
  allocated: maybe(fc.nat(3)),
  reserved: maybe(fc.nat(2)),
  active: maybe(fc.nat(500)),
});
export type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T & { startNs: number } : never;
export type Sample =
  typeof anySample extends fc.Arbitrary<infer T> ? T & { timeNs: number } : never;

export const beginOf = (capture: number) => capture * 2 * CAPTURE_NS;
const byTime = <T extends { capture: number; at: number }>(list: T[]) =>
  [...list].sort((a, b) => beginOf(a.capture) + a.at - beginOf(b.capture) - b.at);
export const anyRows = fc
  .array(anyRow, { maxLength: 40, size: 'max' })
  .map((rows) =>
    byTime(rows).map((row): Row => ({ ...row, startNs: beginOf(row.capture) + row.at })),
  );
export const anySamples = fc
  .array(anySample, { maxLength: 40, size: 'max' })
  .map((list) =>
    byTime(list).map((one): Sample => ({ ...one, timeNs: beginOf(one.capture) + one.at })),
  );

function texts(values: readonly (string | null)[]) {
  const distinct = [...new Set(values)].filter((value) => value !== null);
  return {
    codes: Int32Array.from(values, (value) => (value === null ? -1 : distinct.indexOf(value))),
    values: distinct,
  };
}
function int64(values: readonly (number | null)[], origin = 0n) {
  return {
    values: BigInt64Array.from(values, (value) =>
      value === null ? 1n << 62n : BigInt(value) + origin,
    ),
    valid: Uint8Array.from(values, (value) => Number(value !== null)),
  };
}
function int32(values: readonly (number | null)[]) {
  return {
    values: Int32Array.from(values, (value) => value ?? 77),
    valid: Uint8Array.from(values, (value) => Number(value !== null)),
  };
}

export function tablesOf(rows: readonly Row[], samples: readonly Sample[]) {
  const captures = [0, 1, 2].map((capture) => ({
    sources: [`capture ${capture}`],
    start_ns: String(ORIGIN + BigInt(beginOf(capture))),
    end_ns: String(ORIGIN + BigInt(beginOf(capture) + CAPTURE_NS)),
    step: null,
    time_basis: 'utc' as const,
    allocators: [
      {
        allocator: 'PTA',
        start_live_bytes: 900,
        start_source: 'counters' as const,
        pairing: 'record' as const,
      },
    ],
  }));
  const info = { role: 'r', rank_id: 3, device_type: 'NPU:0', captures, warnings: [] };
  const key = (count: number) => ({
    role: texts(Array(count).fill(info.role)),
    rank_id: { values: new Int32Array(count).fill(info.rank_id) },
    device_type: texts(Array(count).fill(info.device_type)),
  });
  const doubles = { values: new Float64Array(rows.length).fill(1) };
  const of = <T>(value: (row: Row) => T) => rows.map(value);
  const summary = buildTable(
    MEMORY_SUMMARY,
    rows.length,
    {
      ...key(rows.length),
      name: texts(of(({ name }) => NAMES[name])),
      call_stack: texts(of(({ stack }) => STACKS[stack])),
      call_stack_top: texts(of(() => '')),
      size_kb: doubles,
      start_time_ms: doubles,
      duration_ms: doubles,
      total_allocated_mb: doubles,
      total_reserved_mb: doubles,
      total_active_mb: doubles,
      start_time_ns: int64(
        of(({ startNs }) => startNs),
        ORIGIN,
      ),
      duration_ns: int64(of(({ held }) => held)),
      active_duration_ns: int64(of(({ active }) => active)),
      size_bytes: int64(of(({ bytes }) => bytes)),
      capture_id: int32(of(({ capture }) => capture)),
      allocator: texts(of(({ allocator }) => allocator)),
      before_capture: {
        flags: Uint8Array.from(rows, ({ before }) => Number(before ?? true)),
        valid: Uint8Array.from(rows, ({ before }) => Number(before !== null)),
      },
      stack_match: texts(of(({ match }) => match)),
      step: int32(of(({ step }) => step)),
      thread_id: int64(of(({ thread }) => thread)),
      stream: texts(of(({ stream }) => stream)),
    },
    new Map([[GROUPS_KEY, writeGroups([info])]]),
  );
  const counters = buildTable(MEMORY_COUNTERS, samples.length, {
    ...key(samples.length),
    capture_id: { values: Int32Array.from(samples, ({ capture }) => capture) },
    time_ns: int64(
      samples.map(({ timeNs }) => timeNs),
      ORIGIN,
    ),
    component: texts(samples.map(({ component }) => component)),
    allocated_bytes: int64(samples.map(({ allocated }) => allocated)),
    reserved_bytes: int64(samples.map(({ reserved }) => reserved)),
    active_bytes: int64(samples.map(({ active }) => active)),
  });
  return { [MEMORY_SUMMARY.name]: summary, [MEMORY_COUNTERS.name]: counters };
}

/** What the pages of tables hold. */
export async function written(tables: ReturnType<typeof tablesOf>) {
  const files = new Map<string, string>();
  const output = {
    write: async (path: string, content: Uint8Array | string) => {
      files.set(path, typeof content === 'string' ? content : new TextDecoder().decode(content));
    },
    copy: async () => {},
  };
  await writePages([{ set: tableSet('memory', tables), folder: '' }], output, {
    producer: 'test',
    runId: 'run',
    signal: new AbortController().signal,
    language: 'en',
    report: new Reporter(),
    limits: LIMITS,
  });
  const read = (path: string) =>
    JSON.parse(/^\w+\((.*)\);\n$/s.exec(files.get(path) ?? '')?.[1] ?? '');
  const group: GroupData = read('assets/group-all.js');
  const windows: WindowData[] = group.windows.map((_, i) => read(`detail_data_0${i}.js`));
  const spanning: SpanningData | undefined =
    group.spanning === null ? undefined : read(`assets/${group.spanning.file}`);
  return { group, windows, spanning };
}

export function columnsOf({ base64, columns, rows }: PackedColumns): Record<string, number[]> {
  const bytes = inflateRawSync(Buffer.from(base64, 'base64'));
  let end = 0;
  const decoded = columns.map(({ name, bytes: length, ...coded }): [string, number[]] => {
    const values = decodeColumn(bytes.subarray(end, end + length), rows, coded);
    end += length;
    return [name, [...values]];
  });
  expect(end).toBe(bytes.length);
  return Object.fromEntries(decoded);
}

/** A line as its parts, each a list of [time, value]. */
export function partsOf({ packed, breaks }: PackedLine): number[][][] {
  const { time, value } = columnsOf(packed);
  const points = time.map((at, i) => [at, value[i]]);
  return [0, ...breaks]
    .map((begin, i) => points.slice(begin, breaks[i]))
    .filter(({ length }) => length > 0);
}
