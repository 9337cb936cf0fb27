import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeRmmLogs } from '../rmm/index.js';
import {
  NSYS_FORMATS,
  type NsysExportRequest,
  type NsysVersion,
  writeNsysExport,
} from './index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-nsys-'));
});

let made = 0;

function written(request: NsysExportRequest = {}) {
  const path = join(folder, `${made++}.sqlite`);
  const truths = writeNsysExport(path, request);
  const query = (sql: string): unknown[][] => {
    const database = new sqlite.Database(path, { readOnly: true });
    const rows = database.all(sql).map((row) => Object.values(row));
    database.close();
    return rows;
  };
  return { path, truths, query };
}

describe('an export', () => {
  test('is of the run that the log of RMM is of', async () => {
    const { truths } = written({ devices: 2 });
    const logged = await writeRmmLogs(folder, 2);
    truths.forEach(({ memory }, device) => {
      const peaks = (truth: typeof memory) =>
        [...truth.threads.values()].map(({ threadId, peakBytes, count }) => [
          ...[threadId, peakBytes, count],
        ]);
      expect(peaks(memory)).toEqual(peaks(logged[device]));
      expect(memory.failures.length).toBe(logged[device].failures.length);
    });
  });

  test('is the same for the same seed, and another for another', async () => {
    const [a, b, c] = ['a', 'a', 'b'].map((seed) => written({ options: { seed } }).path);
    expect((await readFile(a)).equals(await readFile(b))).toBe(true);
    expect((await readFile(a)).equals(await readFile(c))).toBe(false);
  });

  test.each(Object.keys(NSYS_FORMATS) as NsysVersion[])('has the columns of %s', (version) => {
    const format = NSYS_FORMATS[version];
    const { query } = written({ format, options: { events: 100 } });
    const columns = query("SELECT name FROM pragma_table_info('CUDA_GPU_MEMORY_USAGE_EVENTS')");
    expect(columns.flat().includes('streamId')).toBe(format.stream);
    expect(columns.flat().includes('localMemoryPoolSize')).toBe(format.pools);
    const tables = query("SELECT name FROM sqlite_master WHERE type = 'table'").flat();
    expect(tables.includes('META_DATA_EXPORT')).toBe(format.schemaVersion !== null);
    const [nulls] = query('SELECT count(*) FROM NVTX_EVENTS WHERE end IS NULL');
    expect(Number(nulls[0]) > 0).toBe(format.nulls);
  });

  test('has a call for each event, whose number is unique in its process only', () => {
    const { query, truths } = written({ devices: 2 });
    const pid = '(globalTid >> 24) << 24';
    const [joined] = query(`SELECT count(*), count(DISTINCT m.rowid), max(returnValue)
      FROM CUDA_GPU_MEMORY_USAGE_EVENTS m JOIN CUPTI_ACTIVITY_KIND_RUNTIME r
      ON r.correlationId = m.correlationId AND ${pid} = globalPid
      AND m.start BETWEEN r.start AND r.end`);
    const rows = truths.reduce((sum, { counts }) => sum + counts.allocations + counts.releases, 0);
    expect(joined).toEqual([rows, rows, 0]);
    const [failed] = query(
      'SELECT count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE returnValue = 2',
    );
    expect(failed).toEqual([truths.reduce((sum, { counts }) => sum + counts.failedCalls, 0)]);
    const [shared] = query(`SELECT count(*) > 0 FROM (SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME
      GROUP BY correlationId HAVING count(*) > 1)`);
    expect(shared).toEqual([1]);
  });

  test('agrees with the log about the time of day, in its zone', () => {
    const { query, truths } = written({ zoneOffsetMinutes: 330 });
    const [[utcTime, localTime]] = query(
      'SELECT utcTime, localTime FROM TARGET_INFO_SESSION_START_TIME',
    );
    expect([utcTime, localTime]).toEqual(['2026-05-24T08:51:18', '2026-05-24T14:21:18']);
    const [[lastUs]] = query(`SELECT (max(start) + utcEpochNs - systemClockNs) / 1000 % 86400000000
      FROM CUDA_GPU_MEMORY_USAGE_EVENTS, TARGET_INFO_SESSION_START_TIME`);
    const localUs = Number(lastUs) + 330 * 60e6;
    expect(Math.abs(localUs - truths[0].memory.timeUs)).toBeLessThan(1000);
  });

  test('of slabs has few allocations, and all ranges', () => {
    const { query, truths } = written({ allocator: 'slabs' });
    const [[slabs, smallest]] = query(
      'SELECT count(*), min(bytes) FROM CUDA_GPU_MEMORY_USAGE_EVENTS',
    );
    expect(slabs).toBeLessThan(8);
    expect(smallest).toBeGreaterThanOrEqual(1 << 20);
    const [ranges] = query('SELECT count(*) FROM NVTX_EVENTS WHERE eventType = 59');
    expect(ranges).toEqual([truths[0].memory.scopes.length]);
  });

  test('of a pool tells what it holds and has handed out', () => {
    const { query } = written({ allocator: 'async' });
    const [row] = query(`SELECT min(localMemoryPoolSize >= localMemoryPoolUtilizedSize),
      max(localMemoryPoolUtilizedSize) > 0 FROM CUDA_GPU_MEMORY_USAGE_EVENTS`);
    expect(row).toEqual([1, 1]);
  });

  test('has ranges that overlap, and end on other threads or not at all', () => {
    const { query, truths } = written({ startEndEvery: 10 });
    const [row] = query(`SELECT count(*), sum(globalTid <> endGlobalTid) > 0, sum(end IS NULL)
      FROM NVTX_EVENTS WHERE eventType = 60`);
    expect(row).toEqual([truths[0].startEnd.length, 1, 3]);
  });
});
