import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parserConformance, registerConformance } from '@rl-insight/plugin-testing';
import { KINETO_DEFAULTS, writeKinetoFile } from '@rl-insight/tools';
import { afterAll, describe, test } from 'vitest';

// What is built, since processes of their own import it.
const module = new URL('../dist/plugin.js', import.meta.url);
const snapshot = fileURLToPath(
  new URL('../../../samples/torch-snapshot/snapshot_rank0.pickle', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'rl-insight-torch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const trace = join(folder, 'trace.json');
writeKinetoFile(trace, KINETO_DEFAULTS);

const snapshots = await parserConformance({ module, type: 'torch_snapshot', input: snapshot });
describe('torch_snapshot', () => registerConformance(test, snapshots));

const traces = await parserConformance({ module, type: 'torch_trace', input: trace });
describe('torch_trace', () => registerConformance(test, traces));
