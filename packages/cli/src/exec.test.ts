import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight } from '../test/command.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/exec-python', import.meta.url));
const SAMPLE = join(EXAMPLE, 'allocations.csv');
const EXEC = 'memory.parser.type=exec';

const command = (...words: string[]) => `memory.parser.command=${JSON.stringify(words)}`;
const CONVERT = command('python3', join(EXAMPLE, 'convert.py'));
/** A program of Node, which is there wherever the command is. */
const node = (code: string) => command(process.execPath, '-e', code);

/** Not on every machine: what takes it is skipped there, and counted as skipped. */
const hasPython = spawnSync('python3', ['--version']).status === 0;
/** Not there on every platform; `npm test` installs it where it runs. */
const polars = await import('nodejs-polars').then(
  ({ default: pl }) => pl,
  () => undefined,
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What the file of the example says, added up line by line. */
async function truth() {
  const [, ...lines] = (await readFile(SAMPLE, 'utf8')).trim().split('\n');
  const events = lines.map((line) => {
    const [timeUs, action, address, bytes, thread] = line.split(',');
    const sizeBytes = Number(bytes);
    return { timeUs, isAllocation: action === 'alloc', address, sizeBytes, thread };
  });
  const held = new Map<string, number>();
  let before = 0;
  for (const { isAllocation, address, sizeBytes } of events) {
    if (isAllocation) held.set(address, sizeBytes);
    else if (!held.has(address)) before += sizeBytes;
  }
  held.clear();
  let [live, peak, peakUs] = [before, before, ''];
  for (const { timeUs, isAllocation, address, sizeBytes } of events) {
    live += isAllocation ? sizeBytes : -sizeBytes;
    if (isAllocation) held.set(address, sizeBytes);
    else held.delete(address);
    if (live > peak) [peak, peakUs] = [live, timeUs];
  }
  const allocations = events.filter(({ isAllocation }) => isAllocation);
  return { before, peak, peakNs: peakUs.replace('.', ''), live, held, allocations };
}

describe.skipIf(!hasPython)('the example in Python', () => {
  test('its sample is what its script writes', async () => {
    const { stdout } = spawnSync('python3', [join(EXAMPLE, 'make_sample.py')], {
      encoding: 'utf8',
    });
    expect(stdout).toBe(await readFile(SAMPLE, 'utf8'));
  });

  test('summary: the numbers are those of the file', async () => {
    const words = ['summary', SAMPLE, EXEC, CONVERT, '--json'];
    const { code, stdout, stderr } = await rlInsight(words);
    expect([code, stderr]).toEqual([0, `checking ${SAMPLE}\nreading ${SAMPLE}\n`]);
    const { before, peak, peakNs, live, held, allocations } = await truth();
    const [group] = JSON.parse(stdout).groups;
    expect(group).toMatchObject({
      rank_id: 0,
      device_type: 'GPU:0',
      start_live_bytes: before,
      start_source: 'releases',
      end_live_bytes: live,
      peak: { live_bytes: peak, time_ns: peakNs },
      allocations: {
        count: allocations.length,
        unreleased: held.size,
        releases_of_unknown: 1,
        bytes: allocations.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      },
    });
    expect(before).toBeGreaterThan(0);
    const counts = group.threads.map((of: { thread_id: number; count: number }) => [
      String(of.thread_id),
      of.count,
    ]);
    expect(counts).toEqual(
      ['101', '102'].map((id) => [id, allocations.filter(({ thread }) => thread === id).length]),
    );
    const [left] = group.unreleased;
    expect([left.name, left.user_frame]).toEqual(['aten::cat', 'metrics.py(5): remember']);
  });

  test('its README says what is printed', async () => {
    const readme = await readFile(join(EXAMPLE, 'README.md'), 'utf8');
    const [, promised] = /begins with\s+```text\n(.*?)```/s.exec(readme) ?? [];
    const words = [
      'summary',
      'allocations.csv',
      EXEC,
      'memory.parser.command=[python3,convert.py]',
    ];
    const { stdout } = await rlInsight([...words, '-q'], { cwd: EXAMPLE });
    expect(stdout.slice(0, promised?.length)).toBe(promised);
  });

  test('run: pages and tables, which other programs read as well', async () => {
    const out = await emptyFolder();
    const { code, stdout } = await rlInsight([SAMPLE, EXEC, CONVERT, `output.path=${out}`, '-q']);
    expect([code, stdout]).toEqual([0, `${join(out, 'memory_timeline_00.html')}\n`]);
    expect(await filesBelow(out)).toEqual(
      expect.arrayContaining(['detail_data_00.js', 'memory_summary.arrow']),
    );
  });

  test('the file that it writes: types, nulls and dictionaries', async () => {
    const out = await emptyFolder();
    const words = [join(EXAMPLE, 'convert.py'), '--device', 'GPU:3', SAMPLE, out];
    expect(spawnSync('python3', words, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const bytes = await readFile(join(out, 'memory_summary.arrow'));
    const table = tableFromIPC(bytes);
    const { allocations, held } = await truth();
    expect(table.numRows).toBe(allocations.length + 1);
    expect(table.batches).toHaveLength(1);
    const types = Object.fromEntries(
      table.schema.fields.map(({ name, type, nullable }) => [
        name,
        `${type}${nullable ? '?' : ''}`,
      ]),
    );
    expect(types).toMatchObject({
      name: 'Dictionary<Int32, Utf8>',
      rank_id: 'Int32',
      size_kb: 'Float64',
      total_active_mb: 'Float64?',
      start_time_ns: 'Int64',
      duration_ns: 'Int64?',
      before_capture: 'Bool',
    });
    const column = (name: string) => [...(table.getChild(name) ?? [])];
    const starts = column('start_time_ns').map(String);
    expect(starts.filter((_, i) => !column('before_capture')[i])).toEqual(
      allocations.map(({ timeUs }) => timeUs.replace('.', '')),
    );
    expect(column('before_capture').filter(Boolean)).toHaveLength(1);
    expect(column('duration_ns').filter((value) => value === null)).toHaveLength(held.size + 1);
    expect(new Set(column('device_type'))).toEqual(new Set(['GPU:3']));
    if (polars === undefined) return;
    const frame = polars.readIPC(bytes);
    expect(frame.columns).toEqual(table.schema.fields.map(({ name }) => name));
    expect(frame.getColumn('call_stack').cast(polars.Utf8).toArray()).toEqual(column('call_stack'));
    expect(frame.getColumn('size_kb').toArray()).toEqual(column('size_kb'));
  });

  test('lines that are no events are warned of; a file without any is an error that tells', async () => {
    const folder = await emptyFolder();
    const [header, first] = (await readFile(SAMPLE, 'utf8')).split('\n');
    const file = join(folder, 'a.csv');
    await writeFile(file, `${header}\n${first}\nx,alloc,0x1,1,1,,\n`);
    const some = await rlInsight(['summary', file, EXEC, CONVERT]);
    expect(some.code).toBe(0);
    expect(some.stderr).toContain('warning: 1 lines are no events, the first is line 3.');
    await writeFile(file, `${header}\n`);
    const none = await rlInsight(['summary', file, EXEC, CONVERT]);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain(`${file}: there are no events`);
  });
});

describe('a program that', () => {
  test('is not named', async () => {
    const { code, stderr } = await rlInsight(['summary', SAMPLE, EXEC]);
    expect(code).toBe(2);
    expect(stderr).toContain('Name it: memory.parser.command=[python3,convert.py].');
  });

  test('fails', async () => {
    const words = ['check', SAMPLE, EXEC, node('console.error("no such key"); process.exit(4)')];
    const { code, stdout } = await rlInsight([...words, '--json', '-q']);
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      3,
      { code: 'exec-failed', place: { key: 'memory.parser.command' } },
    ]);
    expect(JSON.parse(stdout).error.message).toMatch(/failed with exit code 4\..*:\nno such key$/);
  });

  test('is still at it when Ctrl-C comes: it ends, its folder is gone, nothing is written', async () => {
    const [out, notes] = [await emptyFolder(), await emptyFolder()];
    const note = join(notes, 'pid');
    // It interrupts the command itself, so that both are sure to run.
    const code = [
      `require('node:fs').writeFileSync(${JSON.stringify(note)}, process.pid + ' ' + process.argv[2])`,
      "process.kill(process.ppid, 'SIGINT')",
      'setInterval(() => {}, 1000)',
    ];
    const words = [SAMPLE, EXEC, node(code.join('; ')), `output.path=${join(out, 'pages')}`];
    const ended = await rlInsight(words);
    expect([ended.code, ended.stdout]).toEqual([130, '']);
    expect(ended.stderr).toContain('interrupted; nothing was written');
    expect(await filesBelow(out)).toEqual([]);
    const [pid, folder] = (await readFile(note, 'utf8')).split(' ');
    expect(folder).toMatch(/rl-insight-exec-/);
    expect(existsSync(folder)).toBe(false);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });

  test('does not end at the first Ctrl-C: the second ends all at once', async () => {
    const note = join(await emptyFolder(), 'pid');
    const code = [
      `require('node:fs').writeFileSync(${JSON.stringify(note)}, process.pid + ' ' + process.argv[2])`,
      "process.on('SIGTERM', () => process.kill(process.ppid, 'SIGINT'))",
      "process.kill(process.ppid, 'SIGINT')",
      'setInterval(() => {}, 1000)',
    ];
    const begin = performance.now();
    const ended = await rlInsight(['check', SAMPLE, EXEC, node(code.join('; '))]);
    expect(ended.code).toBe(130);
    expect(performance.now() - begin).toBeLessThan(30_000);
    const [pid, folder] = (await readFile(note, 'utf8')).split(' ');
    expect(existsSync(folder)).toBe(false);
    // It was killed by a process that has not waited for it.
    await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false);
  });

  test.skipIf(!hasPython)('writes several groups into folders', async () => {
    const [tables, out] = [await emptyFolder(), await emptyFolder()];
    const parse = ['parse', SAMPLE, EXEC, '-q'];
    expect((await rlInsight([...parse, CONVERT, `output.path=${tables}`])).code).toBe(0);
    const file = JSON.stringify(join(tables, 'memory_summary.arrow'));
    const copy = (name: string) =>
      `require('node:fs').cpSync(${file}, process.argv[2] + '/${name}/memory_summary.arrow')`;
    const copies = node([copy('a'), copy('b')].join('; '));
    const ended = await rlInsight([...parse, copies, `output.path=${out}`]);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect((await filesBelow(out)).filter((name) => name.endsWith('.arrow'))).toEqual([
      'rank0_GPU-0/memory_summary.arrow',
      'rank0_GPU-0_2/memory_summary.arrow',
    ]);
  });
});
