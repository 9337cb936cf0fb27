import { join } from 'node:path';
import type { GroupReport } from '@rl-insight/memory-model';
import {
  NSYS_FORMATS,
  type NsysDeviceTruth,
  type NsysExportRequest,
  type NsysVersion,
  SPILL_SCOPE,
  writeNsysExport,
  writeRmmLogs,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

const MIDNIGHT_NS = BigInt(Date.UTC(2026, 4, 24)) * 1_000_000n;
const NS_PER_MINUTE = 60_000_000_000n;

/** What the report says, as the command prints it. */
async function groupsOf(path: string, ...words: string[]): Promise<GroupReport[]> {
  const all = ['summary', path, 'memory.parser.type=nsys', '--json', '-q', ...words];
  const { code, stdout, stderr } = await rlInsight(all);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).groups;
}

async function recorded(request: NsysExportRequest) {
  const path = join(await emptyFolder(), 'report.sqlite');
  const truths = writeNsysExport(path, request);
  const groups = await groupsOf(path, `memory.tracking.exclude=[${SPILL_SCOPE}]`);
  return { truths, groups };
}

/** UTC of a time of the truth, which is µs of the day of the recording, local time. */
const utcOf =
  (zoneOffsetMinutes = 0) =>
  (us: number) =>
    String(MIDNIGHT_NS + BigInt(Math.round(us * 1000)) - BigInt(zoneOffsetMinutes) * NS_PER_MINUTE);

const pathOf = (names: readonly string[]) =>
  names.map((name) => name.replaceAll(/\d+/g, '#').replaceAll('/', '\\/')).join('/');

function expectThreads(group: GroupReport, { memory }: NsysDeviceTruth, utc = utcOf()): void {
  const threads = [...memory.threads.values()].sort(
    (a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId,
  );
  expect(threads.length).toBeGreaterThan(3);
  expect(group.threads).toEqual(
    threads.map(({ threadId, peakBytes, peakUs, endBytes, count }) => ({
      thread_id: threadId,
      thread_name: `worker-${threadId}`,
      peak_bytes: peakBytes,
      peak_time_ns: utc(peakUs),
      end_bytes: endBytes,
      count,
    })),
  );
}

function expectScopes(group: GroupReport, { memory, startEnd }: NsysDeviceTruth): void {
  const expected = new Map<string, { entries: number; max: number; left: number }>();
  for (const scope of memory.scopes) {
    if (scope.names.at(-1) === SPILL_SCOPE) continue;
    const key = `${scope.threadId} ${pathOf(scope.names)}`;
    const known = expected.get(key) ?? { entries: 0, max: 0, left: 0 };
    expected.set(key, {
      entries: known.entries + 1,
      max: Math.max(known.max, scope.maxOutstandingBytes),
      left: Math.max(known.left, scope.leftOutstandingBytes),
    });
  }
  const free = new Set(startEnd.map(({ name }) => pathOf([name])));
  const found = group.scopes
    .filter(({ path }) => !free.has(path))
    .map((scope) => [
      `${scope.thread_id} ${scope.path}`,
      {
        entries: scope.entries,
        max: scope.max_outstanding_bytes,
        left: scope.left_outstanding_bytes,
      },
    ]);
  expect(found.length).toBeGreaterThan(20);
  expect(new Map(found.sort() as never)).toEqual(new Map([...expected].sort()));
}

function expectFailures(group: GroupReport, { memory }: NsysDeviceTruth, utc = utcOf()): void {
  expect(memory.failures.length).toBeGreaterThan(20);
  expect(group.out_of_memory).toMatchObject(
    memory.failures.map((failure) => ({
      time_ns: utc(failure.timeUs),
      thread_id: failure.threadId,
      requested_bytes: null,
      live_bytes: failure.liveBytes,
      held_by_thread: failure.heldByThread.map(({ threadId, bytes, count }) => ({
        thread_id: threadId,
        bytes,
        count,
      })),
    })),
  );
  const openPushPop = group.out_of_memory.map(({ open_ranges }) => open_ranges);
  memory.failures.forEach(({ openNames }, i) => {
    expect(openPushPop[i]).toEqual(expect.arrayContaining([...openNames]));
  });
}

const VERSIONS = Object.keys(NSYS_FORMATS) as NsysVersion[];

describe('what the command says of an export is what the generator knows', () => {
  test.each(VERSIONS)('version %s', async (version) => {
    const request = { format: NSYS_FORMATS[version], options: { seed: version } };
    const { truths, groups } = await recorded(request);
    expect(groups.length).toBe(1);
    const [group] = groups;
    expect(group).toMatchObject({ role: null, rank_id: 0, device_type: 'GPU:0' });
    expect(group.allocations).toMatchObject({
      count: truths[0].memory.allocations,
      releases_of_unknown: truths[0].memory.earlierReleases,
    });
    expect(group.start_live_bytes).toBe(truths[0].memory.earlierBytes);
    expectThreads(group, truths[0]);
    expectScopes(group, truths[0]);
    expectFailures(group, truths[0]);
    expect(group.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['nsys-failed-sizes', 'nsys-diagnostic']),
    );
    expect(group.stacks.recorded).toBe(group.allocations.count);
  });

  test('out of a pool: what it has reserved is known as well', async () => {
    const { truths, groups } = await recorded({
      allocator: 'async',
      options: { earlierBlocks: 0 },
    });
    const [group] = groups;
    expectThreads(group, truths[0]);
    expectScopes(group, truths[0]);
    expectFailures(group, truths[0]);
    expect(group.allocators.map(({ allocator }) => allocator)).toEqual(['pool']);
    expect(group.live_bytes_match_reported).toBe(true);
    expect(group.untracked_bytes).toBe(0);
    expect(group.peak.reserved_bytes).toBeGreaterThanOrEqual(group.peak.live_bytes);
  });

  test('slabs: nobody owns what is in them', async () => {
    const { groups } = await recorded({ allocator: 'slabs' });
    const [{ warnings }] = groups;
    expect(warnings.map(({ code }) => code)).toContain('nsys-slabs');
    expect(warnings.find(({ code }) => code === 'nsys-slabs')?.message).toContain(
      'memory.parser.ranges=',
    );
  });

  test.each(['own', 'shared'] as const)(
    'two devices, processes %s, another zone',
    async (processes) => {
      const zoneOffsetMinutes = 330;
      const { truths, groups } = await recorded({ devices: 2, processes, zoneOffsetMinutes });
      expect(groups.map(({ rank_id, device_type }) => [rank_id, device_type])).toEqual(
        processes === 'own'
          ? [
              [0, 'GPU:0'],
              [1, 'GPU:1'],
            ]
          : [
              [0, 'GPU:0'],
              [0, 'GPU:1'],
            ],
      );
      groups.forEach((group, device) => {
        expectThreads(group, truths[device], utcOf(zoneOffsetMinutes));
        expectScopes(group, truths[device]);
        expectFailures(group, truths[device], utcOf(zoneOffsetMinutes));
      });
    },
  );
});

