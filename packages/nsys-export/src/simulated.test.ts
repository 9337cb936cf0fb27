import { join } from 'node:path';
import {
  NSYS_FORMATS,
  type NsysExportRequest,
  type NsysVersion,
  writeNsysExport,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, joined } from '../test/exports.js';
import { MEMORY_OPERATION, type NsysExport, openExport, RANGE_KIND } from './index.js';

async function recorded(request: NsysExportRequest) {
  const path = join(await emptyFolder(), 'report.sqlite');
  const truths = writeNsysExport(path, request);
  return { truths, exported: openExport(path) };
}

/** Peak of each thread, found from events that are joined to their calls. */
function peaks(exported: NsysExport, processId: number, deviceId: number): Map<number, number> {
  const calls = joined(exported.memoryCalls());
  const threadOf = new Map<string, number>();
  calls.correlationId.forEach((id, i) => {
    const { process, threadId } = exported.threads[calls.thread[i]];
    threadOf.set(`${process}/${id}`, threadId);
  });
  const events = joined(exported.memoryEvents({ batchRows: 100 }));
  const live = new Map<string, { threadId: number; bytes: number }>();
  const bytesOf = new Map<number, number>();
  const peakOf = new Map<number, number>();
  for (let i = 0; i < events.count; i++) {
    const isOwn = exported.processes[events.process[i]].processId === processId;
    if (!isOwn || events.deviceId[i] !== deviceId) continue;
    const address = `${events.addressHigh[i]}:${events.addressLow[i]}`;
    if (events.operation[i] === MEMORY_OPERATION.allocation) {
      const threadId = threadOf.get(`${events.process[i]}/${events.correlationId[i]}`) ?? -1;
      live.set(address, { threadId, bytes: events.bytes[i] });
      const bytes = (bytesOf.get(threadId) ?? 0) + events.bytes[i];
      bytesOf.set(threadId, bytes);
      peakOf.set(threadId, Math.max(peakOf.get(threadId) ?? 0, bytes));
    } else {
      const block = live.get(address);
      live.delete(address);
      if (block === undefined) continue;
      bytesOf.set(block.threadId, (bytesOf.get(block.threadId) ?? 0) - block.bytes);
    }
  }
  return peakOf;
}

describe('what is read is what was written', () => {
  test.each(Object.keys(NSYS_FORMATS) as NsysVersion[])('version %s', async (version) => {
    const format = NSYS_FORMATS[version];
    const { truths, exported } = await recorded({ format, devices: 2, options: { seed: version } });
    expect([exported.productVersion, exported.schemaVersion]).toEqual([
      format.productVersion,
      format.schemaVersion,
    ]);
    expect(exported.recordsMemory).toBe(format.productVersion === null ? null : true);
    for (const { processId, deviceId, memory } of truths) {
      const expected = [...memory.threads.values()];
      expect(expected.length).toBe(6);
      expect(new Map([...peaks(exported, processId, deviceId)].sort())).toEqual(
        new Map(expected.map(({ threadId, peakBytes }) => [threadId, peakBytes] as const).sort()),
      );
    }
    const { startNs, streamId } = joined(exported.memoryEvents());
    expect(startNs).toEqual([...startNs].sort((a, b) => Number(a - b)));
    expect(streamId.every(Number.isNaN)).toBe(!format.stream);
    exported.close();
  });

  test.each(['own', 'shared'] as const)('calls and ranges, processes %s', async (processes) => {
    const { truths, exported } = await recorded({ devices: 3, processes, hardwareId: 200 });
    const sum = (count: (truth: (typeof truths)[number]) => number) =>
      truths.reduce((total, truth) => total + count(truth), 0);
    const calls = joined(exported.memoryCalls());
    expect(calls.count).toBe(sum(({ counts }) => counts.calls));
    expect(calls.returnValue.filter((value) => value === 2).length).toBe(
      sum(({ memory }) => memory.failures.length),
    );
    const events = joined(exported.memoryEvents());
    expect(events.count).toBe(sum(({ counts }) => counts.allocations + counts.releases));

    const offset = exported.clock?.utcOffsetNs ?? 0n;
    const midnight = BigInt(Date.UTC(2026, 4, 24)) * 1_000_000n;
    const dayUs = (ns: bigint) => Number(ns + offset - midnight) / 1000;
    const ranges = joined(exported.ranges());
    const scopes = truths.flatMap(({ memory, processId }) =>
      memory.scopes.map(({ names, threadId, startUs, endUs }) =>
        [processId, threadId, names.at(-1), startUs.toFixed(3), endUs?.toFixed(3)].join(),
      ),
    );
    const found = ranges.names.flatMap((name, i) => {
      if (ranges.kind[i] !== RANGE_KIND.pushPop) return [];
      const { processId, threadId, hardwareId } = exported.threads[ranges.thread[i]];
      expect(hardwareId).toBe(200);
      const end = ranges.isOpen[i] === 1 ? undefined : dayUs(ranges.endNs[i]).toFixed(3);
      return [[processId, threadId, name, dayUs(ranges.startNs[i]).toFixed(3), end].join()];
    });
    expect(found.sort()).toEqual(scopes.sort());
    expect(new Set(ranges.domains)).toEqual(new Set([null, 'libcudf']));
    const startEnd = ranges.names.filter((_, i) => ranges.kind[i] === RANGE_KIND.startEnd);
    expect(startEnd.length).toBe(sum((truth) => truth.startEnd.length));
    expect(ranges.endThread.some((thread, i) => thread !== ranges.thread[i])).toBe(true);
    exported.close();
  });

  test('what else there is', async () => {
    const request = { devices: 2, zoneOffsetMinutes: -210, allocator: 'async' } as const;
    const { exported } = await recorded(request);
    expect(exported.clock).toMatchObject({ zoneOffsetMinutes: -210 });
    expect(exported.diagnostics).toMatchObject([
      { severity: 'warning', text: 'CUDA events were lost.' },
    ]);
    expect(exported.ranks.map(({ rank }) => rank)).toEqual([0, 1]);
    expect(exported.devices.gpuOf(1_979_901, 0)).toMatchObject({ id: 1, uuid: 'GPU-1' });
    expect(exported.threads.map(({ name }) => name)).toContain('main thread');
    expect([...exported.poolEvents()].map(({ operation, type }) => [operation, type])).toEqual([
      ['Created', 'Local'],
      ['Created', 'Local'],
    ]);
    const { poolBytes, poolUsedBytes } = joined(exported.memoryEvents());
    expect(poolUsedBytes.every((used, i) => used <= poolBytes[i])).toBe(true);
    expect([...exported.callStacks().values()][0].length).toBe(3);
    exported.close();
  });

  test('an export without memory says that it was not asked for', async () => {
    const { exported } = await recorded({ memoryTable: false });
    expect([exported.hasMemoryTable, exported.recordsMemory]).toEqual([false, false]);
    expect([...exported.memoryEvents()]).toEqual([]);
    exported.close();
  });
});
