import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { timelinePlugin } from '../../test/timeline-plugin.js';
import { PluginRegistry } from '../plugin/index.js';
import { Reporter } from '../report/index.js';
import { OutputStaging, type PipelineCommand, runPipeline } from './index.js';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rl-insight-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of ['three', 'one', 'broken', 'bad', 'half']) await mkdir(join(root, name));
});

interface Given {
  readonly command?: PipelineCommand;
  readonly signal?: AbortSignal;
  readonly keys?: Readonly<Record<string, unknown>>;
}

async function run(input: string, { command = 'run', signal, keys = {} }: Given = {}) {
  const registry = new PluginRegistry();
  registry.add(timelinePlugin);
  const report = new Reporter();
  const values: Record<string, unknown> = {
    'input.path': join(root, input),
    'output.path': join(root, 'out'),
    'timeline.parser.type': 'folder',
    'timeline.checker.type': 'plain',
    'timeline.visualizer.type': 'pages',
    'runtime.workers': 1,
    ...keys,
  };
  const result = await runPipeline({
    command,
    registry,
    domain: 'timeline',
    config: { get: <T>(key: string) => values[key] as T | undefined },
    keep: { 'kept.yaml': 'a: 1\n' },
    report,
    signal: signal ?? new AbortController().signal,
  });
  return { result, report };
}

async function files(folder = 'out'): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .sort();
}

