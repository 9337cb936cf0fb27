import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinPieces } from '../testing/read-back.js';
import { type FormatRequest, resolveFormat, writeCapture } from './capture.js';
import { writeCaptures } from './captures.js';
import { operatorMemoryCsv } from './operator-memory-csv.js';
import { type CaptureRequest, VARIANTS } from './options.js';
import { simulateCapture } from './scenario.js';
import { traceJson } from './trace-json.js';

let root = '';
let folders = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'capture-'));
});

afterAll(async () => {
  await rm(root, { recursive: true });
});

function folder(): string {
  folders++;
  return join(root, String(folders));
}

async function hashes(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    found[path.slice(dir.length + 1)] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}

async function written(
  request: CaptureRequest,
  format: FormatRequest = {},
): Promise<Record<string, string>> {
  const dir = folder();
  await writeCapture(dir, simulateCapture(request), format);
  return hashes(dir);
}

describe('writeCapture', () => {
  it.each(VARIANTS)(
    'gives the same bytes for the same seed, other ones for another: %s',
    async (variant) => {
      const request: CaptureRequest = {
        allocations: 200,
        variant,
        oddNames: true,
        emptyNames: 0.1,
        devices: 2,
      };
      const first = await written({ ...request, seed: 'a' }, { trace: { targetBytes: 600_000 } });
      const again = await written({ ...request, seed: 'a' }, { trace: { targetBytes: 600_000 } });
      const other = await written({ ...request, seed: 'b' }, { trace: { targetBytes: 600_000 } });
      expect(again).toEqual(first);
      expect(Object.keys(other)).toEqual(Object.keys(first));
      const table = 'ASCEND_PROFILER_OUTPUT/operator_memory.csv';
      expect(other[table]).not.toBe(first[table]);
    },
  );

  it('writes the folder of a capture', async () => {
    const dir = folder();
    const { files } = await writeCapture(dir, simulateCapture({ allocations: 50 }));
    expect(files.map((file) => file.path)).toEqual([
      'ASCEND_PROFILER_OUTPUT/operator_memory.csv',
      'ASCEND_PROFILER_OUTPUT/memory_record.csv',
      'ASCEND_PROFILER_OUTPUT/npu_module_mem.csv',
      'ASCEND_PROFILER_OUTPUT/trace_view.json',
      'ASCEND_PROFILER_OUTPUT/analyse.done',
      'profiler_info_0.json',
      'profiler_metadata.json',
    ]);
    for (const { path, bytes } of files) expect((await stat(join(dir, path))).size).toBe(bytes);
  });

  it('leaves out what is not wanted, and the table when it has no rows', async () => {
    const none = {
      memoryRecord: false,
      moduleMem: false,
      profilerInfo: false,
      metadata: false,
    } as const;
    const request: CaptureRequest = { allocations: 0, geAllocations: 0, trace: false };
    expect(await written(request, { ...none, analyseDone: false })).toEqual({});
  });

  it('names slices and puts the table where CANN puts it', async () => {
    const files = await written(
      { allocations: 0, geAllocations: 20, variant: 'M9', trace: false },
      {
        moduleMem: { slices: 2, deviceId: true, unit: 'KB' },
        operatorMemoryPath: 'PROF_000001/mindstudio_profiler_output/operator_memory_1.csv',
        profilerInfo: { rankInName: false },
      },
    );
    expect(Object.keys(files).sort()).toEqual([
      'ASCEND_PROFILER_OUTPUT/analyse.done',
      'ASCEND_PROFILER_OUTPUT/memory_record.csv',
      'ASCEND_PROFILER_OUTPUT/npu_module_mem_slice_0_20260526085155.csv',
      'ASCEND_PROFILER_OUTPUT/npu_module_mem_slice_1_20260526085155.csv',
      'PROF_000001/mindstudio_profiler_output/operator_memory_1.csv',
      'profiler_info.json',
      'profiler_metadata.json',
    ]);
  });

  it('streams a larger capture in small chunks, with the bytes of the text as a whole', async () => {
    const capture = simulateCapture({ allocations: 4000, oddNames: true });
    const request: FormatRequest = { chunkChars: 4096, trace: { targetBytes: 20_000_000 } };
    const dir = folder();
    const { files } = await writeCapture(dir, capture, request);
    const trace = files.find((file) => file.path.endsWith('trace_view.json'));
    expect(trace?.bytes).toBeGreaterThan(20_000_000);
    expect(trace?.bytes).toBeLessThan(20_500_000);
    const output = join(dir, 'ASCEND_PROFILER_OUTPUT');
    const format = resolveFormat(request, 'V15');
    const text = await readFile(join(output, 'trace_view.json'), 'utf8');
    expect(text === joinPieces(traceJson(capture, format.trace))).toBe(true);
    expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(10_000);
    const table = await readFile(join(output, 'operator_memory.csv'), 'utf8');
    expect(table === joinPieces(operatorMemoryCsv(capture, format))).toBe(true);
  });
});

describe('writeCaptures', () => {
  it('lays out steps, roles and ranks as verl does', async () => {
    const dir = folder();
    const captures = await writeCaptures(dir, {
      capture: { allocations: 30 },
      steps: [1, 2],
      roles: ['actor_update', 'rollout'],
      ranks: [0, 3],
    });
    expect(captures.map((capture) => capture.dir.slice(dir.length + 1))).toEqual([
      '1/actor_update/node0_3016828_20260526085155000_ascend_pt',
      '1/actor_update/node0_3017020_20260526085155000_ascend_pt',
      '1/rollout/node0_3016828_20260526085210000_ascend_pt',
      '1/rollout/node0_3017020_20260526085210000_ascend_pt',
      '2/actor_update/node0_3016828_20260526085255000_ascend_pt',
      '2/actor_update/node0_3017020_20260526085255000_ascend_pt',
      '2/rollout/node0_3016828_20260526085310000_ascend_pt',
      '2/rollout/node0_3017020_20260526085310000_ascend_pt',
    ]);
    const [first] = captures;
    const metadata = await readFile(join(first?.dir ?? '', 'profiler_metadata.json'), 'utf8');
    expect(JSON.parse(metadata)).toMatchObject({ role: 'actor_update' });
    const trace = join(first?.dir ?? '', 'ASCEND_PROFILER_OUTPUT/trace_view.json');
    expect(await readFile(trace, 'utf8')).toContain('"name": "ProfilerStep#1"');
    expect(captures[1]?.simulated.truth.row(0).device).toBe('NPU:3');
    const tables = await Promise.all(
      captures.map((capture) =>
        readFile(join(capture.dir, 'ASCEND_PROFILER_OUTPUT/operator_memory.csv'), 'utf8'),
      ),
    );
    expect(new Set(tables).size).toBe(tables.length);
  });

  it('can tell roles in the metadata only, in folders side by side', async () => {
    const dir = folder();
    const captures = await writeCaptures(dir, {
      capture: { allocations: 10, trace: false },
      roles: ['actor', 'ref'],
      roleIn: 'metadata',
      worker: 'host',
    });
    expect(captures.map((capture) => capture.dir.slice(dir.length + 1))).toEqual([
      'host_3016828_20260526085155000_ascend_pt',
      'host_3016828_20260526085210000_ascend_pt',
    ]);
  });
});
