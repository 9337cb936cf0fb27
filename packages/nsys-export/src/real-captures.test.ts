import { realCapture } from '@rl-insight/tools';
import { expect, test } from 'vitest';
import { joined } from '../test/exports.js';
import { openExport } from './index.js';

const path = realCapture('nsys/two-gpu-no-memory-table.sqlite');

test.skipIf(path === undefined)('a real export of a recording without memory', () => {
  const exported = openExport(path ?? '');
  expect(exported).toMatchObject({
    productVersion: '2026.2.1.210',
    schemaVersion: '3.25.0',
    hasMemoryTable: false,
    recordsMemory: false,
    clock: { utcOffsetNs: 1779630014975716426n - 35255823190n, zoneOffsetMinutes: 0 },
  });
  const ranges = joined(exported.ranges());
  expect([ranges.count, ranges.names[0], ranges.startNs[0]]).toEqual([
    ...[16_782, 'aten::view, op_id = 314290', 155357596302n],
  ]);
  const processes = ranges.thread.map((thread) => exported.threads[thread].processId);
  expect(new Set(processes).size).toBe(2);
  expect([...exported.memoryEvents()]).toEqual([]);
  expect([...exported.memoryCalls()]).toEqual([]);
  exported.close();
});
