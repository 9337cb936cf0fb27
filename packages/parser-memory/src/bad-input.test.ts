import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRlInsightError } from '@rl-insight/core/errors';
import { memoryGroups } from '@rl-insight/memory-contract';
import { describe, expect, test } from 'vitest';
import { edit, output, remove, smallJob } from '../test/job.js';
import { parse, rowsOf, temporaryFolder } from '../test/tables.js';

/** Replaces the line of a number (from 1) in a file with CRLF. */
const line = (number: number, change: (line: string) => string) => (text: string) =>
  text
    .split('\r\n')
    .map((content, i) => (i === number - 1 ? change(content) : content))
    .join('\r\n');

describe('a capture that cannot be read: one sentence with the place', () => {
  test.each<[string, (capture: string) => Promise<void>, string, string]>([
    [
      'an empty operator_memory.csv',
      (capture) => writeFile(output(capture, 'operator_memory.csv'), ''),
      'table-empty',
      'operator_memory.csv has no rows.',
    ],
    [
      'a column that is missing',
      (capture) =>
        edit(output(capture, 'operator_memory.csv'), (text) => text.replace('Size(KB)', 'Sizes')),
      'table-header',
      'line 1: there is no column “Size(KB)”.',
    ],
    [
      'a unit that is none',
      (capture) =>
        edit(output(capture, 'operator_memory.csv'), (text) =>
          text.replace('Time(us)', 'Time(days)'),
        ),
      'table-header',
      '“Allocation Time(days)” is in no unit of time that is known',
    ],
    [
      'times that a spreadsheet has rounded',
      (capture) =>
        edit(output(capture, 'operator_memory.csv'), (text) =>
          text.replaceAll(/\d{16}\.\d{3}\t/g, '1.77978E+15'),
        ),
      'table-rows',
      'line 2: the allocation time is not a plain number.',
    ],
    [
      'a quote that is never closed, at the first row',
      (capture) =>
        edit(
          output(capture, 'operator_memory.csv'),
          line(2, (row) => `"${row}`),
        ),
      'table-unclosed-quote',
      'line 2 (byte',
    ],
    [
      'something else in its place',
      (capture) => writeFile(output(capture, 'operator_memory.csv'), '\u0000\u0001binary\n\n'),
      'table-header',
      'there is no column “Name”',
    ],
  ])('%s', async (_, damage, code, sentence) => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await damage(capture);
    await expect(parse(root)).rejects.toMatchObject({
      code,
      exitCode: 3,
      message: expect.stringContaining(sentence),
    });
  });

  test.each<[string, boolean, string]>([
    ['switched off', false, ': it was captured with profile_memory=False.'],
    ['switched on', true, 'has no operator_memory.csv.'],
  ])('without operator_memory.csv, profile_memory %s', async (_, profileMemory, sentence) => {
    const {
      root,
      folders: [capture],
    } = await smallJob({ format: { profilerInfo: { profileMemory } } });
    await remove(output(capture, 'operator_memory.csv'), output(capture, 'memory_record.csv'));
    await expect(parse(root)).rejects.toMatchObject({
      code: 'capture-without-memory',
      message: expect.stringContaining(sentence),
      remedy: expect.stringContaining('profile_memory=True'),
    });
  });

  test.each(['FRAMEWORK', 'PROF_000001_20250101_ABC'])(
    'that nobody has analysed (%s)',
    async (raw) => {
      const root = await temporaryFolder();
      await mkdir(join(root, 'x_ascend_pt', raw), { recursive: true });
      await expect(parse(root)).rejects.toMatchObject({
        code: 'capture-not-analysed',
        remedy: expect.stringContaining('analyse('),
      });
    },
  );

  test('no capture at any depth', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'a', 'b'), { recursive: true });
    await expect(parse(root)).rejects.toMatchObject({ code: 'capture-none', exitCode: 3 });
  });

  test('every error says what to do', async () => {
    const root = await temporaryFolder();
    const error = await parse(root).catch((thrown: unknown) => thrown);
    expect(isRlInsightError(error) && error.remedy).toMatch(/\.$/);
  });
});

