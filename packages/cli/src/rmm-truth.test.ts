import { join } from 'node:path';
import {
  buildTable,
  MEMORY_RANGES,
  type MemoryTables,
  memoryGroups,
} from '@rl-insight/memory-contract';
import {
  foldNumbers,
  type GroupReport,
  memoryReport,
  ScopeTracker,
} from '@rl-insight/memory-model';
import { RmmLogParser } from '@rl-insight/parser-memory-rmm';
import {
  BEFORE_MIDNIGHT_US,
  isLogged,
  RMM_FORMATS,
  type RmmLogFormat,
  RmmTruth,
  type RmmVersion,
  SPILL_SCOPE,
  simulateRmm,
  writeRmmLog,
  writeRmmLogs,
} from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

const ns = (us: number) => String(us * 1000);

/** What the report says of a log, as the command prints it. */
async function groupsOf(path: string): Promise<GroupReport[]> {
  const words = ['summary', path, 'memory.parser.type=rmm_log', '--json', '-q'];
  const { code, stdout, stderr } = await rlInsight(words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).groups;
}

function expectThreads(group: GroupReport, truth: RmmTruth): void {
  const threads = [...truth.threads.values()].sort(
    (a, b) => b.peakBytes - a.peakBytes || a.threadId - b.threadId,
  );
  expect(threads.length).toBeGreaterThan(3);
  expect(group.threads).toEqual(
    threads.map(({ threadId, peakBytes, peakUs, endBytes, count }) => ({
      thread_id: threadId,
      thread_name: null,
      peak_bytes: peakBytes,
      peak_time_ns: ns(peakUs),
      end_bytes: endBytes,
      count,
    })),
  );
}

function expectFailures(group: GroupReport, truth: RmmTruth): void {
  expect(truth.failures.length).toBeGreaterThan(20);
  const found = group.out_of_memory.map((failure) => ({
    ...failure,
    held_by_thread: failure.held_by_thread?.map(({ thread_id, bytes, count, holders }) => {
      expect(holders.reduce((sum, holder) => sum + holder.bytes, 0)).toBe(bytes);
      return { threadId: thread_id, bytes, count };
    }),
  }));
  expect(found).toMatchObject(
    truth.failures.map((failure) => ({
      time_ns: ns(failure.timeUs),
      thread_id: failure.threadId,
      requested_bytes: failure.requestedBytes,
      live_bytes: failure.liveBytes,
      before_capture_bytes:
        failure.liveBytes - failure.heldByThread.reduce((sum, { bytes }) => sum + bytes, 0),
      held_by_thread: failure.heldByThread,
      followed_by: {
        released_bytes: failure.releasedBytes,
        released_by_thread: failure.releasedByThread.map(({ threadId, bytes }) => ({
          thread_id: threadId,
          bytes,
        })),
        retry: failure.retry,
      },
    })),
  );
}

function expectTruth(group: GroupReport, truth: RmmTruth, format: RmmLogFormat): void {
  expect(group.allocations).toMatchObject({
    count: truth.allocations,
    releases_of_unknown: truth.earlierReleases,
  });
  expect(group.start_live_bytes).toBe(truth.earlierBytes);
  if (!format.thread) expect(group.threads).toEqual([]);
  else expectThreads(group, truth);
  if (!format.failures) expect(group.out_of_memory).toEqual([]);
  else expectFailures(group, truth);
}

const VERSIONS = Object.keys(RMM_FORMATS) as RmmVersion[];

describe('what the command says of a log is what the generator knows', () => {
  test.each(VERSIONS)('version %s', async (version) => {
    const format = RMM_FORMATS[version];
    const path = join(await emptyFolder(), 'rmm.dev0.log');
    const options = { seed: version, startUs: BEFORE_MIDNIGHT_US };
    const truth = await writeRmmLog(path, { format, options });
    const [group] = await groupsOf(path);
    expectTruth(group, truth, format);
  });

  test('a file for each device', async () => {
    const folder = await emptyFolder();
    const truths = await writeRmmLogs(folder, 3);
    const groups = await groupsOf(folder);
    expect(groups.map(({ device_type }) => device_type)).toEqual(['GPU:0', 'GPU:1', 'GPU:2']);
    groups.forEach((group, device) => {
      expectTruth(group, truths[device], RMM_FORMATS['25.02']);
    });
  });

  test.each(['22.06', 'crlf'] as const)('in the log of an executor, %s', async (version) => {
    const path = join(await emptyFolder(), 'stdout');
    const format = RMM_FORMATS[version];
    const truth = await writeRmmLog(path, { format, executor: true });
    const [group] = await groupsOf(path);
    expectTruth(group, truth, format);
  });
});

const pathOf = (names: readonly string[]) =>
  names.map((name) => foldNumbers(name).replaceAll('/', '\\/')).join('/');

