import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTableFile } from '@rl-insight/core/tables';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight, SAMPLE } from '../test/command.js';
import { installCopies } from '../test/copies.js';

const PLUGIN = `
import { EXIT, RlInsightError } from '@rl-insight/core';
import { loadTables, tableSet } from '@rl-insight/core/tables';
import { buildTable, MEMORY_CONTRACTS, MEMORY_SUMMARY, memoryGroups } from '@rl-insight/memory-contract';

export const descriptor = {
  name: 'their-plugin', version: '3.2.1', apiVersion: 1,
  provides: [
    { id: 'memory.parser.theirs', title: 'lines of a file' },
    { id: 'memory.rules.their_file', title: 'nothing' },
    { id: 'memory.visualizer.theirs', title: 'a list' },
  ],
  contracts: MEMORY_CONTRACTS,
};

function tableOf(name, count) {
  const text = (value) => ({ codes: new Int32Array(count), values: [value] });
  const double = (of) => ({ values: Float64Array.from({ length: count }, (_, i) => of(i)) });
  return buildTable(MEMORY_SUMMARY, count, {
    name: text(name), role: text(''), rank_id: { values: new Int32Array(count) },
    call_stack: text('train.py(3): ' + name), call_stack_top: text('train.py(3): ' + name),
    size_kb: double(() => 4), start_time_ms: double((i) => i), duration_ms: double(() => 2),
    total_allocated_mb: double(() => 0), total_reserved_mb: double(() => 0), total_active_mb: double(() => 0),
    device_type: text('GPU:0'),
  });
}

const parser = {
  inputKind: 'their_file',
  async *parse(path, { workers, signal }) {
    const module = new URL('./count-lines.js', import.meta.url).href;
    const lines = await workers.run(module, path, { signal });
    if (lines === 0) {
      throw new RlInsightError({ code: 'their-empty', exitCode: EXIT.input,
        message: 'Their file is empty.', remedy: 'Fill it.', place: { file: path } });
    }
    // Batches with dictionaries of their own, as a parser has them that reads piece by piece.
    yield tableSet('theirs', { memory_summary: tableOf('alloc_a', lines).concat(tableOf('alloc_b', lines)) });
  },
};

const visualizer = {
  async visualize(sets, output) {
    const groups = [];
    for (const { set } of sets) groups.push(...memoryGroups(await loadTables(set)));
    const lines = groups.map(({ info, allocations }) => {
      const { codes, values } = allocations.text('name');
      return [info.device_type, allocations.rows, values[codes[0]], allocations.sizeBytes[0]].join(' ');
    });
    await output.write('list.txt', lines.join('\\n'));
    return 'list.txt';
  },
};

export function register(container) {
  container.register('memory.visualizer.theirs', { useValue: visualizer });
  container.register('memory.parser.theirs', { useValue: parser });
  container.register('memory.rules.their_file', {
    useValue: { kind: 'their_file', prepare: async (data) => ({ subject: data }), rules: () => [] },
  });
}
`;

const TASK = `
import { readFile } from 'node:fs/promises';
export default async (path) => ({ value: (await readFile(path, 'utf8')).split('\\n').length - 1 });
`;

/** The plugin as an installation leaves it: with copies of our packages and of Arrow. */
async function installPlugin(folder: string): Promise<void> {
  await installCopies(folder, ['@rl-insight/core', '@rl-insight/memory-contract']);
  await writeFile(join(folder, 'package.json'), '{"type": "module", "exports": "./index.js"}');
  await writeFile(join(folder, 'index.js'), PLUGIN);
  await writeFile(join(folder, 'count-lines.js'), TASK);
}

describe('a plugin with its own copies of our packages and of Arrow', () => {
  let folder: string;

  async function run(command: string, lines: string, ...words: string[]) {
    const out = await emptyFolder();
    await writeFile(join(folder, 'lines.txt'), lines);
    const ended = await rlInsight(
      [
        command,
        'input.path=lines.txt',
        'plugins=[./their-plugin/index.js]',
        'memory.parser.type=theirs',
        `output.path=${out}`,
        ...words,
      ],
      { cwd: folder },
    );
    return { ...ended, out };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
    await installPlugin(join(folder, 'their-plugin'));
    return () => rm(folder, { recursive: true, force: true });
  });

  test.each([1, 2])('parse writes its tables, with %i workers', async (workers) => {
    const { code, stdout, stderr, out } = await run(
      'parse',
      'one\ntwo\n',
      `runtime.workers=${workers}`,
    );
    expect(stderr).not.toContain('error');
    const file = join(out, 'memory_summary.arrow');
    expect([code, stdout]).toEqual([0, `${file}\n`]);
    const contract = { name: 'memory_summary', version: '1', meaning: '', columns: [] };
    const { table, header } = await readTableFile(file, [contract]);
    expect(header.producer).toBe('their-plugin@3.2.1');
    expect([...(table.getChild('name') ?? [])]).toEqual([
      'alloc_a',
      'alloc_a',
      'alloc_b',
      'alloc_b',
    ]);
  });

  test('run checks and draws them', async () => {
    const { code, stdout, out } = await run('run', 'one\n');
    expect([code, stdout]).toEqual([0, `${join(out, 'memory_timeline_00.html')}\n`]);
    expect(await filesBelow(out)).toEqual(
      expect.arrayContaining([
        'assets/page.js',
        'assets/plotly.LICENSE.txt',
        'assets/plotly.min.js',
        'memory_summary.arrow',
      ]),
    );
    const data = await readFile(join(out, 'assets', 'group-all.js'), 'utf8');
    expect(data).toContain('"names":["alloc_a","alloc_b"]');
  });

  test('its visualizer reads its own tables and those of ours', async () => {
    const list = async (out: string) => readFile(join(out, 'list.txt'), 'utf8');
    const own = await run('run', 'one\n', 'memory.visualizer.type=theirs');
    expect(await list(own.out)).toBe('GPU:0 2 alloc_a 4096');
    const ours = await run(
      'run',
      '',
      'memory.visualizer.type=theirs',
      'memory.parser.type=memory',
      `input.path=${SAMPLE}`,
    );
    expect(ours.code).toBe(0);
    expect((await list(ours.out)).split('\n')).toHaveLength(4);
  });

  test('an error of its copy of core is told like one of ours', async () => {
    const { code, stderr } = await run('parse', '');
    expect(code).toBe(3);
    expect(stderr).toContain('error: Their file is empty.\n       Fill it.\n');
  });
});
