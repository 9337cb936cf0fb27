import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GROUPS_KEY, type GroupInfo, readGroups, writeGroups } from '@rl-insight/memory-contract';
import { describe, expect, test } from 'vitest';
import {
  COPY,
  emptyFolder,
  folderOf,
  nodeProgram,
  noted,
  parsed,
  type Row,
  summaryFile,
} from '../test/programs.js';

const ONE = { 'memory_summary.arrow': summaryFile([{}]) };

describe('what a program is given', () => {
  const note = (file: string) =>
    nodeProgram(
      `fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ input, output, isEmpty: fs.readdirSync(output).length === 0, ...process.env }));
       fs.cpSync(input, output, { recursive: true });`,
    );

  test('the paths behind its words, and in its environment with the filters', async () => {
    const [input, folder] = [await folderOf(ONE), await emptyFolder()];
    const file = join(folder, 'noted.json');
    const filters = { ranks: '0,2-3', role: null, step: 0 };
    await parsed(input, { command: note(file), ...filters });
    const given = await noted(file);
    expect(given).toMatchObject({
      input,
      isEmpty: true,
      RL_INSIGHT_INPUT: input,
      RL_INSIGHT_OUTPUT: given.output,
      RL_INSIGHT_RUN_ID: 'run-1',
      RL_INSIGHT_RANK_LIST: '0,2-3',
      RL_INSIGHT_ROLE: '',
      RL_INSIGHT_STEP: '0',
      PATH: process.env.PATH,
    });
    expect(existsSync(given.output)).toBe(false);
  });

  test('the paths where the words say so, as they are', async () => {
    const input = join(await emptyFolder(), 'a {output} $& b');
    const file = join(await emptyFolder(), 'noted.json');
    await mkdir(input);
    await writeFile(join(input, 'memory_summary.arrow'), ONE['memory_summary.arrow']);
    const program = nodeProgram(
      `fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ ...process.argv.slice(1) }));
       fs.cpSync(process.argv[2].slice(3), process.argv[1].slice(2), { recursive: true });`,
    );
    await parsed(input, { command: [...program, 'o={output}', 'in={input}', ''] });
    const given = await noted(file);
    expect(given).toEqual({ 0: expect.stringMatching(/^o=\//), 1: `in=${input}`, 2: '' });
  });
});

describe('tables that are taken', () => {
  test('of the folder, with those of the contracts beside it', async () => {
    const { names, tables, notices } = await parsed(await folderOf(ONE), { command: COPY });
    expect([names, notices]).toEqual([['rank0_GPU-0'], []]);
    expect(tables[0].memory_summary.numRows).toBe(1);
  });

  test('of folders in it, whatever their names', async () => {
    const input = await folderOf({
      'a/memory_summary.arrow': summaryFile([{ rank: 1, role: 'actor' }]),
      '\u001b[31m/memory_summary.arrow': summaryFile([{ rank: 1, role: 'actor' }]),
      'two groups/memory_summary.arrow': summaryFile([{ rank: 3 }, { rank: 4 }]),
      'notes/text.txt': '',
    });
    const { names } = await parsed(input, { command: COPY });
    expect(names).toEqual(['actor_rank1_GPU-0', 'actor_rank1_GPU-0_2', 'two-groups']);
  });

  test('lines of the standard error that begin with “warning:” are warnings', async () => {
    const program = nodeProgram(
      `console.error('warning: \\u001b[31mred\\u001b[0m \\u0007bell'); console.error('  Warning: two'); console.error('note: three');
       console.log('warning: of the standard output'); process.stderr.write('warning: ' + 'x'.repeat(5e6));
       fs.cpSync(input, output, { recursive: true });`,
    );
    const { notices } = await parsed(await folderOf(ONE), { command: program });
    expect(notices.map(({ code }) => code)).toEqual(Array(3).fill('exec-warning'));
    expect(notices[0].message).toBe('red \u{FFFD}bell');
    expect(notices[1].message).toBe('two');
    expect(notices[2].message).toMatch(/^x{491}…$/);
  });
});

describe('filters', () => {
  const rows: Row[] = [
    { rank: 0, role: 'actor', step: 1 },
    { rank: 1, role: 'actor', step: 2 },
    { rank: 1, role: 'critic', step: 2 },
  ];
  const info = ({ rank = 0, role = '' }: Row): GroupInfo => ({
    role,
    rank_id: rank,
    device_type: 'GPU:0',
    captures: [],
    warnings: [],
  });
  const metadata = new Map([[GROUPS_KEY, writeGroups(rows.map(info))]]);

  test.each<[object, string[]]>([
    [{}, ['memory']],
    [{ ranks: [1] }, ['actor_rank1_GPU-0', 'critic_rank1_GPU-0']],
    [{ role: 'actor' }, ['actor_rank0_GPU-0', 'actor_rank1_GPU-0']],
    [{ ranks: '1-9', role: 'critic' }, ['critic_rank1_GPU-0']],
  ])('%j keeps whole groups', async (filter, kept) => {
    const input = await folderOf({ 'memory/memory_summary.arrow': summaryFile(rows, metadata) });
    const { names, tables, notices } = await parsed(input, { command: COPY, ...filter });
    expect(names).toEqual(kept);
    expect(notices.map(({ code }) => code)).toEqual(kept[0] === 'memory' ? [] : ['filtered']);
    for (const { memory_summary: table } of tables) {
      const groups = readGroups(table.schema.metadata.get(GROUPS_KEY));
      expect(groups.length).toBe(table.numRows);
    }
  });

  test('nothing left: what there is is told', async () => {
    const input = await folderOf({ 'memory_summary.arrow': summaryFile(rows) });
    await expect(parsed(input, { command: COPY, ranks: [7] })).rejects.toMatchObject({
      code: 'nothing-left',
      exitCode: 4,
      message: `Nothing in ${input} is left by input.rank_list=7. There are: ranks 0, 1; roles actor, critic.`,
    });
  });

  test('a step is left to the program, and it is told where none is of it', async () => {
    const input = await folderOf({ 'memory_summary.arrow': summaryFile(rows) });
    expect((await parsed(input, { command: COPY, step: 2 })).notices).toEqual([]);
    const { notices } = await parsed(input, { command: COPY, step: 5 });
    expect(notices.map(({ code }) => code)).toEqual(['exec-step']);
  });

  test('a wrong list of ranks is told before anything is run', async () => {
    const command = nodeProgram('process.exit(1)');
    await expect(parsed('.', { command, ranks: 'x' })).rejects.toMatchObject({ code: 'rank-list' });
  });
});

describe('errors', () => {
  test.each<[string, string[], string, RegExp]>([
    ['no words', [], 'exec-command', /none is named/],
    ['a blank word', [' '], 'exec-command', /none is named/],
    ['no such program', ['no-such-program'], 'exec-command', /there is no such program/],
    ['a folder', ['/'], 'exec-command', /^\/ cannot be started: it is not executable/],
    ['a word with a zero byte', ['node', 'a\0b'], 'exec-command', /cannot be started/],
  ])('%s', async (_, command, code, message) => {
    await expect(parsed('.', { command })).rejects.toMatchObject({
      code,
      exitCode: 2,
      message: expect.stringMatching(message),
      place: { key: 'memory.parser.command' },
    });
  });

  test('one text for all words: the list is told', async () => {
    await expect(parsed('.', { command: ['python3 a.py  -x'] })).rejects.toMatchObject({
      remedy: expect.stringContaining('memory.parser.command=[python3,a.py,-x]'),
    });
  });

  test('it fails: its last lines are told, as text that can be shown', async () => {
    const command = nodeProgram(
      `for (let i = 0; i < 50; i++) console.log('line ' + i); console.error('\\u001b[2Jbad\\u202e\\rthing\\r\\n'); process.exitCode = 3`,
    );
    const error = await parsed('.', { command }).catch((caught) => caught);
    expect(error).toMatchObject({ code: 'exec-failed', exitCode: 3 });
    const [first, ...lines] = error.message.split('\n');
    expect(first).toMatch(/ OUTPUT failed with exit code 3\. The last that it said:$/);
    expect(lines).toHaveLength(20);
    expect([...lines].sort()).toEqual(expect.arrayContaining(['bad\u{FFFD}', 'line 49', 'thing']));
  });

  test('it fails without a word, or is ended by a signal', async () => {
    const silent = parsed('.', { command: nodeProgram('process.exit(7)') });
    await expect(silent).rejects.toThrow(/failed with exit code 7\.$/);
    const killed = parsed('.', { command: nodeProgram("process.kill(process.pid, 'SIGKILL')") });
    await expect(killed).rejects.toThrow(/was ended by SIGKILL\.$/);
  });

  test('it ends well and writes no tables: what it wrote is named', async () => {
    const command = nodeProgram("console.log('done'); fs.writeFileSync(output + '/a.csv', '')");
    await expect(parsed('.', { command })).rejects.toMatchObject({
      code: 'exec-no-tables',
      exitCode: 3,
      message: expect.stringMatching(
        /ended well and wrote no memory_summary\.arrow, but a\.csv\. The last that it said:\ndone$/,
      ),
    });
  });

  test.each<[string, string, RegExp]>([
    [
      'no Arrow file',
      "fs.writeFileSync(name, 'ARROW1 text')",
      /: memory_summary\.arrow is not a c/,
    ],
    ['an empty file', "fs.writeFileSync(name, '')", /: memory_summary\.arrow is not a complete/],
    ['a folder', 'fs.mkdirSync(name)', /EISDIR/],
    ['a link to nowhere', "fs.symlinkSync('gone', name)", /ENOENT/],
  ])('%s in place of the table is told with the program', async (_, write, message) => {
    const command = nodeProgram(`const name = output + '/memory_summary.arrow'; ${write}`);
    await expect(parsed('.', { command })).rejects.toMatchObject({
      code: 'exec-tables',
      exitCode: 3,
      message: expect.stringMatching(message),
    });
  });

  test('a broken table beside a good one', async () => {
    const input = await folderOf({ ...ONE, 'memory_ranges.arrow': 'text' });
    await expect(parsed(input, { command: COPY })).rejects.toMatchObject({
      code: 'exec-tables',
      message: expect.stringContaining('memory_ranges.arrow is not a complete Arrow IPC file'),
    });
  });

  test('a table of a newer contract', async () => {
    const newer = Buffer.from(summaryFile([{}]));
    const key = 'rl_insight.contract_version';
    for (let at = newer.indexOf(key); at >= 0; at = newer.indexOf(key, at + 1)) {
      // The value, a text of one digit, stands near its key.
      const digit = newer
        .subarray(Math.max(0, at - 24), at + key.length + 24)
        .indexOf('\x01\0\0\x001\0');
      if (digit >= 0) newer[Math.max(0, at - 24) + digit + 4] = '7'.charCodeAt(0);
    }
    const input = await folderOf({ 'memory_summary.arrow': newer });
    await expect(parsed(input, { command: COPY })).rejects.toMatchObject({
      code: 'exec-tables',
      message: expect.stringContaining('memory_summary version 7'),
    });
  });
});
