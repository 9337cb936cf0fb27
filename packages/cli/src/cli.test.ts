import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCaptures } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight, SAMPLE } from '../test/command.js';

const ASCEND = 'memory.parser.type=memory';

describe('from a capture to pages, by one command', () => {
  test('several ranks and roles: a folder each, and a way in', async () => {
    const out = await emptyFolder();
    const { code, stdout, stderr } = await rlInsight([
      `input.path=${SAMPLE}`,
      ASCEND,
      'memory.visualizer.type=memory_html',
      `output.path=${out}`,
    ]);
    expect(stderr).toBe(`checking ${SAMPLE}\nreading ${SAMPLE}\ndrawing\n`);
    expect(stdout).toBe(`${join(out, 'index.html')}\n`);
    expect(code).toBe(0);
    const files = await filesBelow(out);
    for (const group of [
      'rollout_generate_rank0',
      'rollout_generate_rank1',
      'actor_update_rank0',
      'actor_update_rank1',
    ]) {
      for (const file of [
        'memory_timeline_00.html',
        'detail_data_00.js',
        'memory_summary.arrow',
        'memory_counters.arrow',
      ]) {
        expect(files).toContain(`${group}/${file}`);
      }
    }
    expect(files).toContain('assets/plotly.min.js');
    expect(files).toContain('rl_insight_config.yaml');
  });

  test('pages speak the language that is asked for', async () => {
    const out = await emptyFolder();
    const language = 'output.language=zh';
    expect((await rlInsight([SAMPLE, ASCEND, `output.path=${out}`, language])).code).toBe(0);
    const pages = ['index.html', 'rollout_generate_rank0/memory_timeline_00.html'];
    for (const page of pages) {
      const text = await readFile(join(out, page), 'utf8');
      expect(text).toContain('<html lang="zh-CN" data-language="zh">');
    }
    const wrong = await rlInsight([SAMPLE, ASCEND, `output.path=${out}`, 'output.language=fr']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Give output.language one of auto, en, zh.');
  });

  test('pages know the scopes and the internal frames that are asked for', async () => {
    const drawn = async (...words: string[]) => {
      const out = await emptyFolder();
      expect((await rlInsight([SAMPLE, ASCEND, `output.path=${out}`, ...words])).code).toBe(0);
      const text = await readFile(join(out, 'assets/group-actor_update_rank0.js'), 'utf8');
      const { internalFrames, texts } = JSON.parse(/^\w+\((.*)\)/s.exec(text)?.[1] ?? '');
      return { internalFrames, scopes: texts.scopes };
    };
    const all = await drawn();
    expect(all.scopes).toContain('ProfilerStep#');
    expect(all.internalFrames.length).toBeGreaterThan(1);
    expect(await drawn('memory.tracking.exclude=[/Step/]')).toEqual({ ...all, scopes: [] });
    expect(await drawn('memory.tracking.include=[nowhere]')).toEqual({ ...all, scopes: [] });
    const own = await drawn('report.internal_frames=[own/loop.py]');
    expect(own).toEqual({ ...all, internalFrames: ['own/loop.py'] });
  });

  test('one group: no folder; more than 5000 allocations: several windows', async () => {
    const [captures, out] = [await emptyFolder(), await emptyFolder()];
    await writeCaptures(captures, {
      capture: { allocations: 11_000, geAllocations: 0 },
      format: { trace: { counters: 0 } },
    });
    const { code, stdout } = await rlInsight([captures, ASCEND, `output.path=${out}`]);
    expect([code, stdout]).toEqual([0, `${join(out, 'memory_timeline_00.html')}\n`]);
    const pages = (await readdir(out)).filter((file) =>
      /^(memory_timeline|detail_data)/.test(file),
    );
    expect(pages).toEqual([
      'detail_data_00.js',
      'detail_data_01.js',
      'detail_data_02.js',
      'memory_timeline_00.html',
      'memory_timeline_01.html',
      'memory_timeline_02.html',
    ]);
  });

  test('the saved configuration makes the same run again', async () => {
    const [first, second] = [await emptyFolder(), await emptyFolder()];
    await rlInsight([SAMPLE, ASCEND, 'input.rank_list=1', `output.path=${first}`]);
    const { code } = await rlInsight([
      `config_path=${join(first, 'rl_insight_config.yaml')}`,
      `output.path=${second}`,
    ]);
    expect(code).toBe(0);
    expect(await filesBelow(second)).toEqual(await filesBelow(first));
  });

  test('parse writes tables, visualize and run draw them', async () => {
    const [tables, pages] = [await emptyFolder(), await emptyFolder()];
    const parsed = await rlInsight([
      'parse',
      SAMPLE,
      ASCEND,
      'input.rank_list=0',
      'memory.parser.role=actor_update',
      `output.path=${tables}`,
    ]);
    expect(parsed.stdout.split('\n').sort()).toEqual(
      ['', 'memory_counters.arrow', 'memory_ranges.arrow', 'memory_summary.arrow'].map((file) =>
        file === '' ? '' : join(tables, file),
      ),
    );
    for (const input of [tables, join(tables, 'memory_summary.arrow')]) {
      const { code, stdout } = await rlInsight(['visualize', input, `output.path=${pages}`]);
      expect([code, stdout]).toEqual([0, `${join(pages, 'memory_timeline_00.html')}\n`]);
      expect((await filesBelow(pages)).filter((file) => file.endsWith('.arrow'))).toEqual([]);
    }
  });

  test('check says that all is well, and writes nothing', async () => {
    const cwd = await emptyFolder();
    const { code, stdout } = await rlInsight(['check', SAMPLE, ASCEND], { cwd });
    expect([code, await filesBelow(cwd)]).toEqual([0, []]);
    expect(stdout).toBe(
      'ok: actor_update_rank0, rollout_generate_rank0, actor_update_rank1, rollout_generate_rank1\n',
    );
  });
});

describe('what goes wrong: one sentence, an exit code, nothing half-written', () => {
  test.each<[string, string[], number, string]>([
    [
      'a key that is unknown',
      [SAMPLE, 'memory.parsr.type=memory'],
      2,
      'error: unknown key memory.parsr.type; did you mean memory.parser.type?',
    ],
    ['nothing at all', [], 2, 'error: There is nothing to do'],
    ['keys that are missing, all at once', ['run'], 2, 'input.path'],
    ['a parser of another kind of input', [SAMPLE, 'memory.parser.type=nsys'], 3, 'Nsight Systems'],
    ['a parser that is unknown', [SAMPLE, 'memory.parser.type=memry'], 2, 'did you mean memory'],
    ['an option that is unknown', ['--colour', SAMPLE, ASCEND], 2, 'Unknown argument'],
    ['several paths', [SAMPLE, 'other', ASCEND], 2, 'takes one path, not 2'],
    [
      'a value of a wrong type',
      [SAMPLE, ASCEND, 'runtime.workers=many'],
      2,
      'runtime.workers=many',
    ],
    ['a path that is not there', ['nowhere', ASCEND], 3, 'error: nowhere does not exist.'],
    [
      'a path that is a file',
      [join(SAMPLE, '..', '..', 'package.json'), ASCEND],
      3,
      'is a file; an Ascend capture is a folder',
    ],
    [
      'a folder without a capture',
      [join(SAMPLE, '..', '..', 'tools', 'bin'), ASCEND],
      3,
      'holds no Ascend capture',
    ],
    [
      'filters that leave nothing',
      [SAMPLE, ASCEND, 'input.rank_list=7'],
      4,
      'There are: ranks 0-1',
    ],
    [
      'a plugin that is not there',
      [SAMPLE, 'memory.parser.type=theirs', 'plugins=[./none.js]'],
      2,
      'warning: The plugin ./none.js is not found',
    ],
  ])('%s', async (_, args, exit, sentence) => {
    const cwd = await emptyFolder();
    const { code, stdout, stderr } = await rlInsight(args, { cwd });
    expect(stderr.replaceAll(/\n\s+/g, ' ')).toContain(sentence);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('a rank that cannot be read: the others are drawn, exit 5', async () => {
    const [captures, out] = [await emptyFolder(), await emptyFolder()];
    const written = await writeCaptures(captures, {
      ranks: [0, 1, 2],
      capture: { allocations: 50, geAllocations: 0 },
    });
    await writeFile(
      join(written[1].dir, 'ASCEND_PROFILER_OUTPUT', 'operator_memory.csv'),
      'nonsense\n',
    );
    const { code, stdout, stderr } = await rlInsight([captures, ASCEND, `output.path=${out}`]);
    expect([code, stdout]).toEqual([5, `${join(out, 'index.html')}\n`]);
    expect(stderr).toMatch(/not read: .*operator_memory\.csv\s+line 1: there is no column “Name”/s);
    expect((await readdir(out)).filter((name) => name.includes('rank'))).toHaveLength(2);
  });

  test('with --json, stdout is one document, on success and on failure', async () => {
    const out = await emptyFolder();
    const good = await rlInsight([SAMPLE, ASCEND, '--json', `output.path=${out}`]);
    expect(JSON.parse(good.stdout)).toMatchObject({
      command: 'run',
      exit_code: 0,
      page: join(out, 'index.html'),
      warnings: [],
      failures: [],
    });
    const bad = await rlInsight(['nowhere', ASCEND, '--json', `output.path=${out}`]);
    expect(JSON.parse(bad.stdout)).toMatchObject({
      exit_code: 3,
      error: {
        code: 'input-missing',
        message: 'nowhere does not exist.',
        place: { file: 'nowhere' },
      },
    });
  });

  test('with --quiet, stderr has errors only; with --debug, their stack', async () => {
    const out = await emptyFolder();
    expect((await rlInsight([SAMPLE, ASCEND, '-q', `output.path=${out}`])).stderr).toBe('');
    expect((await rlInsight(['nowhere', ASCEND, '-q'])).stderr).toMatch(/^error: nowhere/);
    expect((await rlInsight(['nowhere', ASCEND, '--debug'])).stderr).toMatch(/^\s+at /m);
  });

  test('Ctrl-C: 130, and the folder is as it was', async () => {
    const [captures, out] = [await emptyFolder(), await emptyFolder()];
    await writeCaptures(captures, {
      ranks: [0, 1],
      capture: { allocations: 20_000 },
      format: { trace: { targetBytes: 60e6 } },
    });
    await writeFile(join(out, 'mine.txt'), 'mine');
    const { code, stdout, stderr } = await rlInsight([captures, ASCEND, `output.path=${out}`], {
      interrupt: /reading/,
    });
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain('interrupted; nothing was written');
    expect(await readdir(out)).toEqual(['mine.txt']);
  });
});

describe('colour', () => {
  test.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%j', async (env, coloured) => {
    const { stderr } = await rlInsight(['nowhere', ASCEND], { env });
    expect(stderr.includes('\u001b[')).toBe(coloured);
  });
});

describe('help', () => {
  test('fits 100 columns, and lists commands, examples and keys', async () => {
    const { code, stdout } = await rlInsight(['--help']);
    expect(code).toBe(0);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const text of ['rl-insight parse', 'memory.parser.role', 'input.rank_list', 'Examples:']) {
      expect(stdout).toContain(text);
    }
  });

  test.each(['run', 'parse', 'check', 'visualize', 'config', 'plugins'])(
    '%s has its own, with an example',
    async (command) => {
      const { code, stdout } = await rlInsight([command, '--help']);
      expect([code, stdout.includes(`rl-insight ${command === 'run' ? '' : command}`)]).toEqual([
        0,
        true,
      ]);
      expect(stdout).toContain('Examples:');
    },
  );

  test('the version is the package’s', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect((await rlInsight(['--version'])).stdout).toBe(`${version}\n`);
  });
});

