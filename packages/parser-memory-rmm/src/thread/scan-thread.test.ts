import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rmmLogLines } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
// The thread loads the built entry, so the built package is what is tested.
import { ScanThread } from '../../dist/thread/scan-thread.js';
import { logOf, temporaryFolder } from '../../test/logs.js';
import { LogScanner } from '../log/log-scanner.js';
import type { LogRows } from '../log/rows.js';

const never = new AbortController().signal;

/** Every cell of some rows. */
function cellsOf(rows: LogRows): number[][] {
  const columns = [
    ...[rows.line, rows.threadId, rows.timeNs, rows.bytes, rows.action],
    ...[rows.addressLow, rows.addressHigh, rows.streamLow, rows.streamHigh],
  ];
  return Array.from({ length: rows.count }, (_, i) => columns.map((column) => column[i]));
}

async function readBy(thread: ScanThread, signal = never) {
  const rows: number[][] = [];
  let bytes = 0;
  for await (const some of thread.rows(signal, (more) => {
    bytes += more;
  })) {
    rows.push(...cellsOf(some));
  }
  return { rows, bytes };
}

describe('a thread reads what is read without one', () => {
  test('more batches than there is memory for at a time, bad rows and lines of others', async () => {
    const once = rmmLogLines({ executor: true, options: { events: 3000 } });
    once.splice(100, 0, '7,10:00:00.000001,allocate,nonsense,12,0x2');
    const lines = Array.from({ length: 60 }, () => once).flat();
    const path = await logOf([...lines, '7,10:00:00.000001,alloc']);
    const scanner = new LogScanner();
    const expected: number[][] = [];
    const text = new TextEncoder().encode(`${[...lines, '7,10:00:00.000001,alloc'].join('\n')}\n`);
    for (const rows of scanner.push(text)) expected.push(...cellsOf(rows));
    for (const rows of scanner.finish()) expected.push(...cellsOf(rows));

    const thread = new ScanThread(path);
    const { rows, bytes } = await readBy(thread);
    expect(rows.length).toBeGreaterThan(5 * 2 ** 15);
    expect(rows).toEqual(expected);
    expect(bytes).toBe(text.length);
    expect(thread.findings).toEqual(scanner.findings);
    expect(thread.findings?.badRows?.count).toBe(60);
  });

  test('a file that is not there is an error, and an abort ends it', async () => {
    const gone = new ScanThread(join(await temporaryFolder(), 'gone'));
    await expect(readBy(gone)).rejects.toThrow('ENOENT');
    const path = join(await temporaryFolder(), 'rmm.log');
    await writeFile(path, '7,10:00:00.000001,allocate,0x10,256,0x2\n'.repeat(400_000));
    const controller = new AbortController();
    const reading = (async () => {
      for await (const { count } of new ScanThread(path).rows(controller.signal, () => undefined)) {
        if (count > 0) controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
  });
});
