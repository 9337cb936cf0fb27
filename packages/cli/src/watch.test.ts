import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RmmTruth, rmmLogLines } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight } from '../test/command.js';

async function runOf(lines: readonly string[]) {
  const folder = await emptyFolder();
  const log = join(folder, 'rmm.dev0.log');
  await writeFile(log, `${lines.join('\n')}\n`);
  return { folder, log, output: `output.path=${join(folder, 'out')}` };
}

describe('watch', () => {
  test('follows a log, reports each failed allocation, and ends well when interrupted', async () => {
    const truth = new RmmTruth();
    const { folder, log, output } = await runOf(rmmLogLines({ listener: truth.tell }));
    const { code, stdout, stderr } = await rlInsight(['watch', log, output], {
      interrupt: /following/,
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`following ${log}; Ctrl-C ends it`);
    const threads = [...truth.threads.values()].sort((a, b) => b.endBytes - a.endBytes);
    expect(stdout).toContain(`of ${threads.length} threads, ${truth.failures.length} allocations`);
    const ids = [...stdout.matchAll(/^ {2}(\d{7}) /gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(threads.map(({ threadId }) => threadId));
    const reports = (await readFile(join(folder, 'out', 'rmm_failures.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const failed = reports.filter(({ event }) => event === 'failed');
    expect(failed).toMatchObject(
      truth.failures.map(({ timeUs, threadId, requestedBytes, heldByThread }, i) => ({
        failure: i + 1,
        time_ns: String(timeUs * 1000),
        thread_id: threadId,
        requested_bytes: requestedBytes,
        outstanding_bytes: heldByThread.reduce((sum, { bytes }) => sum + bytes, 0),
        held_by_thread: heldByThread.map((held) => ({
          thread_id: held.threadId,
          bytes: held.bytes,
          count: held.count,
        })),
      })),
    );
    const lines = (await readFile(log, 'utf8')).split('\n');
    for (const { line } of failed) expect(lines[line - 1]).toContain('allocate failure');
    const followed = reports.filter(({ event }) => event === 'followed');
    expect(followed.sort((a, b) => a.failure - b.failure)).toEqual(
      truth.failures.map(({ releasedBytes, releasedByThread, retry }, i) => ({
        event: 'followed',
        failure: i + 1,
        released_bytes: releasedBytes,
        released_by_thread: releasedByThread.map(({ threadId, bytes }) => ({
          thread_id: threadId,
          bytes,
        })),
        retry,
      })),
    );
  });

  test('--json is one document, and a happy run leaves no file', async () => {
    const { folder, log, output } = await runOf([
      '7,10:00:00.000001,allocate,0x10,100,0x2',
      '7,10:00:00.000002,allocate,0x20,50,0x2',
      '8,10:00:00.000003,free,0x10,100,0x2',
    ]);
    const { code, stdout } = await rlInsight(['watch', log, output, '--json'], {
      interrupt: /following/,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      report: 'memory_watch',
      version: 1,
      log,
      rows: 3,
      outstanding_bytes: 50,
      failures: 0,
      failures_file: null,
      threads: [{ thread_id: 7, bytes: 50, count: 1, peak_bytes: 150 }],
    });
    expect(await filesBelow(folder)).toEqual(['rmm.dev0.log']);
  });

  test('what it cannot follow is an error', async () => {
    const { log } = await runOf(['once upon a time']);
    const answers = await Promise.all([
      rlInsight(['watch', log]),
      rlInsight(['watch', log, 'memory.parser.type=memory']),
      rlInsight(['watch']),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([3, 2, 2]);
    expect(answers[0].stderr).toContain('it begins with “once upon a time”');
    expect(answers[1].stderr).toContain('not what memory reads');
    expect(answers[2].stderr).toContain('input.path');
  });
});
