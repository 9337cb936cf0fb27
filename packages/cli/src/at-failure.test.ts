import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RmmTruth, writeNsysExport, writeRmmLog } from '@rl-insight/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rlInsight, SAMPLE } from '../test/command.js';

describe('the moment of an allocation that failed', () => {
  let words: string[] = [];
  let truth: RmmTruth;
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
    const [log, ranges] = [join(folder, 'rmm.dev0.log'), join(folder, 'run.sqlite')];
    truth = await writeRmmLog(log, { options: { seed: 'at/0', lateShare: 0 } });
    writeNsysExport(ranges, { options: { seed: 'at', lateShare: 0 }, startEndEvery: 0 });
    words = [log, 'memory.parser.type=rmm_log', `memory.parser.ranges=${ranges}`, '-q'];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('by its number: who held what, by thread, scope and stack', async () => {
    const { code, stdout } = await rlInsight(['at', 'oom:3', ...words, '--json']);
    expect(code).toBe(0);
    const [{ failure, time_ns }] = JSON.parse(stdout).groups;
    const expected = truth.failures[2];
    expect(failure).toMatchObject({
      time_ns,
      thread_id: expected.threadId,
      requested_bytes: expected.requestedBytes,
      live_bytes: expected.liveBytes,
      open_ranges: expected.openNames,
      followed_by: { released_bytes: expected.releasedBytes, retry: expected.retry },
    });
    const text = (await rlInsight(['at', 'oom:3', ...words])).stdout;
    expect(text).toContain(`thread ${expected.threadId} wanted`);
    expect(text).toContain(`in ${expected.openNames.join(' › ')}`);
    for (const { threadId } of expected.heldByThread) expect(text).toContain(`\n  ${threadId} `);
  });

  test('without a number it is the one that summary leads with', async () => {
    const { stdout } = await rlInsight(['at', 'oom', ...words, '--json']);
    const [{ failure }] = JSON.parse(stdout).groups;
    expect(failure.followed_by.retry).not.toBe('succeeded');
    const unanswered = truth.failures.filter(({ retry }) => retry !== 'succeeded');
    expect(failure.requested_bytes).toBe(
      Math.max(...unanswered.map(({ requestedBytes }) => requestedBytes)),
    );
  });

  test('that is not there', async () => {
    const beyond = await rlInsight(['at', 'oom:9999', ...words]);
    expect([beyond.code, beyond.stdout]).toEqual([4, '']);
    expect(beyond.stderr).toContain(`oom:1 to oom:${truth.failures.length}`);
    const none = await rlInsight(['at', 'oom', SAMPLE, 'memory.parser.type=memory', '-q']);
    expect(none.code).toBe(4);
    expect(none.stderr).toContain('no allocation is recorded to have failed');
  });
});
