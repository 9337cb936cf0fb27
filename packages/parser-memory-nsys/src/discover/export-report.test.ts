import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { ProgressEvent } from '@rl-insight/core';
import { afterEach, expect, test } from 'vitest';
import { parse, temporaryFolder, writeExport } from '../../test/exports.js';

const { PATH, TMPDIR } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

/** Puts a program called nsys first on the PATH; the report's folder has the export that it copies. */
async function withNsys(script: string) {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  const temporary = join(folder, 'tmp');
  await mkdir(bin);
  await mkdir(temporary);
  await writeFile(join(bin, 'nsys'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'nsys'), 0o755);
  process.env.PATH = [bin, dirname(process.execPath), '/bin', '/usr/bin'].join(delimiter);
  process.env.TMPDIR = temporary;
  const report = join(folder, "job's rank3.nsys-rep");
  await writeFile(report, 'QDSTRM');
  writeExport(join(folder, 'made'), [{ at: 1 }]);
  return { report, temporary };
}

const COPY =
  '[ "$1 $2 $3 $4" = "export --type sqlite --output" ] && cp "$(dirname "$6")/made" "$5"';

test.skipIf(process.platform === 'win32')('a report is exported, and nothing is left', async () => {
  const { report, temporary } = await withNsys(COPY);
  const told: ProgressEvent[] = [];
  const { rows } = await parse(report, {}, { onProgress: (event) => told.push(event) });
  expect(rows.length).toBe(1);
  expect(told).toContainEqual({
    kind: 'stage-begin',
    stage: 'exporting',
    detail: "job's rank3.nsys-rep",
  });
  expect(await readdir(temporary)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('what nsys says is told', async () => {
  const { report, temporary } = await withNsys('echo starting; echo "newer report" >&2; exit 2');
  await expect(parse(report)).rejects.toMatchObject({
    code: 'nsys-export-failed',
    message: expect.stringContaining('newer report'),
  });
  expect(await readdir(temporary)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('nsys ends when the run is stopped', async () => {
  const { report, temporary } = await withNsys('exec sleep 60');
  const controller = new AbortController();
  const running = parse(report, {}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 200);
  await expect(running).rejects.toThrow('enough');
  expect(await readdir(temporary)).toEqual([]);
});

test('without nsys the command is told', async () => {
  const folder = await temporaryFolder();
  process.env.PATH = folder;
  const report = join(folder, 'a b.nsys-rep');
  await writeFile(report, 'QDSTRM');
  await expect(parse(report)).rejects.toMatchObject({
    code: 'nsys-not-installed',
    exitCode: 3,
    remedy: expect.stringContaining(`nsys export --type sqlite --output report.sqlite '${report}'`),
  });
});