describe('what can still be used is used', () => {
  test.each<[string, (row: string) => string, string]>([
    ['a size that is none', (row) => row.replace(/,[\d.]+,/, ',big,'), 'the size is not a number'],
    ['a size of zero', (row) => row.replace(/,[\d.]+,/, ',0.0,'), 'the size is zero'],
    [
      'a time that is none',
      (row) => row.replace(/\d{16}\.\d{3}/, 'noon'),
      'the allocation time is not a plain number',
    ],
    [
      'cells that are missing',
      (row) => row.split(',').slice(0, 5).join(','),
      'fewer cells than the header’s 15',
    ],
    ['a cell too many', (row) => `${row},7`, 'more cells than the header’s 15'],
    ['no device', (row) => row.replace(/,NPU:\d+$/, ','), 'the device is empty'],
    [
      'a release in another year',
      (row) => row.replace(/^([^,]*,[^,]*,)([^,]*),([^,]*)/, '$1$2,1.000\t'),
      'a time is more than 104 days away from the first',
    ],
  ])('a row with %s is left out and told', async (_, damage, reason) => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    const table = output(capture, 'operator_memory.csv');
    await edit(table, line(5, damage));
    const { summary, notices, failures, tables } = await parse(root);
    expect(summary.numRows).toBe(67);
    expect(failures).toEqual([]);
    expect(notices).toMatchObject([
      { code: 'rows-left-out', message: `1 row left out: ${reason}`, example: `${table} line 5` },
    ]);
    expect(memoryGroups(tables)[0].info.warnings).toMatchObject([{ code: 'rows-left-out' }]);
  });

  test('a table that is cut in a row', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await edit(output(capture, 'operator_memory.csv'), (text) => text.slice(0, -30));
    const { summary, notices } = await parse(root);
    expect(summary.numRows).toBe(67);
    expect(notices.map(({ code }) => code)).toEqual(['rows-left-out']);
  });

  test('a quote that is never closed costs the rows after it', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await edit(
      output(capture, 'operator_memory.csv'),
      line(12, (row) => `"${row}`),
    );
    const { summary, failures } = await parse(root);
    expect(summary.numRows).toBe(10);
    expect(failures.map(({ error }) => error)).toMatchObject([
      {
        code: 'table-unclosed-quote',
        // Quoted cells hold line ends, so the library sees the quote open up to the last line.
        message: expect.stringMatching(
          /line 12 \(byte \d+\): .*\(csv-parse: Quote Not Closed: .* at line (69|70|71)\)/,
        ),
      },
    ]);
  });

  test.each([
    [
      'trace_view.json',
      'Name,Size\n',
      'trace-not-readable',
      'byte 0: a trace begins with [ or {, not with “N”.',
    ],
    ['trace_view.json', '', 'trace-not-readable', 'byte 0: the file is empty.'],
    [
      'memory_record.csv',
      'a,b\n1,2\n',
      'file-unreadable',
      'line 1: there is no column “Component”',
    ],
    [
      'npu_module_mem.csv',
      'a,b\n1,2\n',
      'file-unreadable',
      'line 1: there is no column “Component”',
    ],
  ])('without what %s would have told', async (file, text, code, sentence) => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await writeFile(output(capture, file), text);
    const { summary, failures, tables } = await parse(root);
    expect(summary.numRows).toBe(68);
    expect(failures.map(({ error }) => error)).toMatchObject([
      { code, message: expect.stringContaining(sentence) },
    ]);
    expect(memoryGroups(tables)[0].info.warnings).toMatchObject([{ code }]);
  });

  test.each([
    ['profiler_info_0.json', '{"rank_id": 0,'],
    ['profiler_metadata.json', '[1]'],
  ])('%s that is broken is told', async (file, text) => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await writeFile(join(capture, file), text);
    const { summary, failures } = await parse(root);
    expect(summary.numRows).toBe(68);
    expect(failures.map(({ error }) => error.code)).toEqual(['file-unreadable']);
  });

  test('malformed events in the trace cost their own stacks', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await edit(output(capture, 'trace_view.json'), (text) => text.replace('"ph": "X"', '"ph" "X"'));
    const { summary, failures } = await parse(root);
    expect(failures.map(({ error }) => error)).toMatchObject([
      {
        code: 'trace-malformed',
        message: expect.stringMatching(
          /byte 7: “"” where JSON has none \(stream-json: expected ':' at byte 7\); 1 event /,
        ),
      },
    ]);
    expect(rowsOf(summary).filter((row) => row.stack_match !== 'none').length).toBeGreaterThan(30);
  });

  test('no trace, no counters: memory without stacks is still worth seeing', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await remove(output(capture, 'trace_view.json'), output(capture, 'memory_record.csv'));
    const { summary, notices, failures } = await parse(root);
    expect(summary.numRows).toBe(68);
    expect(failures).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(['no-trace', 'no-memory-record']);
  });

  test('no operator_memory.csv, but counters: their totals', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob();
    await rm(output(capture, 'operator_memory.csv'));
    const { tables, notices } = await parse(root);
    expect(tables.memory_summary.numRows).toBe(0);
    expect(tables.memory_counters.numRows).toBeGreaterThan(100);
    expect(notices.map(({ code }) => code)).toContain('no-operator-memory');
  });

  test('a trace without call stacks names the switch', async () => {
    const {
      root,
      folders: [capture],
    } = await smallJob({ format: { profilerInfo: { withStack: false } } });
    await edit(output(capture, 'trace_view.json'), (text) =>
      text.replaceAll('"Call stack"', '"Stack"'),
    );
    const { notices } = await parse(root);
    expect(notices.map(({ message }) => message)).toEqual([
      'the trace gives no allocation a call stack: it was captured with with_stack=False',
    ]);
  });
});

describe('a rank that fails does not take the others with it', () => {
  test('the others are there, and it is named', async () => {
    const { root, folders } = await smallJob({ ranks: [0, 1, 2] });
    await writeFile(output(folders[1], 'operator_memory.csv'), 'nonsense\n');
    const { tables, failures } = await parse(root);
    expect(memoryGroups(tables).map(({ info }) => info.rank_id)).toEqual([0, 2]);
    expect(failures.map(({ error }) => error.code)).toEqual(['table-header']);
    expect(folders[1]).toContain(failures[0].subject);
  });
});
