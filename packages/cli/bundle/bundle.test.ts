import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readTableFile } from '@rl-insight/core/tables';
import { describe, expect, test } from 'vitest';
import { emptyFolder, filesBelow, rlInsight, SAMPLE } from '../test/command.js';
import { installCopies } from '../test/copies.js';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const BUNDLE = join(PACKAGE, 'dist', 'bundle');
const PARSE = ['parse', SAMPLE, 'memory.parser.type=memory', 'runtime.workers=1'];
const run = promisify(execFile);

/** Text that only the code of a library, or of a part of ours, has. */
const MARKS = {
  arrow: 'apache-arrow/RecordBatch',
  container: 'tsyringe requires a reflect polyfill',
  ajv: 'json-schema.org/draft-07/schema',
  yaml: 'tag:yaml.org,2002',
  pages: 'rlInsightWindow',
  commandLine: 'Not enough non-option arguments',
} as const;
type Mark = keyof typeof MARKS;

async function chunks(): Promise<Map<string, string>> {
  const names = (await readdir(BUNDLE)).filter((name) => name.endsWith('.js'));
  const read = async (name: string) => [name, await readFile(join(BUNDLE, name), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** The marks in the files of the bundle that a command line loads. */
async function loaded(args: readonly string[]): Promise<{ files: number; marks: Mark[] }> {
  const coverage = await emptyFolder();
  await rlInsight(args, { env: { NODE_V8_COVERAGE: coverage } });
  const [report] = await readdir(coverage);
  const { result } = JSON.parse(await readFile(join(coverage, report), 'utf8'));
  const texts = await chunks();
  const used = (result as { url: string }[]).flatMap(({ url }) => texts.get(basename(url)) ?? []);
  const marks = (Object.keys(MARKS) as Mark[]).filter((mark) =>
    used.some((text) => text.includes(MARKS[mark])),
  );
  return { files: used.length, marks };
}

describe('a command loads what it needs', () => {
  test('each mark is in the bundle, so that its absence tells something', async () => {
    const texts = [...(await chunks()).values()];
    for (const mark of Object.values(MARKS)) {
      expect(texts.filter((text) => text.includes(mark)).length, mark).toBeGreaterThan(0);
    }
  });

  test('--help: neither Arrow nor the container', async () => {
    const { files, marks } = await loaded(['--help']);
    expect(marks).toEqual(['commandLine']);
    // Each plugin is one of them.
    expect(files).toBeLessThan(34);
  });

  test('parse: what draws pages is not among it', async () => {
    const { marks } = await loaded([...PARSE, `output.path=${await emptyFolder()}`]);
    expect(marks).toContain('arrow');
    expect(marks).not.toContain('pages');
  });
});

describe('the bundle', () => {
  test('uses nothing of others but what the package depends on', async () => {
    const { dependencies } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
    const imports = /(?:^|[;}])(?:import|export)\b[^;"'`]*?["'`]([^"'`]+)["'`]/gm;
    const texts = [...(await chunks()).values()];
    const names = texts.flatMap((text) => [...text.matchAll(imports)].map(([, name]) => name));
    const others = names.filter((name) => !name.startsWith('.') && !isBuiltin(name));
    expect(names.length).toBeGreaterThan(50);
    expect(others.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  });

  test('names the package that made a table, not the command', async () => {
    const out = await emptyFolder();
    await rlInsight([...PARSE, 'input.rank_list=0', `output.path=${out}`]);
    const [table] = (await filesBelow(out)).filter((file) => file.endsWith('summary.arrow'));
    const contract = { name: 'memory_summary', version: '1', meaning: '', columns: [] };
    const { header } = await readTableFile(join(out, table), [contract]);
    expect(header.producer).toMatch(/^@rl-insight\/parser-memory@\d+\.\d+\.\d+$/);
  });

  test('keeps the names of functions, for stack traces', async () => {
    const { stderr } = await rlInsight(['plugins', 'plugins=[./none.js]', '--debug']);
    expect(stderr).toMatch(/at (?:async )?loadPlugin /);
    expect(stderr).toMatch(/at (?:async )?setUp /);
  });
});

describe('the package, as npm packs it', () => {
  async function unpack(): Promise<string> {
    const folder = await emptyFolder();
    const [npm, tar] = process.platform === 'win32' ? ['npm.cmd', 'tar.exe'] : ['npm', 'tar'];
    const { stdout } = await run(npm, ['pack', '--json', '--pack-destination', folder], {
      cwd: PACKAGE,
    });
    const [{ filename }] = JSON.parse(stdout);
    await run(tar, ['-xzf', filename], { cwd: folder });
    return join(folder, 'package');
  }

  test('has the licences of what is in it', async () => {
    const folder = await unpack();
    const text = await readFile(join(folder, 'dist/bundle/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const named = [...text.matchAll(/^-{80}\n(\S+) \d+\.\d+\.\d+ \((\S+)\)$/gm)];
    expect(named.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['ajv', 'apache-arrow', 'flatbuffers', 'tsyringe', 'yaml', 'yargs']),
    );
    expect(text).toContain('Apache Arrow JavaScript');
    expect(await filesBelow(join(folder, 'dist/bundle'))).toEqual(
      expect.arrayContaining(['visualizer-memory-html.assets/plotly.LICENSE.txt']),
    );
  });

  test('draws pages where nothing else is installed than what starts threads', async () => {
    const [folder, out] = [await unpack(), await emptyFolder()];
    await installCopies(folder, ['piscina', 'node-sqlite3-wasm']);
    const { code, stdout, stderr } = await rlInsight(
      [SAMPLE, 'memory.parser.type=memory', 'runtime.workers=2', `output.path=${out}`],
      { bin: join(folder, 'bin', 'rl-insight.js') },
    );
    expect(stderr).not.toContain('error');
    expect([code, stdout]).toEqual([0, `${join(out, 'index.html')}\n`]);
    expect(await filesBelow(out)).toContain('assets/plotly.min.js');
  });
});
