import { execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeNsysExport } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { databaseOf, emptyFolder } from '../test/exports.js';
import { NsysExportError, openExport } from './index.js';

function errorOf(action: () => unknown): NsysExportError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(NsysExportError);
    return error as NsysExportError;
  }
  throw new Error('nothing was thrown');
}

async function largeExport(): Promise<string> {
  const path = join(await emptyFolder(), 'report.sqlite');
  writeNsysExport(path, { options: { events: 3000 } });
  return path;
}

describe('what is no export is told so', () => {
  test('no file', async () => {
    const path = join(await emptyFolder(), 'none.sqlite');
    expect(errorOf(() => openExport(path))).toMatchObject({ code: 'missing-file', path });
    const below = errorOf(() => openExport(join(import.meta.filename, 'none')));
    expect(below.code).toBe('missing-file');
  });

  test('a folder', async () => {
    const { code, message } = errorOf(() => openExport(dirname(import.meta.filename)));
    expect([code, message]).toEqual(['unreadable-file', 'this is a folder, not a file']);
  });

  test.skipIf(process.platform === 'win32')('a pipe', async () => {
    const path = join(await emptyFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(errorOf(() => openExport(path)).message).toContain('a pipe');
  });

  test.each([
    ['', 'the file is empty'],
    ['SQLite', 'the file is cut off'],
    ['QDSTRM report', 'nsys export --type sqlite'],
    ['x'.repeat(5000), 'not a SQLite database'],
  ])('bytes %#', async (bytes, says) => {
    const path = join(await emptyFolder(), 'report');
    await writeFile(path, bytes);
    const { code, message } = errorOf(() => openExport(path));
    expect(code).toBe(bytes === 'SQLite' ? 'damaged-export' : 'not-sqlite');
    expect(message).toContain(says);
  });

  test('another database', async () => {
    const path = await databaseOf('CREATE TABLE people(name); CREATE TABLE pets(name)');
    const { code, message } = errorOf(() => openExport(path));
    expect(code).toBe('not-nsys-export');
    expect(message).toContain('its tables are people, pets');
  });
});

describe('damage', () => {
  test('a file that is cut off', async () => {
    const path = await largeExport();
    await truncate(path, 20_000);
    const { code, message } = errorOf(() => openExport(path));
    expect(code).toBe('damaged-export');
    expect(message).toMatch(/has 20000 of \d+ bytes/);
  });

  test('pages that are overwritten', async () => {
    const path = await largeExport();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0x5a, 40_960));
    const { code, message } = errorOf(() => {
      const exported = openExport(path);
      try {
        for (const _ of exported.memoryEvents());
      } finally {
        exported.close();
      }
    });
    expect(code).toBe('damaged-export');
    expect(message).toContain('database disk image is malformed');
  });

  test('a head that promises nothing right', async () => {
    const path = await largeExport();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xff, 16, 100));
    expect(errorOf(() => openExport(path)).code).toMatch(/^(damaged-export|not-sqlite)$/);
  });

  test('a row without a time', async () => {
    const path = await databaseOf(
      `CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, address, bytes, memoryOperationType);
       INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (1, 1, 1, 1, 0), ('soon', 1, 1, 1, 0)`,
    );
    const exported = openExport(path);
    const { code, message } = errorOf(() => [...exported.memoryEvents()]);
    exported.close();
    expect([code, message]).toEqual([
      'damaged-export',
      'row 2 of CUDA_GPU_MEMORY_USAGE_EVENTS has “soon” as its start',
    ]);
  });

  test('a journal that lies beside', async () => {
    const path = await largeExport();
    await writeFile(`${path}-journal`, 'x');
    expect(errorOf(() => openExport(path)).code).toBe('unfinished-export');
  });

  test('a table without what matters', async () => {
    const path = await databaseOf('CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, bytes)');
    const exported = openExport(path);
    const { code, message } = errorOf(() => [...exported.memoryEvents()]);
    exported.close();
    expect(code).toBe('unknown-schema');
    expect(message).toContain('has no globalPid, address, memoryOperationType');
  });
});

describe('the file and its folder', () => {
  test('stay as they are, also while it is read and where nothing may be written', async () => {
    const path = await largeExport();
    const before = await readFile(path);
    await chmod(path, 0o444);
    await chmod(dirname(path), 0o555);
    const exported = openExport(path);
    for (const _ of exported.memoryEvents()) {
      expect(await readdir(dirname(path))).toEqual(['report.sqlite']);
    }
    exported.close();
    expect(await readdir(dirname(path))).toEqual(['report.sqlite']);
    expect(await readFile(path)).toEqual(before);
    await chmod(dirname(path), 0o755);
  });

  test.skipIf(process.platform === 'win32')('nor is anything left elsewhere', async () => {
    const path = await largeExport();
    const temporary = await emptyFolder();
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    try {
      const exported = openExport(path);
      // Not even while it is open, so that a process may be killed.
      expect(await readdir(temporary)).toEqual([]);
      expect([...exported.ranges()].length).toBe(1);
      exported.close();
      await truncate(path, 20_000);
      errorOf(() => openExport(path));
      expect(await readdir(temporary)).toEqual([]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });

  test('may have a write-ahead log, as what looked at it before leaves one', async () => {
    const path = await largeExport();
    const bytes = await readFile(path);
    bytes.fill(2, 18, 20);
    await writeFile(path, bytes);
    const exported = openExport(path);
    expect([...exported.memoryEvents()].length).toBe(1);
    exported.close();
    expect(await readdir(dirname(path))).toEqual(['report.sqlite']);
  });

  test('are not read after the end', async () => {
    const exported = openExport(await largeExport());
    const batches = exported.memoryEvents({ batchRows: 10 });
    batches.next();
    exported.close();
    exported.close();
    expect(errorOf(() => batches.next()).code).toBe('closed');
    expect(errorOf(() => exported.ranges().next()).code).toBe('closed');
  });
});