describe('the two parsers say the same of the same run', () => {
  test('of a log of RMM and of an export', async () => {
    const folder = await emptyFolder();
    const options = { seed: 'both', lateShare: 0 };
    await writeRmmLogs(join(folder, 'logs'), 2, { options });
    writeNsysExport(join(folder, 'report.sqlite'), { devices: 2, processes: 'shared', options });
    const words = ['summary', join(folder, 'logs'), 'memory.parser.type=rmm_log', '--json', '-q'];
    const logs: GroupReport[] = JSON.parse((await rlInsight(words)).stdout).groups;
    const exports = await groupsOf(join(folder, 'report.sqlite'));
    expect(exports.length).toBe(2);
    exports.forEach((group, device) => {
      const log = logs[device];
      // Threads of the second device have 1000 more in their ids, as they share a process.
      const own = (id: number | null) => (id ?? 0) - 1000 * device;
      expect(group.allocations).toEqual({ ...log.allocations, bytes: group.allocations.bytes });
      expect([group.start_live_bytes, group.peak.live_bytes, group.end_live_bytes]).toEqual([
        log.start_live_bytes,
        log.peak.live_bytes,
        log.end_live_bytes,
      ]);
      expect(
        group.threads.map((thread) => [own(thread.thread_id), thread.peak_bytes, thread.count]),
      ).toEqual(log.threads.map((thread) => [thread.thread_id, thread.peak_bytes, thread.count]));
      const failures = ({ out_of_memory }: GroupReport, id: (thread: number | null) => number) =>
        out_of_memory.map(({ thread_id, live_bytes, held_by_thread }) => [
          id(thread_id),
          live_bytes,
          held_by_thread?.map((held) => [id(held.thread_id), held.bytes, held.count]),
        ]);
      expect(failures(group, own)).toEqual(failures(log, (thread) => thread ?? 0));
    });
  });
});
