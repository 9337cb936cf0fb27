import { readFile } from 'node:fs/promises';
import { memoryGroups } from '@rl-insight/memory-contract';
import { realCapture } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { parse, rowsOf } from '../test/tables.js';

const MIB = 1024 ** 2;
const sample = realCapture('ascend-sample');
const level0 = realCapture('ascend-toy-level0');
const level1 = realCapture('ascend-toy-level1');
const megatron = realCapture('ascend-megatron');
const old = realCapture('ascend-old-10col');
const databases = realCapture('ascend-db-level1');

describe('real captures', () => {
  test.runIf(sample)('the twelve columns of the sample', async () => {
    const expected: Record<string, unknown>[] = JSON.parse(
      await readFile(`${sample}/expected.json`, 'utf8'),
    );
    const { summary } = await parse(String(sample));
    const rows = rowsOf(summary);
    expect(rows).toHaveLength(49);
    rows.forEach((row, i) => {
      const { start_time_ms, duration_ms, ...rest } = expected[i];
      expect(row).toMatchObject(rest);
      expect(Math.abs(Number(row.start_time_ms) - Number(start_time_ms))).toBeLessThan(0.0005);
      expect(Math.abs(Number(row.duration_ms) - Number(duration_ms))).toBeLessThan(0.0005);
    });
  });

  test.runIf(level0)('the call stack of each of 184 rows, and the way it was found', async () => {
    const expected: { time_ns: string; name: string; call_stack: string; via: string }[] =
      JSON.parse(await readFile(`${level0}/attribution.json`, 'utf8'));
    const { summary } = await parse(String(level0));
    const byTime = new Map(rowsOf(summary).map((row) => [String(row.start_time_ns), row]));
    for (const { time_ns, name, call_stack, via } of expected) {
      expect(byTime.get(time_ns)).toMatchObject({ name, call_stack, stack_match: via });
    }
    expect(byTime.size).toBe(184);
  });

  test.runIf(level0)('where each allocator began', async () => {
    const { tables } = await parse(String(level0));
    const [{ info }] = memoryGroups(tables);
    expect(info.captures[0].allocators).toEqual([
      {
        allocator: 'PTA',
        start_live_bytes: 935.99462890625 * MIB,
        start_source: 'counters',
        pairing: 'record',
      },
      {
        allocator: 'GE',
        start_live_bytes: 0.0625 * MIB,
        start_source: 'counters',
        pairing: 'record',
      },
    ]);
  });

  test.runIf(level1)('two ranks, one of them without a trace', async () => {
    const { tables, summary, notices, failures } = await parse(String(level1));
    expect(summary.numRows).toBe(368);
    expect(memoryGroups(tables).map(({ info }) => [info.rank_id, info.device_type])).toEqual([
      [0, 'NPU:0'],
      [1, 'NPU:1'],
    ]);
    expect(notices.map(({ code, subject }) => [code, subject])).toEqual([
      ['no-trace', 'rank1_ascend_pt'],
    ]);
    expect(failures).toEqual([]);
  });

  test.runIf(megatron)(
    'the role is the parent folder’s name, the level its own counter’s',
    async () => {
      const { tables, summary } = await parse(String(megatron));
      expect(summary.numRows).toBe(3103);
      const [{ info }] = memoryGroups(tables);
      expect(info).toMatchObject({ role: 'ascend-megatron', rank_id: 0, device_type: 'NPU:0' });
      expect(info.captures[0].allocators[0].start_live_bytes).toBe(4304.95703125 * MIB);
      expect(info.parallel_groups).toMatchObject({ pp: [0, 2], dp_cp: [0, 1] });
    },
  );

  test.runIf(old)('the older table, beside a module table of another year', async () => {
    const { summary, notices } = await parse(String(old));
    expect(summary.numRows).toBe(28);
    expect(notices.map(({ message }) => message)).toContain(
      '78 rows left out: the time is more than 104 days away from the others',
    );
  });

  test.runIf(databases)('databases only: an error that says what to run', async () => {
    await expect(parse(String(databases))).rejects.toMatchObject({
      code: 'capture-databases-only',
      exitCode: 3,
    });
  });
});
