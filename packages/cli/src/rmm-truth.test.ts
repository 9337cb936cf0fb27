import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldNumbers, type GroupReport, ScopeTracker } from '@rl-insight/memory-model';
import {
  BEFORE_MIDNIGHT_US,
  isLogged,
  type NsysExportRequest,
  RMM_FORMATS,
  type RmmLogFormat,
  type RmmOptions,
  RmmTruth,
  type RmmVersion,
  rmmLogLines,
  SPILL_SCOPE,
  simulateRmm,
  writeNsysExport,
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

describe('a log that is streamed is told like the tables that are made of it', () => {
  test.each([
    ['as it is', 1, '25.02'],
    ['with rows that are missing', 0.9, '25.02'],
    ['with most rows missing, in the log of an executor', 0.4, 'crlf'],
    ['without threads and times, rows missing', 0.9, '0.12'],
  ] as const)('%s', async (_, kept, version) => {
    const folder = await emptyFolder();
    const path = join(folder, 'rmm.dev3.log');
    const executor = version === 'crlf';
    let state = 1;
    const chance = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const lines = rmmLogLines({
      format: RMM_FORMATS[version],
      executor,
      options: { events: 4000 },
    });
    await writeFile(path, `${lines.filter((_, i) => i === 0 || chance() < kept).join('\n')}\n`);
    const tables = join(folder, 'tables');
    const words = ['parse', path, 'memory.parser.type=rmm_log', `output.path=${tables}`, '-q'];
    expect((await rlInsight(words)).code).toBe(0);
    const streamed = await groupsOf(path);
    expect(streamed).toEqual(await groupsOf(tables));
    expect(streamed[0].allocations.releases_of_unknown).toBeGreaterThan(0);
    expect(streamed[0].short_lived[0].count).toBeGreaterThan(10);
    if (kept < 1)
      expect(streamed[0].warnings.map(({ code }) => code)).toContain('rmm-address-reused');
    // The lines of the terminal, the bars of live bytes among them, which may be off by a bin.
    const text = (await rlInsight(['summary', path, 'memory.parser.type=rmm_log', '-q'])).stdout;
    const other = (await rlInsight(['summary', tables, '-q'])).stdout;
    const bars = /[▁▂▃▄▅▆▇█ ]{40,}/g;
    expect(text.replaceAll(bars, '')).toBe(other.replaceAll(bars, ''));
    const [own, theirs] = [text, other].map((all) => [...(all.match(bars)?.join('') ?? '')]);
    expect(own.length).toBe(theirs.length);
    expect(own.filter((bar, i) => bar !== theirs[i]).length).toBeLessThan(own.length / 10);
  });
});

test.each<[string, readonly string[]]>([
  ['blocks from before alone', ['free,0x10,100,0x2', 'free,0x20,50,0x2']],
  ['first a row that holds nothing', ['allocate,0x0,0,0x2', 'free,0x10,100,0x2']],
  ['more released than allocated at any time', ['free,0x10,900,0x2', 'allocate,0x20,5,0x2']],
  ['a failure last', ['allocate,0x10,5,0x2', 'allocate failure,(nil),100,0x2']],
  ['nothing that holds memory', ['allocate,0x0,0,0x2']],
])('a small log is told alike by stream and by tables: %s', async (_, rows) => {
  const folder = await emptyFolder();
  const [path, tables] = [join(folder, 'rmm.dev0.log'), join(folder, 'tables')];
  const lines = rows.map((row, i) => `7,10:00:00.00000${i},${row}`);
  await writeFile(path, `${lines.join('\n')}\n`);
  const words = [path, 'memory.parser.type=rmm_log', '-q', '--json'];
  const [streamed, parsed] = [
    await rlInsight(['summary', ...words]),
    await rlInsight(['parse', ...words, `output.path=${tables}`]),
  ];
  expect(streamed.code).toBe(parsed.code);
  if (parsed.code === 0) expect(JSON.parse(streamed.stdout).groups).toEqual(await groupsOf(tables));
  else {
    expect(streamed.code).toBe(3);
    expect(streamed.stderr).toContain('none of them is of any memory');
    expect(streamed.stderr).toBe(parsed.stderr);
  }
});

test('failures alone are told of by a stream, which needs no table with rows', async () => {
  const path = join(await emptyFolder(), 'rmm.dev0.log');
  await writeFile(path, '7,10:00:00.000001,allocate failure,(nil),100,0x2\n');
  const [{ allocations, out_of_memory, peak }] = await groupsOf(path);
  expect([allocations.count, peak.live_bytes, out_of_memory.length]).toEqual([0, 0, 1]);
  expect(peak.time_ns).toBe(out_of_memory[0].time_ns);
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

/** Scopes of the report, by thread and path, are those of the truth; work of spills counts for none. */
function expectScopes(group: GroupReport, truth: RmmTruth): void {
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
}

describe('with the ranges of an export of the same run', () => {
  const WORDS = ['memory.parser.type=rmm_log', `memory.tracking.exclude=[${SPILL_SCOPE}]`];
  // A row that was written late cannot be told to be before or after a range began.
  const OPTIONS = { lateShare: 0 };
  const EXPORT = { allocator: 'slabs', startEndEvery: 0 } as const;
  const SHIFTED = 'rmm-ranges-zone';

  async function reportOf(request: {
    readonly log: Partial<RmmOptions>;
    readonly nsys: NsysExportRequest;
  }) {
    const folder = await emptyFolder();
    const [log, ranges] = [join(folder, 'rmm.dev0.log'), join(folder, 'run.sqlite')];
    const truth = await writeRmmLog(log, { options: { ...OPTIONS, ...request.log } });
    // The export is that of device 0, whose seed has its number.
    const { seed, ...options } = { ...OPTIONS, ...request.log, ...request.nsys.options };
    expect(seed).toMatch(/\/0$/);
    const same = { ...options, seed: (seed ?? '').slice(0, -2) };
    writeNsysExport(ranges, { ...EXPORT, ...request.nsys, options: same });
    const words = ['summary', log, ...WORDS, `memory.parser.ranges=${ranges}`, '--json', '-q'];
    const { code, stdout, stderr } = await rlInsight(words);
    expect([code, stderr]).toEqual([0, '']);
    const group: GroupReport = JSON.parse(stdout).groups[0];
    return { truth, group, codes: group.warnings.map((warning) => warning.code) };
  }

  test.each([
    ['UTC', 'a/0', 0, 51_679_998_533],
    ['east, over midnight', 'b/0', 330, BEFORE_MIDNIGHT_US],
    ['west, UTC over midnight', 'c/0', -180, 75_599_950_000],
  ])('scopes, and what was open at a failure: %s', async (_, seed, zoneOffsetMinutes, startUs) => {
    const { truth, group, codes } = await reportOf({
      log: { seed, startUs },
      nsys: { zoneOffsetMinutes },
    });
    expect(codes).toContain('rmm-ranges-clock');
    expect(codes).not.toContain(SHIFTED);
    expectScopes(group, truth);
    expectTruth(
      { ...group, threads: group.threads.map((thread) => ({ ...thread, thread_name: null })) },
      truth,
      RMM_FORMATS['25.02'],
    );
    expect(group.threads[0].thread_name).toMatch(/worker/);
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

  test('a log whose clock has another zone than the machine', async () => {
    const startUs = 51_679_998_533;
    const { truth, group, codes } = await reportOf({
      log: { seed: 'a/0', startUs },
      nsys: { zoneOffsetMinutes: 120, options: { startUs: startUs + 7_200_000_000 } },
    });
    expect(codes).toContain(SHIFTED);
    expectScopes(group, truth);
  });

  test('ranges that overlap and end on other threads are roots', async () => {
    const { truth, group } = await reportOf({ log: { seed: 'a/0' }, nsys: { startEndEvery: 5 } });
    const own = new Set(truth.scopes.map(({ names }) => pathOf(names)));
    const others = group.scopes.filter(({ path }) => !own.has(path));
    expect(others.length).toBeGreaterThan(3);
    expect(others.every(({ path }) => !path.includes('/'))).toBe(true);
    expectScopes({ ...group, scopes: group.scopes.filter(({ path }) => own.has(path)) }, truth);
  });

  test('an export of another run is told, and the log is read without it', async () => {
    const { group, codes } = await reportOf({
      log: { seed: 'a/0' },
      nsys: { options: { startUs: 1_000_007 } },
    });
    expect(codes).toContain('rmm-ranges-times');
    expect([group.scopes, group.threads.length]).toEqual([[], 6]);
  });

  test.each([
    ['no such file', 'gone.sqlite', undefined, 'rmm-ranges'],
    ['no database', 'x.sqlite', 'text', 'rmm-ranges'],
  ])('%s', async (_, name, content, expected) => {
    const folder = await emptyFolder();
    const log = join(folder, 'rmm.dev0.log');
    await writeRmmLog(log);
    if (content !== undefined) await writeFile(join(folder, name), content);
    const words = ['summary', log, ...WORDS, `memory.parser.ranges=${join(folder, name)}`];
    const { code, stdout } = await rlInsight([...words, '--json']);
    expect([code, JSON.parse(stdout).error?.code ?? JSON.parse(stdout).code]).toEqual([
      3,
      expected,
    ]);
  });
});
