import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GroupReport } from '@rl-insight/memory-model';
import {
  realCapture,
  simulateTorch,
  type TorchAnnotation,
  type TorchEntry,
  type TorchSnapshotRequest,
  type TorchTruth,
  writeTorchSnapshot,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

/** What the report says of a snapshot, as the command prints it. */
async function groupsOf(path: string): Promise<GroupReport[]> {
  const words = ['summary', path, 'memory.parser.type=torch_snapshot', '--json', '-q'];
  const { code, stdout, stderr } = await rlInsight(words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).groups;
}

function expectTruth(group: GroupReport, truth: TorchTruth, hasTimes: boolean): void {
  expect(group).toMatchObject({
    start_live_bytes: truth.startBytes,
    start_source: 'final_state',
    end_live_bytes: truth.endBytes,
    allocations: {
      count: truth.allocations,
      unreleased: truth.unreleased,
      releases_of_unknown: truth.releasesOfUnknown,
    },
    peak: { live_bytes: truth.peakBytes },
  });
  expect(
    group.out_of_memory.map((failure) => [failure.requested_bytes, failure.device_free_bytes]),
  ).toEqual(
    truth.failures.map(({ requestedBytes, deviceFreeBytes }) => [requestedBytes, deviceFreeBytes]),
  );
  expect(group.out_of_memory.map(({ live_bytes }) => live_bytes)).toEqual(
    truth.failures.map(({ liveBytes }) => liveBytes),
  );
  const blocks = group.counters.find(({ component }) => component === 'caching:blocks');
  if (group.device_type !== 'CPU') {
    const notice = group.warnings.find(({ code }) => code === 'torch-block-sizes')?.message ?? '';
    const more = Number(/may have taken (\d+) bytes more/.exec(notice)?.[1] ?? 0);
    const allocated = truth.peakAllocatedBytes - (blocks?.max_allocated_bytes ?? 0);
    const active = truth.peakActiveBytes - (blocks?.max_active_bytes ?? 0);
    for (const missing of [allocated, active]) {
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(more);
    }
  }
  if (!hasTimes) return;
  const [{ start_ns, end_ns }] = group.captures;
  expect([start_ns, end_ns]).toEqual([`${truth.startUs}000`, `${truth.endUs}000`]);
  if (truth.peakUs > 0) expect(group.peak.time_ns).toBe(`${truth.peakUs}000`);
}

const REQUESTS: readonly (readonly [string, TorchSnapshotRequest])[] = [
  ['two devices, and pinned memory of the host', { devices: 2, host: true }],
  ['expandable segments', { options: { expandable: true } }],
  ['too small a device', { options: { capacityBytes: 48 << 20, requestShare: 0.6 } }],
  ['what the C++ pickler writes', { file: { protocol: 2, memo: 'put', batch: 1e9 } }],
  ['protocol 5, with C++ stacks', { file: { protocol: 5 }, options: { stacks: 'all' } }],
  ['of 2022', { file: { format: '2022', protocol: 3, memo: 'put' } }],
  ['of 2023', { file: { format: '2023' } }],
  ['of 2024, without stacks', { file: { format: '2024' }, options: { stacks: 'none' } }],
  ['recorded from the begin', { options: { earlierEvents: 0 } }],
  ['most blocks in use by other streams', { options: { sharedShare: 0.9, streams: 6 } }],
];

describe('what the command says of a snapshot is what the generator knows', () => {
  test.each(REQUESTS)('%s', async (name, request) => {
    const path = join(await emptyFolder(), 'snapshot.pickle');
    const options = { capacityBytes: 96 << 20, seed: name, ...request.options };
    const truth = writeTorchSnapshot(path, { ...request, options });
    const groups = await groupsOf(path);
    const format = request.file?.format ?? '2026';
    const hasTimes = format !== '2022' && format !== '2023';
    const expected = [...truth.devices, ...(truth.host === undefined ? [] : [truth.host])];
    expect(groups).toHaveLength(expected.length);
    const hosts = groups.filter(({ device_type }) => device_type === 'CPU');
    const devices = groups.filter(({ device_type }) => device_type !== 'CPU');
    devices.forEach((group, device) => {
      expect(group.device_type).toBe(`GPU:${device}`);
      expectTruth(group, truth.devices[device], hasTimes);
    });
    if (truth.host !== undefined) expectTruth(hosts[0], truth.host, hasTimes);
    if (name.startsWith('too small')) expect(truth.devices[0].failures.length).toBeGreaterThan(5);
  });
});

/** What was outstanding in a scope that begins and ends at these times, by brute force. */
function outstanding(entries: readonly TorchEntry[], fromUs: number, toUs: number) {
  const own = new Map<number, number>();
  let [bytes, max] = [0, 0];
  for (const { action, address, bytes: size, timeUs } of entries) {
    if (timeUs < fromUs || timeUs > toUs) continue;
    if (action === 'alloc') {
      own.set(address, size);
      bytes += size;
      max = Math.max(max, bytes);
    } else if (action === 'free_completed') {
      bytes -= own.get(address) ?? 0;
      own.delete(address);
    }
  }
  return { max_outstanding_bytes: max, left_outstanding_bytes: bytes };
}

test('ranges are scopes about all that was allocated while they were open', async () => {
  const options = { seed: 'scopes' };
  const entries: TorchEntry[] = [];
  simulateTorch({ ...options, seed: 'scopes/0' }, (entry) => entries.push(entry));
  const spans = [
    ['step', 0.1, 0.9],
    ['forward', 0.2, 0.45],
    ['backward', 0.45, 0.7],
  ] as const;
  const annotations = spans
    .flatMap(([name, from, to]): TorchAnnotation[] => [
      { name, stage: 'START', device: 0, at: from },
      { name, stage: 'END', device: 0, at: to },
    ])
    .sort((a, b) => a.at - b.at);
  const path = join(await emptyFolder(), 'snapshot_rank0.pickle');
  const { devices } = writeTorchSnapshot(path, { annotations, options });
  const [{ startUs, endUs }] = devices;
  const us = (at: number) => startUs + Math.round(at * (endUs - startUs));
  const [group] = await groupsOf(path);
  const expected = spans.map(([name, from, to]) => ({
    path: name === 'step' ? name : `step/${name}`,
    thread_id: null,
    entries: 1,
    ...outstanding(entries, us(from), us(to)),
  }));
  const byPath = new Map(group.scopes.map((scope) => [scope.path, scope]));
  expect(byPath.size).toBe(spans.length);
  for (const scope of expected) expect(byPath.get(scope.path)).toMatchObject(scope);
  const text = await rlInsight(['summary', path, '-q']);
  expect(text.stdout).toMatch(/scope +entries +most +95 % +median +left\n {2}step +1 /);
  const out = await emptyFolder();
  const type = 'memory.visualizer.type=scopes_csv';
  const { code, stdout } = await rlInsight(['export', path, type, `output.path=${out}`, '-q']);
  expect(code).toBe(0);
  const [, ...lines] = (await readFile(stdout.trim(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(3, 6))).toEqual([
    ['step', 'step', ''],
    ['step/forward', 'forward', ''],
    ['step/backward', 'backward', ''],
  ]);
});

describe('real captures', () => {
  test.each([
    ['training', 5095321600, 7013335044, 6808535044, 438],
    ['inference', 1701711872, 2877435904, 1701711872, 0],
    ['state-only-legacy', 11840159744, 11840159744, 11840159744, 0],
  ])('%s', async (name, start, peak, end, unknown) => {
    const path = realCapture(`torch-snapshot/${name}.pickle`);
    if (path === undefined) return;
    const [group] = await groupsOf(path);
    expect([group.start_live_bytes, group.peak.live_bytes, group.end_live_bytes]).toEqual([
      ...[start, peak, end],
    ]);
    expect(group.allocations.releases_of_unknown).toBe(unknown);
    expect(group.untracked_bytes).toBe(0);
  });

  const cut = realCapture('torch-snapshot/inconsistent-cut.pickle');
  test.skipIf(cut === undefined)('one whose trace does not end at its snapshot', async () => {
    const words = ['summary', cut as string, 'memory.parser.type=torch_snapshot', '-q'];
    const { code, stderr } = await rlInsight(words);
    expect(code).toBe(3);
    expect(stderr).toContain('-402719744 bytes');
  });
});