describe('the tracker is told of events as they happen', () => {
  test.each(['a', 'b', 'c'])('threads, scopes and what followed failures: run %s', (seed) => {
    const truth = new RmmTruth();
    const tracker = new ScopeTracker({ exclude: [SPILL_SCOPE] });
    const followed: ReturnType<typeof tracker.fail>[] = [];
    let timeUs = 0;
    simulateRmm({ seed }, (event) => {
      truth.tell(event);
      const { kind, threadId } = event;
      if (kind === 'enter') tracker.enter(threadId, event.name, event.timeUs);
      else if (kind === 'exit') tracker.exit(threadId, event.timeUs);
      else if (isLogged(event)) {
        timeUs = Math.max(timeUs, event.timeUs);
        const { address, bytes } = event;
        if (kind === 'failure') followed.push(tracker.fail(threadId, bytes));
        else if (address === 0) return;
        else if (kind === 'allocate') tracker.allocate(threadId, address, bytes, timeUs);
        else tracker.release(address, threadId);
      }
    });
    tracker.end();
    const byId = (a: { threadId: number }, b: { threadId: number }) => a.threadId - b.threadId;
    expect(
      tracker
        .threads()
        .sort(byId)
        .map(({ openRanges, outstandingBytes, peakNs, ...thread }) => ({
          ...thread,
          peakUs: peakNs,
          endBytes: outstandingBytes,
        })),
    ).toEqual([...truth.threads.values()].sort(byId));
    expect(
      tracker
        .entries()
        .map(({ path, threadId, startNs, endNs, maxOutstandingBytes, leftOutstandingBytes }) => [
          ...[path, threadId, startNs, endNs, maxOutstandingBytes, leftOutstandingBytes],
        ]),
    ).toEqual(
      truth.scopes
        .filter(({ names }) => names.at(-1) !== SPILL_SCOPE)
        .map((scope) => [
          ...[pathOf(scope.names), scope.threadId, scope.startUs, scope.endUs ?? Number.NaN],
          ...[scope.maxOutstandingBytes, scope.leftOutstandingBytes],
        ]),
    );
    expect(followed.length).toBeGreaterThan(20);
    // Blocks from before are not known to the tracker, so only answers are compared.
    expect(followed.map(({ retry }) => retry)).toEqual(truth.failures.map(({ retry }) => retry));
  });
});

/** The tables with the ranges of the run, which no log has. */
function withRanges(tables: MemoryTables, { scopes }: RmmTruth): MemoryTables {
  const rows = scopes.length;
  const names = [...new Set(scopes.map(({ names }) => names.at(-1) ?? ''))];
  const same = (text: string) => ({ codes: new Int32Array(rows), values: [text] });
  const ranges = buildTable(MEMORY_RANGES, rows, {
    range_id: { values: BigInt64Array.from(scopes, (_, id) => BigInt(id)) },
    name: {
      codes: Int32Array.from(scopes, (scope) => names.indexOf(scope.names.at(-1) ?? '')),
      values: names,
    },
    kind: same('nvtx'),
    start_ns: { values: BigInt64Array.from(scopes, ({ startUs }) => BigInt(ns(startUs))) },
    end_ns: {
      values: BigInt64Array.from(scopes, ({ endUs }) => BigInt(ns(endUs ?? 0))),
      valid: Uint8Array.from(scopes, ({ endUs }) => (endUs === null ? 0 : 1)),
    },
    role: same(''),
    rank_id: { values: new Int32Array(rows) },
    device_type: same('GPU:0'),
    thread_id: { values: BigInt64Array.from(scopes, ({ threadId }) => BigInt(threadId)) },
  });
  return { ...tables, [MEMORY_RANGES.name]: ranges };
}

describe('with the ranges of the run', () => {
  test.each(['a', 'b', 'c'])('scopes, and what was open at a failure: run %s', async (seed) => {
    const path = join(await emptyFolder(), 'rmm.dev0.log');
    // A row that was written late cannot be told to be before or after a range began.
    const truth = await writeRmmLog(path, { options: { seed, lateShare: 0 } });
    const tables = withRanges(await new RmmLogParser().run(path), truth);
    const [group] = memoryReport(memoryGroups(tables), { exclude: [SPILL_SCOPE] }).groups;

    const expected = new Map<string, { entries: number; max: number; left: number }>();
    for (const scope of truth.scopes) {
      if (scope.names.at(-1) === SPILL_SCOPE) continue;
      const key = `${scope.threadId} ${pathOf(scope.names)}`;
      const known = expected.get(key) ?? { entries: 0, max: 0, left: 0 };
      expected.set(key, {
        entries: known.entries + 1,
        max: Math.max(known.max, scope.maxOutstandingBytes),
        left: Math.max(known.left, scope.leftOutstandingBytes),
      });
    }
    const found = new Map(
      group.scopes.map((scope) => [
        `${scope.thread_id} ${scope.path}`,
        {
          entries: scope.entries,
          max: scope.max_outstanding_bytes,
          left: scope.left_outstanding_bytes,
        },
      ]),
    );
    expect(found.size).toBeGreaterThan(20);
    expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
    expectFailures(group, truth);
    expect(group.out_of_memory.map(({ open_ranges }) => open_ranges)).toEqual(
      truth.failures.map(({ openNames }) => openNames),
    );
    for (const { thread_id, open_ranges, held_by_thread } of group.out_of_memory) {
      const own = held_by_thread?.find((held) => held.thread_id === thread_id);
      if (own !== undefined) expect(own.open_ranges).toEqual(open_ranges);
    }
    const scopes = group.out_of_memory.flatMap(({ held_by_thread }) =>
      (held_by_thread ?? []).flatMap(({ holders }) => holders.map(({ scope }) => scope)),
    );
    expect(new Set(scopes).size).toBeGreaterThan(10);
    expect(scopes.some((scope) => scope?.includes(SPILL_SCOPE))).toBe(false);
  });
});
