import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_REPORT_SCHEMA } from '@rl-insight/memory-model';
import { realCapture } from '@rl-insight/tools';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight, SAMPLE } from '../test/command.js';

const ASCEND = 'memory.parser.type=memory';
const isReport = new Ajv({ strict: true, allowUnionTypes: true }).compile(MEMORY_REPORT_SCHEMA);
const MIB = 1024 ** 2;

interface Reported {
  readonly groups: readonly {
    readonly role: string | null;
    readonly rank_id: number;
    readonly start_live_bytes: number;
    readonly live_bytes_match_reported: boolean | null;
    readonly allocations: { readonly count: number; readonly releases_of_unknown: number };
    readonly allocators: readonly { allocator: string; peak_live_bytes: number }[];
    readonly peak: {
      readonly live_bytes: number;
      readonly before_capture_bytes: number;
      readonly holders: readonly { bytes: number }[];
    };
  }[];
}

async function reported(args: readonly string[]): Promise<Reported> {
  const { code, stdout, stderr } = await rlInsight([...args, '--json', '-q']);
  expect([code, stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout);
  // Every report that these tests see is what its schema says.
  isReport(report);
  expect(isReport.errors).toBeNull();
  return report;
}

describe('summary', () => {
  test('answers questions on stdout, and writes nothing', async () => {
    const cwd = await emptyFolder();
    const { code, stdout } = await rlInsight(['summary', SAMPLE, ASCEND, 'input.rank_list=1'], {
      cwd,
    });
    expect(code).toBe(0);
    for (const question of [
      'actor_update · rank 1 · NPU:1',
      'rollout_generate · rank 1 · NPU:1',
      'What was the peak?',
      'What was in it?',
      'What was never released?',
      'How did it change from step to step?',
      'What grows from step to step?\n  not recorded: needs three training steps or more\n',
      'How much is fragmentation?\n  reserved, unused ',
      'What is given back at once?',
      'How much does each scope need?',
      'Which ranks are off?\n  not recorded: needs three ranks of a role or more\n',
      'Which thread?',
      'What is unknown?',
    ]) {
      expect(stdout).toContain(question);
    }
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(
      100,
    );
    expect(existsSync(join(cwd, 'output'))).toBe(false);
  });

  test('says the same of tables as of the capture that they came from', async () => {
    const out = await emptyFolder();
    await rlInsight(['parse', SAMPLE, ASCEND, `output.path=${out}`]);
    const order = ({ groups }: Reported) =>
      [...groups].sort((a, b) => (`${a.role}${a.rank_id}` < `${b.role}${b.rank_id}` ? -1 : 1));
    const ofCapture = await reported(['summary', SAMPLE, ASCEND]);
    const ofTables = await reported(['summary', out]);
    expect(order(ofTables)).toEqual(order(ofCapture));
    for (const { peak } of ofTables.groups) {
      const held = peak.holders.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(held + peak.before_capture_bytes).toBe(peak.live_bytes);
    }
  });

  test('whole call stacks on demand', async () => {
    const short = await rlInsight(['summary', SAMPLE, ASCEND, 'input.rank_list=0']);
    const long = await rlInsight(['summary', SAMPLE, ASCEND, 'input.rank_list=0', '--stacks']);
    expect(long.stdout.split('\n').length).toBeGreaterThan(short.stdout.split('\n').length + 20);
  });

  test('several inputs at once', async () => {
    const { groups } = await reported(['summary', SAMPLE, SAMPLE, ASCEND, 'input.rank_list=0']);
    expect(groups).toHaveLength(4);
  });
});

describe('real captures', () => {
  test.skipIf(realCapture('ascend-megatron') === undefined)('megatron', async () => {
    const path = realCapture('ascend-megatron') as string;
    const [group] = (await reported(['summary', path, ASCEND])).groups;
    expect(group).toMatchObject({
      start_live_bytes: 4304.95703125 * MIB,
      live_bytes_match_reported: true,
      allocations: { count: 3103, releases_of_unknown: 1 },
      peak: { live_bytes: 10282.7490234375 * MIB },
    });
  });

  test.skipIf(realCapture('ascend-toy-level0') === undefined)('toy, level 0', async () => {
    const path = realCapture('ascend-toy-level0') as string;
    const [group] = (await reported(['summary', path, ASCEND])).groups;
    expect(group.allocators).toMatchObject([
      { allocator: 'PTA', peak_live_bytes: 1187.9814453125 * MIB },
      { allocator: 'GE' },
    ]);
    expect(group.live_bytes_match_reported).toBe(true);
  });
});

describe('at', () => {
  test('the peak, and a time after the begin', async () => {
    const rank = [SAMPLE, ASCEND, 'input.rank_list=0', 'memory.parser.role=actor_update'];
    const { stdout } = await rlInsight(['at', 'peak', ...rank]);
    expect(stdout).toMatch(/^actor_update · rank 0 · NPU:0\n {2}\d+ MiB live, /);
    const { stdout: json } = await rlInsight(['at', '1ms', ...rank, '--json', '-q']);
    const { report, groups } = JSON.parse(json);
    expect(report).toBe('memory_at');
    const held = groups[0].holders.reduce(
      (sum: number, { bytes }: { bytes: number }) => sum + bytes,
      0,
    );
    expect(held + groups[0].before_capture_bytes).toBe(groups[0].live_bytes);
  });

  test('two roles are compared rank by rank', async () => {
    const sides = ['--left', 'role=actor_update', '--right', 'role=rollout_generate'];
    const { code, stdout } = await rlInsight(['diff', SAMPLE, ...sides, '--json', '-q']);
    expect(code).toBe(0);
    const { pairs } = JSON.parse(stdout);
    const side = (role: string, rank_id: number) => expect.objectContaining({ role, rank_id });
    expect(pairs).toMatchObject(
      [0, 1].map((rank) => ({
        left: side('actor_update', rank),
        right: side('rollout_generate', rank),
      })),
    );
  });

  test('grouped by what blocks have in common', async () => {
    const rank = [SAMPLE, ASCEND, 'input.rank_list=0', 'memory.parser.role=actor_update'];
    const { stdout } = await rlInsight(['at', 'peak', ...rank, '--by', 'lifetime']);
    expect(stdout).toMatch(/bytes +share +blocks +lifetime\n/);
    const { stdout: json } = await rlInsight([
      'at',
      'peak',
      ...rank,
      '--by=allocator',
      '--json',
      '-q',
    ]);
    const [{ grouped, live_bytes, before_capture_bytes }] = JSON.parse(json).groups;
    const sum = grouped.reduce((a: number, { bytes }: { bytes: number }) => a + bytes, 0);
    expect(sum + before_capture_bytes).toBe(live_bytes);
  });

  test('by scope, without what is excluded, and by outermost frames', async () => {
    const rank = [SAMPLE, ASCEND, 'input.rank_list=0', 'memory.parser.role=actor_update'];
    const grouped = async (...words: string[]) => {
      const { stdout } = await rlInsight(['at', 'peak', ...rank, ...words, '--json', '-q']);
      return JSON.parse(stdout).groups[0];
    };
    const [{ key, bytes }] = (await grouped('--by', 'scope')).grouped;
    expect(key).toBe('ProfilerStep#');
    expect(bytes).toBeGreaterThan(0);
    const excluded = await grouped('--by', 'scope', 'memory.tracking.exclude=[/Step/]');
    expect(excluded.grouped).toMatchObject([{ key: '(no scope)' }]);
    const frames = await grouped('--by', 'call_stack:1');
    expect(frames).toMatchObject({ grouped_by: 'call_stack', prefix_frames: 1 });
    const keys: (string | null)[] = frames.grouped.map((one: { key: string | null }) => one.key);
    expect(keys.filter((one) => one?.includes(';'))).toEqual([]);
    expect(keys.length).toBeLessThan((await grouped('--by', 'call_stack')).grouped.length);
  });

  test.each([
    [['at', 'peak', SAMPLE, ASCEND, '--by', 'colour'], 2, 'Say one of operator'],
    [['at', 'peak', SAMPLE, ASCEND, '--by', 'call_stack:0'], 2, 'call_stack:3'],
    [
      ['at', 'peak', SAMPLE, ASCEND, 'memory.tracking.exclude=["/(/"]'],
      2,
      'memory.tracking.exclude has an expression that is none',
    ],
    [['at', 'soon', SAMPLE], 2, '“soon” is no time'],
    [['at'], 2, 'There is no time to look at'],
    [['at', '900min', SAMPLE, ASCEND], 4, 'nothing was recorded'],
  ])('%j', async (args, code, message) => {
    const ended = await rlInsight(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('diff', () => {
  test('of a capture with itself: nothing', async () => {
    const { code, stdout } = await rlInsight(['diff', SAMPLE, SAMPLE, ASCEND, '--fail-above', '0']);
    expect(code).toBe(0);
    expect(stdout.match(/ {2}nothing/g)).toHaveLength(8);
  });

  test('of two steps or ranks of one', async () => {
    const rank = [SAMPLE, ASCEND, 'memory.parser.role=actor_update'];
    const steps = ['--left', 'rank=0,step=1', '--right', 'rank=0,step=2'];
    const { code, stdout } = await rlInsight(['diff', ...rank, ...steps, '--json', '-q']);
    expect(code).toBe(0);
    const { pairs } = JSON.parse(stdout);
    expect(pairs).toHaveLength(1);
    const [{ left, right, at_peak, peak_delta_bytes }] = pairs;
    expect([left.step, right.step]).toEqual([1, 2]);
    expect(right.peak_live_bytes - left.peak_live_bytes).toBe(peak_delta_bytes);
    expect(at_peak.length).toBeGreaterThan(0);
  });

  test('a budget that is exceeded ends with 6', async () => {
    const rank = [SAMPLE, ASCEND, 'memory.parser.role=actor_update'];
    const steps = ['--left', 'rank=0,step=2', '--right', 'rank=0,step=1'];
    const over = await rlInsight(['diff', ...rank, ...steps, '--fail-above', '1%']);
    expect(over.code).toBe(6);
    expect(over.stderr).toContain(
      'over the budget: actor_update · rank 0 · NPU:0: the peak grew by +',
    );
    const within = await rlInsight(['diff', ...rank, ...steps, '--fail-above', '10GiB']);
    expect(within.code).toBe(0);
  });

  test.each([
    [['diff', SAMPLE, ASCEND], 2, 'diff compares two paths'],
    [
      ['diff', SAMPLE, ASCEND, '--left', 'rang=1', '--right', 'rank=0'],
      2,
      '“rang=1” is no selection',
    ],
    [
      ['diff', SAMPLE, SAMPLE, ASCEND, '--fail-above', 'much'],
      2,
      'neither a size nor a percentage',
    ],
    [
      ['diff', SAMPLE, ASCEND, '--left', 'rank=0', '--right', 'rank=9'],
      4,
      'no role, rank and step in common',
    ],
  ])('%j', async (args, code, message) => {
    const ended = await rlInsight(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