describe('config, plugins, completion', () => {
  test('config tells where each value came from', async () => {
    const cwd = await emptyFolder();
    await writeFile(join(cwd, 'job.yaml'), 'input:\n  path: prof\nmemory.parser.type: memory\n');
    const { code, stdout } = await rlInsight(
      ['config', 'config_path=job.yaml', 'output.path=pages'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/path: prof +# job\.yaml:2/);
    expect(stdout).toMatch(/path: pages +# command line: output\.path=pages/);
    expect(stdout).toMatch(/type: memory_html +# preset memory/);
    const same = await rlInsight(['run', 'config_path=job.yaml', 'output.path=pages', '--cfg'], {
      cwd,
    });
    expect(same.stdout).toBe(stdout);
  });

  test('plugins lists what is registered, a plugin of one’s own among it', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'plugin'));
    await writeFile(
      join(cwd, 'plugin', 'index.mjs'),
      `export const descriptor = { name: 'mine', version: '9.9.9', apiVersion: 1,
        provides: [{ id: 'memory.parser.mine', title: 'my own' }] };
      export function register(container) { container.register('memory.parser.mine', { useValue: {} }); }`,
    );
    const { stdout } = await rlInsight(['plugins', 'plugins=[./plugin/index.mjs]'], { cwd });
    expect(stdout).toMatch(/^memory\.parser\.memory +@rl-insight\/parser-memory@/m);
    expect(stdout).toMatch(/^memory\.parser\.mine +mine@9\.9\.9 +my own$/m);
    const { plugins } = JSON.parse((await rlInsight(['plugins', '--json'])).stdout);
    expect(plugins.map(({ id }: { id: string }) => id)).toContain('memory.visualizer.memory_html');
  });

  test.each([
    ['memory.par', ['memory.parser.role=', 'memory.parser.step=', 'memory.parser.type=']],
    ['memory.visualizer.type=', ['memory.visualizer.type=memory_html']],
    ['vis', ['visualize']],
  ])('completion of %s', async (begun, expected) => {
    const { stdout } = await rlInsight(['--get-yargs-completions', 'rl-insight', begun]);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(expected));
  });

  test('completion prints a script that asks the command', async () => {
    const { code, stdout, stderr } = await rlInsight(['completion']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('rl-insight completion >>');
    expect(stdout).toContain('rl-insight --get-yargs-completions');
  });
});

test('a third party’s parser runs, and its domain’s preset is inferred by its key', async () => {
  const [cwd, out] = [await emptyFolder(), await emptyFolder()];
  const arrow = join(cwd, 'one');
  await rlInsight([
    'parse',
    SAMPLE,
    ASCEND,
    'input.rank_list=0',
    'memory.parser.role=actor_update',
    `output.path=${arrow}`,
  ]);
  await cp(join(arrow, 'memory_summary.arrow'), join(cwd, 'given.arrow'));
  const core = import.meta.resolve('@rl-insight/core/tables');
  await writeFile(
    join(cwd, 'mine.mjs'),
    `import { readFile } from 'node:fs/promises';
    const { encodedTableSet, decodeTable } = await import(${JSON.stringify(core)});
    const ID = 'memory.parser.mine';
    export const descriptor = { name: 'mine', version: '1.0.0', apiVersion: 1, provides: [{ id: ID, title: 'mine' }, { id: 'memory.rules.mine', title: 'mine' }] };
    export function register(container) {
      container.register('memory.rules.mine', { useValue: { kind: 'mine', prepare: async (data) => ({ subject: data }), rules: () => [] } });
      container.register(ID, { useValue: { inputKind: 'mine', async *parse(path) {
        const bytes = await readFile(path + '/given.arrow');
        yield encodedTableSet('given', { memory_summary: bytes }, (b) => decodeTable(b, 'x', [{ name: 'memory_summary', version: '1', columns: [] }]).table);
      } } });
    }`,
  );
  const { code, stdout, stderr } = await rlInsight(
    [cwd, 'memory.parser.type=mine', 'plugins=[./mine.mjs]', `output.path=${out}`],
    { cwd },
  );
  expect(stderr).not.toContain('error');
  expect([code, stdout]).toEqual([0, `${join(out, 'memory_timeline_00.html')}\n`]);
});
