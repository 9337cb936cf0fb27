import { readFile } from 'node:fs/promises';
import type { GroupReport, MemoryReport } from '@rl-insight/memory-model';
import { expect, test } from 'vitest';
import { goldenPath } from '../../test/golden.js';
import { summaryText } from './summary-text.js';

const WIDTH = 80;

async function textOf(change: Partial<GroupReport>, report: Partial<MemoryReport> = {}) {
  const golden: MemoryReport = JSON.parse(await readFile(goldenPath('14-columns'), 'utf8'));
  const groups = [{ ...golden.groups[0], ...change }];
  const text = summaryText(
    { ...golden, groups, ...report },
    { width: WIDTH, stacks: false, levels: [[1, 2, 3]] },
  );
  for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(WIDTH);
  return text;
}

test('what grows: the steepest few, with slope and r²', async () => {
  const holders = Array.from({ length: 7 }, (_, i) => ({
    name: `aten::op${i}`,
    user_frame: i === 0 ? '' : `/very/long/path/to/a/module/of/the/user/train.py(${i}): step`,
    call_stack: '',
    bytes: [1024, 2048, (8 - i) * 2 ** 20],
    bytes_per_step: (7 - i) * 2 ** 20 + 0.5,
    r_squared: 0.987,
  }));
  const text = await textOf({ growth: { steps: [1, 2, 3], holders } });
  expect(text).toContain('What grows from step to step?\n  held at the ends of 3 steps\n');
  expect(text).toMatch(
    /\+7\.00 MiB {2}0\.99 {2}1\.00 KiB {2}8\.00 MiB {2}aten::op0 {2}no call stack/,
  );
  expect(text).toMatch(/train\.py\(4\): step\n {2}and 2 more that grow\n/);
  expect(await textOf({ growth: { steps: [1, 2, 3], holders: [] } })).toContain(
    'What grows from step to step?\n  nothing\n',
  );
});

test('what is missing is said to be', async () => {
  const text = await textOf({
    growth: null,
    fragmentation: [],
    short_lived: [],
    steps: [],
    scopes_by_path: [],
  });
  expect(text).toContain('How did it change from step to step?\n  not recorded: needs');
  expect(text).toContain('What grows from step to step?\n  not recorded: needs');
  expect(text).toContain('How much is fragmentation?\n  not recorded: needs');
  expect(text).toContain('What is given back at once?\n  nothing\n');
  expect(text).toContain('How much does each scope need?\n  not recorded: needs');
  expect(text).toContain('Which ranks are off?\n  not recorded: needs');
});

test('ranks that are off, and with whom they were compared', async () => {
  const outlier = {
    role: 'actor_update',
    rank_id: 5,
    device_type: 'NPU:5',
    parallel_group: 'tp',
    compared_ranks: 8,
    peak_live_bytes: 1.5 * 2 ** 30,
    median_peak_bytes: 2 ** 30,
    deviation: 0.5,
  };
  const outlier_ranks = { threshold: 0.1, compared_ranks: 64, outliers: [outlier] };
  const text = await textOf({}, { outlier_ranks });
  expect(text).toContain('  1 of 64 by more than 10 % of the median peak\n');
  expect(text).toMatch(
    /rank 5 · NPU:5 {2}1\.50 GiB {2}\+50\.0 % {2}1\.00 GiB {2}tp \(8 ranks\)\n$/,
  );
  expect(await textOf({}, { outlier_ranks: { ...outlier_ranks, outliers: [] } })).toContain(
    'Which ranks are off?\n  none of 64 by more than 10 % of the median peak\n',
  );
});

test('names from captures do not move the cursor', async () => {
  const text = await textOf({
    short_lived: [{ name: 'a\u001b[2Jb', bytes: 1, count: 1 }],
    scopes_by_path: [
      {
        path: 'x\r\u0007',
        ...{ entries: 1, threads: 1, p50_bytes: 1, p95_bytes: 1, max_bytes: 1 },
        ...{ max_thread_id: 1, max_time_ns: '1', left_outstanding_bytes: 0 },
      },
    ],
  });
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
});
