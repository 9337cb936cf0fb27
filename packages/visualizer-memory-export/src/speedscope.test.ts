import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryGroups } from '@rl-insight/memory-contract';
import { memoryReport, type PeakReport } from '@rl-insight/memory-model';
import { MemoryParser } from '@rl-insight/parser-memory';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryExporter } from './api.js';
import { type SpeedscopeFile, speedscopeFile } from './speedscope.js';

const SAMPLE = fileURLToPath(new URL('../../../samples/ascend-verl', import.meta.url));
const require = createRequire(import.meta.url);
// What it demands stands in the package that the application is published as.
const schema = require('speedscope/dist/release/file-format-schema.json');
const validate = new Ajv({ strict: false }).compile({
  ...schema,
  $ref: '#/definitions/FileFormat.File',
});

const holder = (name: string, call_stack: string, bytes: number) => ({
  name,
  call_stack,
  bytes,
  user_frame: '',
  stack_match: 'recorded',
  count: 1,
});
const PEAK: PeakReport = {
  time_ns: '1',
  live_bytes: 610,
  before_capture_bytes: 10,
  reserved_bytes: null,
  holders: [
    holder('matmul', 'a/model.py(12): forward;\r\nmain.py(3): <module>', 400),
    holder('add', 'a/model.py(13): forward;\r\nmain.py(3): <module>', 150),
    holder('(unknown)', '', 50),
  ],
};

test('stacks from the outside in, the operator innermost, bytes as weights', () => {
  const file = speedscopeFile(PEAK, { name: 'rank 0', exporter: 'test@1' });
  const [{ samples, weights, endValue }] = file.profiles;
  const names = samples.map((sample) => sample.map((frame) => file.shared.frames[frame].name));
  expect(names).toEqual([
    ['<module>', 'forward', 'matmul'],
    ['<module>', 'forward', 'add'],
    ['(unknown)'],
    ['(there before the capture)'],
  ]);
  expect(weights).toEqual([400, 150, 50, 10]);
  expect(endValue).toBe(610);
  const lines = samples.slice(0, 2).map(([, frame]) => file.shared.frames[frame]);
  expect(lines).toMatchObject([
    { file: 'a/model.py', line: 12 },
    { file: 'a/model.py', line: 13 },
  ]);
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...file, profiles: [{}] })).toBe(false);
});

test('of a capture: all that was live at the peak', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const role = { memory: { parser: { role: 'actor_update' } } };
  const tables = await new MemoryParser(role).run(SAMPLE);
  const exporter = new MemoryExporter({
    memory: { visualizer: { type: 'speedscope' } },
    output: { path: folder },
  });
  await exporter.run(tables);
  for (const group of memoryGroups(tables)) {
    const { info } = group;
    const path = join(folder, `actor_update_rank${info.rank_id}_NPU-${info.rank_id}`);
    const text = await readFile(join(path, 'memory_peak.speedscope.json'), 'utf8');
    const file: SpeedscopeFile = JSON.parse(text);
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
    const { peak } = memoryReport([group]).groups[0];
    const [{ weights, endValue }] = file.profiles;
    expect(peak.live_bytes).toBeGreaterThan(0);
    expect(weights.reduce((sum, bytes) => sum + bytes, 0)).toBe(peak.live_bytes);
    expect(endValue).toBe(peak.live_bytes);
  }
});
