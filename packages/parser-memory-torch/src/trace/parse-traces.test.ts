import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PluginRegistry, Reporter } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { WorkerPool } from '@rl-insight/core/workers';
import { type MemoryGroup, memoryGroups } from '@rl-insight/memory-contract';
import { liveBytes, memoryReport } from '@rl-insight/memory-model';
import {
  KINETO_DEFAULTS,
  type KinetoOptions,
  type KinetoTruth,
  realCapture,
  storedZstd,
  writeKineto,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/snapshots.js';
import { TorchTraceParser } from '../index.js';
import * as plugin from '../plugin.js';

interface Read {
  readonly groups: ReadonlyMap<string, MemoryGroup>;
  readonly report: Reporter;
}

async function read(
  path: string,
  values: Record<string, unknown> = {},
  workers = 1,
): Promise<Read> {
  const registry = new PluginRegistry();
  registry.add(plugin);
  const report = new Reporter();
  const pool = new WorkerPool(workers);
  const groups = new Map<string, MemoryGroup>();
  try {
    const context = {
      config: { get: <T>(key: string) => values[key] as T },
      signal: new AbortController().signal,
      report,
      workers: pool,
      memoryLimitMb: 1024,
      runId: 'r',
    };
    for await (const set of registry
      .resolve('memory', 'parser', 'torch_trace')
      .parse(path, context)) {
      for (const group of memoryGroups(await loadTables(set))) {
        groups.set(`${group.info.rank_id} ${group.info.device_type}`, group);
      }
    }
  } finally {
    await pool.close();
  }
  return { groups, report };
}

async function written(
  options: Partial<KinetoOptions>,
  name = 'trace.json',
  pack: (text: string) => string | Uint8Array = (text) => text,
): Promise<{ path: string; truths: Map<string, KinetoTruth> }> {
  let text = '';
  const truths = writeKineto({ ...KINETO_DEFAULTS, ...options }, (piece) => {
    text += piece;
  });
  const path = join(await temporaryFolder(), name);
  await writeFile(path, pack(text));
  return { path, truths };
}

/** What a group says that a truth tells, too. */
function told(group: MemoryGroup) {
  const [live] = liveBytes(group);
  const { allocations } = memoryReport([group]).groups[0];
  return {
    startBytes: live.allocators[0].startLiveBytes,
    peakBytes: live.peak.bytes,
    endBytes: live.endLiveBytes,
    allocations: allocations.count,
    released: allocations.released,
    releasesOfUnknown: allocations.releases_of_unknown,
  };
}

function numbersOf({ places: _, ...truth }: KinetoTruth) {
  return truth;
}

const GZIP = (text: string) => gzipSync(text);

describe('a trace is read as it was', () => {
  test.each<
    [string, Partial<KinetoOptions>, string, (text: string) => string | Uint8Array, number]
  >([
    ['of 2025', {}, 'trace.json', String, 1],
    ['of 2025, packed', {}, 'trace.json.gz', GZIP, 1],
    ['of 2025, packed by zstd', {}, 'trace.json.zst', storedZstd, 1],
    ['of 2023', { era: '2023' }, 'trace.json', String, 1],
    ['with threads that read it', { operators: 900 }, 'trace.json', String, 2],
    ['in order', { isShuffled: false }, 'trace.json', String, 1],
    ['with operators in operators, and kernels', { withKernels: true }, 'x', String, 1],
    [
      'of several devices',
      {
        devices: [
          { type: 1, id: 0 },
          { type: 20, id: 5 },
        ],
      },
      'x',
      String,
      1,
    ],
  ])('%s', async (_, options, name, pack, workers) => {
    const { path, truths } = await written(options, name, pack);
    const { groups, report } = await read(path, {}, workers);
    expect(report.failures).toEqual([]);
    const names = new Map([
      ['0:-1', 'CPU'],
      ['1:0', 'GPU:0'],
      ['20:5', 'NPU:5'],
    ]);
    for (const [device, truth] of truths) {
      const group = groups.get(`3 ${names.get(device)}`) as MemoryGroup;
      expect(told(group), device).toEqual(numbersOf(truth));
      expect(memoryReport([group]).groups[0].live_bytes_match_reported).toBe(true);
    }
    expect(groups.size).toBe(truths.size);
  });

  test('addresses are exact, and the same where a file has those beyond 2^63 as negative', async () => {
    const event = (ts: number, address: string, bytes: number) =>
      `{"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":${ts},"args":{"Device Type":1,"Device Id":0,"Addr":${address},"Bytes":${bytes}}}`;
    const known = [
      '18446744073709551104',
      '9223372036854775808',
      '9007199254740993',
      '139926520725504',
      '1000000',
      '512',
      '0',
    ];
    const events = [
      ...known.map((address, i) => event(i, address, 512)),
      event(100, '-512', -512),
      event(101, '-9223372036854775808', -512),
      ...known.slice(2).map((address, i) => event(110 + i, address, -512)),
    ];
    const path = join(await temporaryFolder(), 'trace.json');
    await writeFile(path, `{"schemaVersion":1,"traceEvents":[${events.join(',\n')}]}`);
    const { groups } = await read(path);
    const [{ tables }] = groups.values();
    const addresses = Array.from(tables.memory_summary.getChild('address') ?? []);
    expect(addresses).toEqual(known.map(BigInt));
    const held = Array.from(tables.memory_summary.getChild('duration_ns') ?? []);
    expect(held).toEqual([100, 100, 108, 108, 108, 108, 108].map((us) => BigInt(us * 1000)));
  });

  test('allocations have the operator, the call stack and the step that they are in', async () => {
    const { path, truths } = await written({});
    const { groups } = await read(path);
    const { allocations, tables } = groups.get('3 GPU:0') as MemoryGroup;
    const names = allocations.text('name');
    const stacks = allocations.text('call_stack');
    const steps = tables.memory_summary.getChild('step');
    const rows = Array.from({ length: allocations.rows }, (_, row) => row).filter(
      (row) => allocations.beforeCapture[row] === 0,
    );
    const places = rows.map((row) => ({
      operator: names.values[names.codes[row]],
      stack: stacks.values[stacks.codes[row]].split(';\r\n').filter((frame) => frame !== ''),
      step: steps?.get(row),
      bytes: allocations.sizeBytes[row],
    }));
    expect(places).toEqual(truths.get('1:0')?.places);
  });

  test('failures are told with what was wanted', async () => {
    const { path } = await written({ failures: 3 });
    const { groups } = await read(path);
    const reports = [...groups.values()].flatMap(
      (group) => memoryReport([group]).groups[0].out_of_memory,
    );
    expect(reports.map(({ requested_bytes }) => requested_bytes)).toEqual([
      2 ** 34,
      2 ** 34,
      2 ** 34,
    ]);
    expect(reports[0].open_ranges[0]).toMatch(/^ProfilerStep#\d$/);
  });
});

test('without addresses the level is known, and of blocks nothing is invented', async () => {
  const { path, truths } = await written({ era: '2021', rank: null });
  const { groups, report } = await read(path);
  const group = groups.get('0 GPU:0') as MemoryGroup;
  const truth = truths.get('1:0') as KinetoTruth;
  const [{ peak, unreleased, allocations, growth }] = memoryReport([group]).groups;
  // The least that was there before is what keeps the level from being negative.
  expect(peak.live_bytes).toBeLessThanOrEqual(truth.peakBytes);
  expect(peak.live_bytes).toBeGreaterThanOrEqual(truth.peakBytes - truth.startBytes);
  expect(peak).toMatchObject({ holders: null, before_capture_bytes: null });
  expect([unreleased, growth]).toEqual([null, null]);
  expect(allocations).toMatchObject({ count: truth.allocations, released: null, unreleased: null });
  expect(report.notices.map(({ code }) => code)).toContain('torch-no-addresses');
});

describe('the rank', () => {
  test.each<[string, string, number | null, Record<string, unknown>, string]>([
    ['of the trace', 'rank7.json', 3, {}, '3'],
    ['of the name', 'rank7.json', null, {}, '7'],
    ['of a pattern', 'gpu-5-x.json', 3, { 'input.rank_pattern': 'gpu-(\\d+)' }, '5'],
    ['of nothing', 'x.json', null, {}, '0'],
  ])('%s', async (_, name, rank, values, expected) => {
    const { path } = await written({ rank, operators: 20 }, name);
    const { groups } = await read(path, values);
    expect([...groups.keys()][0].split(' ')[0]).toBe(expected);
  });
});

test('from a program', async () => {
  const { path, truths } = await written({});
  const parser = new TorchTraceParser({ runtime: { workers: 1 } });
  const groups = memoryGroups(await parser.run(path));
  const gpu = groups.find(({ info }) => info.device_type === 'GPU:0') as MemoryGroup;
  expect(told(gpu)).toEqual(numbersOf(truths.get('1:0') as KinetoTruth));
});

describe('what is wrong is told', () => {
  test.each<[string, string, string]>([
    [
      'no memory',
      '{"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1, "dur": 1, "pid": 1, "tid": 1}]}',
      'torch-no-memory-events',
    ],
    ['another JSON', '{"a": 1}', 'torch-not-a-trace'],
    ['nothing', '', 'torch-not-a-trace'],
  ])('%s', async (_, text, code) => {
    const path = join(await temporaryFolder(), 'x.json');
    await writeFile(path, text);
    const outcome = await read(path).then(
      ({ report }) => report.failures.map(({ error }) => error.code),
      (error) => [error.code],
    );
    expect(outcome).toEqual([code]);
  });

  test('a trace that was cut is read as far as it goes', async () => {
    const { path } = await written({}, 'cut.json', (text) => text.slice(0, text.length * 0.6));
    const { groups, report } = await read(path);
    expect(groups.size).toBe(2);
    expect(report.notices.map(({ code }) => code)).toContain('trace-cut-event');
  });
});

const HTA = realCapture('kineto/memory-events-2025.json.gz');
test.skipIf(HTA === undefined)(
  'a real trace has the level that was worked out by hand',
  async () => {
    const { groups } = await read(String(HTA));
    const group = groups.get('1 GPU:1') as MemoryGroup;
    expect(told(group)).toMatchObject({ startBytes: 4096614400, peakBytes: 6629508096 });
    expect(memoryReport([group]).groups[0].live_bytes_match_reported).toBe(true);
  },
);
