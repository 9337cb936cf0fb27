import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readTableFile } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import { type Captures, runExamplesIn } from '@rl-insight/tools';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE } from '../command.js';
import { usedAlone } from './alone.js';
import { examplesOf, toldByBrowser, toldByNode } from './browser.js';
import { wrongContents } from './contents.js';
import { createdPlugins } from './created.js';
import { publintFindings, typeFindings } from './linters.js';
import { type NpmOptions, npm } from './npm.js';
import { type PackedPackage, packAll } from './pack.js';
import { publicPackages } from './packages.js';
import { type Registry, startRegistry } from './registry.js';

/** The samples that examples of READMEs read, where it is not that of Ascend. */
const CAPTURES: Readonly<Record<string, Captures>> = {
  '@rl-insight/parser-memory-exec': { 'exec-python': '../examples/exec-python' },
  '@rl-insight/parser-memory-nsys': { export: 'nsys-export' },
  '@rl-insight/parser-memory-torch': { snapshots: 'torch-snapshot' },
  '@rl-insight/parser-memory-rmm': { logs: 'rmm-logs' },
};
/** Four plugins are made, built and tested; a machine may do other things as well. */
const CREATED_MS = 300_000;
const INSTALL = /^npm install (?<names>.+)$/m;
const IMPORTED = /^import .*? from '(?<name>(?:@[^/']+\/)?[^/']+)/gm;

const names = publicPackages().map(({ name }) => name);
let home: string;
let packed: PackedPackage[];
let registry: Registry;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'rl-insight-packed-')));
  packed = await packAll(home);
  registry = await startRegistry(packed);
  return async () => {
    registry.close();
    await rm(home, { recursive: true, force: true });
  };
});

function packageOf(name: string): PackedPackage {
  return packed.find((candidate) => candidate.name === name) as PackedPackage;
}

describe.each(names)('the tarball of %s', (name) => {
  test('has what belongs in it and nothing else', () => {
    expect(wrongContents(packageOf(name))).toEqual([]);
  });

  test('passes publint', async () => {
    expect(await publintFindings(packageOf(name))).toEqual([]);
  });

  test('has types that are found as its modules are', async () => {
    expect(await typeFindings(packageOf(name))).toEqual([]);
  });
});

describe('installed by npm in an empty folder', () => {
  let user: string;
  let options: NpmOptions;

  beforeAll(async () => {
    user = join(home, 'user');
    await mkdir(user);
    // Without it npm takes the next folder above that has one.
    await writeFile(join(user, 'package.json'), '{ "private": true }\n');
    options = { cwd: user, home, registry: registry.url };
    await npm('npm', ['install', ...packed.map(({ tarball }) => tarball)], options);
  });

  test('nothing is linked to this repository', async () => {
    const entries = await readdir(user, { recursive: true, withFileTypes: true });
    const links = entries.filter((entry) => entry.isSymbolicLink());
    expect(links.filter(({ parentPath }) => basename(parentPath) !== '.bin')).toEqual([]);
  });

  test('the command tells of a sample and draws its pages', async () => {
    const words = [SAMPLE, 'memory.parser.type=memory'];
    const summary = await npm('npx', ['rl-insight', 'summary', ...words], options);
    expect(summary).toContain('peak');
    const run = ['rl-insight', 'run', ...words, 'output.path=pages', 'runtime.workers=2'];
    expect(await npm('npx', run, options)).toBe(`${join(user, 'pages', 'index.html')}\n`);
    expect(await readdir(join(user, 'pages', 'assets'))).toContain('plotly.min.js');
  });

  test(
    'plugins that npm create makes there build, conform, and run together',
    async () => {
      await createdPlugins(options);
    },
    CREATED_MS,
  );

  test.each(names)('%s by itself does what its README says', async (name) => {
    const { manifest, folder: source } = packageOf(name);
    const readme = await readFile(join(source, 'README.md'), 'utf8');
    const told = INSTALL.exec(readme)?.groups?.names.split(' ') ?? [];
    const imported = [...readme.matchAll(IMPORTED)].map(({ groups }) => groups?.name ?? '');
    expect(imported.filter((one) => !one.startsWith('node:') && !told.includes(one))).toEqual([]);
    await usedAlone(user, told, async (folder) => {
      const { promised, printed } = await runExamplesIn(folder, readme, CAPTURES[name]);
      expect(printed).toBe(promised);
    });
    const modules = Object.keys(manifest.exports ?? {}).map((path) => `${name}${path.slice(1)}`);
    await usedAlone(user, [name], (folder) => importEach(folder, modules));
  });

  test.each(['@rl-insight/trace-scan', '@rl-insight/memory-model'])(
    '%s does in a browser what it does in Node',
    async (name) => {
      const readme = join(packageOf(name).folder, 'README.md');
      const needed = INSTALL.exec(await readFile(readme, 'utf8'))?.groups?.names.split(' ') ?? [];
      await usedAlone(user, needed, async (folder) => {
        for (const example of await examplesOf(readme)) {
          const inNode = await toldByNode(folder, example);
          expect(inNode.split('\n').length).toBeGreaterThan(1);
          expect(await toldByBrowser(folder, example)).toBe(inNode);
        }
      });
    },
  );

  // The last one, since it changes what is installed.
  test('another version of one package takes the place of the one that came with the command', async () => {
    const name = '@rl-insight/parser-memory';
    const folder = join(home, 'another-version');
    await cp(join(user, 'node_modules', name), folder, { recursive: true });
    const manifest = { ...packageOf(name).manifest, version: '0.9.0' };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const packing = await npm('npm', ['pack', '--json', '--pack-destination', home], {
      ...options,
      cwd: folder,
    });
    const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(packing));
    await npm('npm', ['install', join(home, filename)], options);
    expect(await npm('npx', ['rl-insight', 'plugins'], options)).toContain(`${name}@0.9.0 `);
    const words = ['parse', SAMPLE, 'memory.parser.type=memory', 'input.rank_list=0'];
    const told = await npm('npx', ['rl-insight', ...words, 'output.path=swapped'], options);
    const [table] = told.split('\n').filter((file) => file.endsWith('memory_summary.arrow'));
    const { header } = await readTableFile(table, MEMORY_CONTRACTS);
    expect(header.producer).toBe(`${name}@0.9.0`);
  });
});

/** Fails with what Node says of the first module that cannot be imported in a folder. */
async function importEach(folder: string, modules: readonly string[]): Promise<void> {
  const code = modules.map((module) => `await import('${module}');\n`).join('');
  await writeFile(join(folder, 'import.mjs'), code);
  await promisify(execFile)(process.execPath, ['import.mjs'], { cwd: folder });
}