describe('a run', () => {
  test('of several sets: a folder each, shared files once', async () => {
    const { result, report } = await run('three');
    expect(await files()).toEqual([
      'a/page_2.html',
      'a/spans.arrow',
      'assets/shared.txt',
      'b/page_2.html',
      'b/spans.arrow',
      'c/page_2.html',
      'c/spans.arrow',
      'kept.yaml',
      'rl_insight_run.json',
    ]);
    expect(result).toMatchObject({ outputPath: join(root, 'out'), entry: 'a/page_2.html' });
    expect(report.notices.map(({ code }) => code)).toEqual(['odd-folder']);
  });

  test('of one set: no folder', async () => {
    await run('one');
    expect(await files()).toEqual([
      'assets/shared.txt',
      'kept.yaml',
      'page_2.html',
      'rl_insight_run.json',
      'spans.arrow',
    ]);
  });

  test('parse writes tables only, check nothing, and visualize draws tables', async () => {
    await run('three', { command: 'check' });
    expect(await files()).toEqual([]);
    await run('three', { command: 'parse' });
    expect((await files()).filter((file) => file.endsWith('.html'))).toEqual([]);
    const { result } = await run('out', {
      command: 'visualize',
      keys: { 'output.path': join(root, 'drawn'), 'timeline.parser.type': undefined },
    });
    expect((await files('drawn')).filter((file) => file.endsWith('.arrow'))).toEqual([]);
    expect(result.sets.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('tables of one run share its id and name their producer', async () => {
    const { readTableFile } = await import('../tables/index.js');
    const { SPANS } = await import('../../test/timeline-plugin.js');
    const { result } = await run('three');
    for (const name of ['a', 'b', 'c']) {
      const { header } = await readTableFile(join(root, 'out', name, 'spans.arrow'), [SPANS]);
      expect(header).toEqual({
        contract: 'spans',
        version: '1',
        producer: 'timeline-plugin@1.2.3',
        runId: result.runId,
      });
    }
  });
});

describe('outputs are complete or not there', () => {
  test('a run replaces the files of the run before as a set, and touches nothing else', async () => {
    await run('three');
    await writeFile(join(root, 'out', 'mine.txt'), 'mine');
    await writeFile(join(root, 'out', 'b', 'mine.txt'), 'mine');
    await run('one');
    expect(await files()).toEqual([
      'assets/shared.txt',
      'b/mine.txt',
      'kept.yaml',
      'mine.txt',
      'page_2.html',
      'rl_insight_run.json',
      'spans.arrow',
    ]);
    expect(await readdir(join(root, 'out'))).not.toContain('a');
  });

  test('a run that fails leaves the results of the run before', async () => {
    await run('one');
    const before = await files();
    await expect(run('bad')).rejects.toMatchObject({ code: 'nothing-read' });
    expect(await files()).toEqual(before);
    expect(await readdir(join(root, 'out'))).toHaveLength(5);
  });

  test('a run that fails leaves no folder that it made', async () => {
    await expect(run('bad', { keys: { 'output.path': join(root, 'x/y/z') } })).rejects.toThrow();
    expect(await readdir(root)).not.toContain('x');
  });

  test('a run that is stopped leaves nothing', async () => {
    await expect(run('three', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    expect(await files()).toEqual([]);
  });

  test('what a run left that was killed is removed by the next', async () => {
    await mkdir(join(root, 'out', '.rl-insight-999999999-00000000.partial', 'a'), {
      recursive: true,
    });
    await run('one');
    expect(await readdir(join(root, 'out'))).not.toContain(
      '.rl-insight-999999999-00000000.partial',
    );
  });

  test('a manifest that lies cannot make it remove what is elsewhere', async () => {
    await mkdir(join(root, 'out'));
    await writeFile(join(root, 'precious'), 'x');
    await writeFile(
      join(root, 'out', 'rl_insight_run.json'),
      '{"files":["../precious","a/../../precious",5]}',
    );
    await run('one');
    expect(await readFile(join(root, 'precious'), 'utf8')).toBe('x');
  });

  test('a file in place of the output folder', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(run('one', { keys: { 'output.path': join(root, 'file') } })).rejects.toMatchObject(
      {
        code: 'output-not-a-folder',
        exitCode: 2,
      },
    );
    await expect(
      run('one', { keys: { 'output.path': join(root, 'file', 'below') } }),
    ).rejects.toMatchObject({
      code: 'output-not-writable',
    });
  });
});

describe('results that go where the input is', () => {
  const tables = { 'timeline.parser.type': undefined };
  const content = async (names: readonly string[]) =>
    Promise.all(names.map((name) => readFile(join(root, 'out', name))));
  const manifest = async () =>
    JSON.parse(await readFile(join(root, 'out', 'rl_insight_run.json'), 'utf8')).files;

  test('pages are drawn beside the tables, which stay byte for byte', async () => {
    await run('three');
    const names = (await files()).filter((file) => file.endsWith('.arrow'));
    const before = await content(names);
    await writeFile(join(root, 'out', 'a', 'page_old.html'), '');
    const listed = await manifest();
    await writeFile(
      join(root, 'out', 'rl_insight_run.json'),
      JSON.stringify({ files: [...listed, 'a/page_old.html'] }),
    );
    await run('out', { command: 'visualize', keys: tables });
    expect(await content(names)).toEqual(before);
    expect(await manifest()).toEqual(listed);
    expect(await files()).toEqual(listed);
    // They are a set still: the next run replaces all of it.
    await run('one');
    expect(await files()).not.toContain('a/spans.arrow');
  });

  test('of one group alone: the tables of the others stay too', async () => {
    await run('three');
    const names = (await files()).filter((file) => file.endsWith('.arrow'));
    const before = await content(names);
    await run('out/b', { command: 'visualize', keys: tables });
    await run('out/b/spans.arrow', { command: 'visualize', keys: tables });
    expect(await content(names)).toEqual(before);
  });

  test.each([
    ['run', 'out'],
    ['parse', 'out'],
    ['export', 'out'],
    ['run', 'out/b'],
    ['parse', 'out/b/spans.arrow'],
    ['export', 'out/b'],
  ] as const)('%s of %s is refused, and nothing is changed', async (command, input) => {
    await run('three');
    const names = await files();
    const before = await content(names);
    await expect(run(input, { command, keys: tables })).rejects.toMatchObject({
      code: 'output-is-input',
      exitCode: 2,
      place: { key: 'output.path' },
    });
    expect(await files()).toEqual(names);
    expect(await content(names)).toEqual(before);
  });

  test('a link to the folder is the folder', async () => {
    await run('one');
    await symlink(join(root, 'out'), join(root, 'link'));
    for (const command of ['run', 'export'] as const) {
      await expect(run('link', { command, keys: tables })).rejects.toMatchObject({
        code: 'output-is-input',
      });
    }
  });

  test('tables that no run of ours wrote are safe from export, and in the way of run', async () => {
    await run('one');
    await rm(join(root, 'out', 'rl_insight_run.json'));
    const before = await content(['spans.arrow']);
    await run('out', { command: 'export', keys: tables });
    await run('out', { command: 'export', keys: tables });
    await run('out', { command: 'visualize', keys: tables });
    expect(await content(['spans.arrow'])).toEqual(before);
    await expect(run('out', { keys: tables })).rejects.toMatchObject({ code: 'output-is-input' });
  });

  test('what has to stay is never written over', async () => {
    const staging = await OutputStaging.open(join(root, 'out'));
    await staging.write('a.arrow', 'other');
    await expect(staging.commit({}, ['a.arrow'])).rejects.toMatchObject({
      code: 'output-is-input',
    });
    await staging.discard();
    expect(await files()).toEqual([]);
  });

  test('work that fails leaves the folder as it was', async () => {
    const out = join(root, 'out');
    const listeners = process.listeners('exit');
    await OutputStaging.use(out, async (staging) => {
      await staging.write('a.txt', 'first');
      await staging.commit({ run_id: 'one' });
    });
    const before = await files();
    const failing = OutputStaging.use(out, async (staging) => {
      await staging.write('a.txt', 'second');
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    expect(await files()).toEqual(before);
    expect(await readFile(join(out, 'a.txt'), 'utf8')).toBe('first');
    expect(process.listeners('exit')).toEqual(listeners);
  });

  test('beside its input a run may write', async () => {
    await run('one', { keys: { 'output.path': join(root, 'out', 'tables') } });
    const before = await content(['tables/spans.arrow']);
    await run('out/tables', { keys: tables });
    expect(await content(['tables/spans.arrow'])).toEqual(before);
    expect(await files()).toContain('spans.arrow');
  });
});

describe('what cannot be read', () => {
  test('is told, and the rest goes on', async () => {
    const { result, report } = await run('broken');
    expect(result.sets.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(report.failures.map(({ subject }) => subject)).toEqual(['b']);
  });

  test('a set that fails its check does not take the others with it', async () => {
    const { result, report } = await run('half');
    expect(result.sets.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(report.failures).toMatchObject([{ subject: 'c', error: { code: 'invalid' } }]);
  });

  test('when nothing is left, every failure is in the error', async () => {
    await expect(run('bad')).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/a: a span has.*\n.*b: a span has.*\n.*c: a span has/),
    });
  });

  test('a path that is not there', async () => {
    await expect(run('nowhere')).rejects.toMatchObject({ code: 'input-missing', exitCode: 3 });
    if (process.platform !== 'win32') {
      const device = { code: 'input-no-file', exitCode: 3 };
      await symlink('/dev/null', join(root, 'device'));
      await expect(run('device')).rejects.toMatchObject(device);
    }
  });

  test('no tables where only tables are read', async () => {
    await expect(
      run('one', { command: 'visualize', keys: { 'timeline.parser.type': null } }),
    ).rejects.toMatchObject({
      code: 'input-not-tables',
    });
  });
});
