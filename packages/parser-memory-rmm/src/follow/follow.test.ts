import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RmmTruth, rmmLogLines } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { logOf, temporaryFolder } from '../../test/logs.js';
import { LogScanner } from '../log/log-scanner.js';
import { followLog, type LogState } from './follow-log.js';
import { type FailureReport, Outstanding } from './outstanding.js';

const row = (action: string, address: string, bytes: number, thread = 7) =>
  `${thread},10:00:00.000001,${action},${address},${bytes},0x2`;

test('what is outstanding is what the generator knows, at the end and at each failure', () => {
  const truth = new RmmTruth();
  const text = rmmLogLines({ listener: truth.tell }).join('\n');
  const scanner = new LogScanner({ batchRows: 100 });
  const outstanding = new Outstanding();
  const failures: FailureReport[] = [];
  for (const rows of scanner.push(new TextEncoder().encode(`${text}\n`))) {
    failures.push(...outstanding.add(rows));
  }
  for (const rows of scanner.finish()) failures.push(...outstanding.add(rows));
  const threads = [...truth.threads.values()].sort((a, b) => b.endBytes - a.endBytes);
  expect(outstanding.threads()).toMatchObject(
    threads.map(({ threadId, endBytes, peakBytes }) => ({
      thread_id: threadId,
      bytes: endBytes,
      peak_bytes: peakBytes,
    })),
  );
  expect(outstanding.failures).toBe(truth.failures.length);
  expect(failures).toMatchObject(
    truth.failures.map(({ timeUs, threadId, requestedBytes, heldByThread }) => ({
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
});

describe('a log that grows', () => {
  /** The state whenever all was read, and what to do then; the last of them stops it. */
  async function follow(path: string, steps: readonly (() => Promise<unknown>)[]) {
    const controller = new AbortController();
    const states: { bytes: number; failures: number; rows: number }[] = [];
    const failures: FailureReport[] = [];
    const left = [...steps];
    let rows = -1;
    for await (const state of followLog(path, controller.signal, { pollMs: 5 })) {
      failures.push(...state.failures);
      if (!state.isCurrent || state.scanner.rows === rows) continue;
      rows = state.scanner.rows;
      states.push(stateOf(state));
      const step = left.shift();
      if (step === undefined) controller.abort();
      else await step();
    }
    return { states, failures };
  }
  const stateOf = ({ outstanding, scanner }: LogState) => ({
    bytes: outstanding.bytes,
    failures: outstanding.failures,
    rows: scanner.rows,
  });

  test('is read as it is written, also where a row is written in two parts', async () => {
    const path = join(await temporaryFolder(), 'rmm.dev0.log');
    await writeFile(path, '');
    const whole = `${row('allocate', '0x20', 50, 8)}\n`;
    const { states, failures } = await follow(path, [
      () =>
        appendFile(
          path,
          `Thread,Time,Action,Pointer,Size,Stream\n${row('allocate', '0x10', 100)}\n${whole.slice(0, 30)}`,
        ),
      () => appendFile(path, whole.slice(30)),
      () =>
        appendFile(path, `${row('allocate failure', '(nil)', 999)}\n${row('free', '0x10', 100)}\n`),
    ]);
    expect(states).toEqual([
      { bytes: 0, failures: 0, rows: 0 },
      { bytes: 100, failures: 0, rows: 1 },
      { bytes: 150, failures: 0, rows: 2 },
      { bytes: 50, failures: 1, rows: 4 },
    ]);
    expect(failures).toMatchObject([
      {
        line: 4,
        requested_bytes: 999,
        held_by_thread: [
          { thread_id: 7, bytes: 100 },
          { thread_id: 8, bytes: 50 },
        ],
      },
    ]);
  });

  test('that is cut, or replaced by another, is begun anew', async () => {
    const path = await logOf([row('allocate', '0x10', 100), row('allocate', '0x20', 7)]);
    const other = await logOf([1, 2, 3].map((n) => row('allocate', `0x${n}0`, 5)));
    const { states } = await follow(path, [
      () => writeFile(path, `${row('allocate', '0x30', 3)}\n`),
      () => rename(other, path),
    ]);
    expect(states.map(({ bytes }) => bytes)).toEqual([107, 3, 15]);
  });

  test('is no log, or one of several', async () => {
    const first = (path: string) =>
      followLog(path, new AbortController().signal)[Symbol.asyncIterator]().next();
    await expect(first(await logOf(['x']))).rejects.toMatchObject({ code: 'rmm-not-a-log' });
    const folder = await temporaryFolder();
    for (const name of ['a', 'b'])
      await writeFile(join(folder, name), `${row('free', '0x1', 1)}\n`);
    await expect(first(folder)).rejects.toMatchObject({ code: 'rmm-several-logs' });
  });
});
