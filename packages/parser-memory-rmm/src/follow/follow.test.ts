import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALLOCATED, FAILED, RELEASED, RELEASED_UNKNOWN } from '@rl-insight/memory-contract';
import { describe, expect, test } from 'vitest';
import { logOf, temporaryFolder } from '../../test/logs.js';
import { followLog } from './follow-log.js';

const row = (action: string, address: string, bytes: number, thread = 7) =>
  `${thread},10:00:00.000001,${action},${address},${bytes},0x2`;

describe('a log that grows', () => {
  /** What is outstanding whenever all was read, and what to do then; the last of them stops it. */
  async function follow(path: string, steps: readonly (() => Promise<unknown>)[]) {
    const controller = new AbortController();
    const states: { bytes: number; rows: number }[] = [];
    const failures: { line: number; bytes: number }[] = [];
    const left = [...steps];
    let rows = -1;
    let bytes = 0;
    for await (const growth of followLog(path, controller.signal, { pollMs: 5 })) {
      if (growth.kind === 'anew') bytes = 0;
      else if (growth.kind === 'events') {
        const lines = [...growth.failureLines];
        const { events } = growth;
        for (let i = 0; i < events.count; i++) {
          if (events.kind[i] === ALLOCATED) bytes += events.bytes[i];
          else if (events.kind[i] === RELEASED) bytes -= events.bytes[i];
          else if (events.kind[i] === FAILED) {
            failures.push({ line: lines.shift() as number, bytes: events.bytes[i] });
          } else expect(events.kind[i]).toBe(RELEASED_UNKNOWN);
        }
      } else if (growth.rows !== rows) {
        rows = growth.rows;
        states.push({ bytes, rows });
        const step = left.shift();
        if (step === undefined) controller.abort();
        else await step();
      }
    }
    return { states, failures };
  }

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
        appendFile(
          path,
          `${row('allocate failure', '(nil)', 999)}\n${row('free', '0x10', 100)}\n${row('free', '0x99', 1)}\n`,
        ),
    ]);
    expect(states).toEqual([
      { bytes: 0, rows: 0 },
      { bytes: 100, rows: 1 },
      { bytes: 150, rows: 2 },
      { bytes: 50, rows: 5 },
    ]);
    expect(failures).toEqual([{ line: 4, bytes: 999 }]);
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
