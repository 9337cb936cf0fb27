import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Captures, runExamplesIn } from '@rl-insight/tools';
import { beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE } from '../command.js';
import { wrongContents } from './contents.js';
import { publintFindings, typeFindings } from './linters.js';
import { npm } from './npm.js';
import { type PackedPackage, packAll } from './pack.js';
import { publicPackages } from './packages.js';
import { type Registry, startRegistry } from './registry.js';

/** The samples that examples of READMEs read, where it is not that of Ascend. */
const CAPTURES: Readonly<Record<string, Captures>> = {
  '@rl-insight/parser-memory-nsys': { export: 'nsys-export' },
  '@rl-insight/parser-memory-rmm': { logs: 'rmm-logs' },
};
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

const inFolder = (cwd: string) => ({ cwd, home, registry: registry.url });

/** Installs packages into a new folder: ours from their tarballs, what they need from the registry. */
async function install(wanted: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(home, 'user-'));
  // Without it npm takes the next folder above that has one.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const specs = wanted.map((name) => (names.includes(name) ? packageOf(name).tarball : name));
  await npm('npm', ['install', '--no-save', ...specs], inFolder(folder));
  return folder;
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

describe.concurrent('installed by npm in an empty folder', () => {
  test.for(names)('%s does what its README says', { timeout: 300_000 }, async (name) => {
    const { manifest, folder: source } = packageOf(name);
    const readme = await readFile(join(source, 'README.md'), 'utf8');
    const told = INSTALL.exec(readme)?.groups?.names.split(' ') ?? [];
    const imported = [...readme.matchAll(IMPORTED)].map(({ groups }) => groups?.name ?? '');
    expect(imported.filter((one) => !one.startsWith('node:') && !told.includes(one))).toEqual([]);

    const folder = await install(told);
    const { promised, printed } = await runExamplesIn(folder, readme, CAPTURES[name]);
    expect(printed).toBe(promised);

    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const links = entries.filter((entry) => entry.isSymbolicLink());
    expect(links.filter(({ parentPath }) => !parentPath.endsWith('.bin'))).toEqual([]);

    const subpaths = Object.keys(manifest.exports ?? {});
    const imports = subpaths.map((subpath) => `await import('${name}${subpath.slice(1)}');\n`);
    const example = ['```js', ...imports, "console.log('all there');", '```', '', 'prints', '', ''];
    const text = `${example.join('\n')}\`\`\`text\nall there\n\`\`\``;
    expect((await runExamplesIn(folder, text, {})).printed).toBe('all there\n');
    if (manifest.bin !== undefined) await useCommand(folder);
    await rm(folder, { recursive: true, force: true });
  });
});

async function useCommand(folder: string): Promise<void> {
  const words = [SAMPLE, 'memory.parser.type=memory'];
  const summary = await npm('npx', ['rl-insight', 'summary', ...words], inFolder(folder));
  expect(summary).toContain('peak');
  const run = ['rl-insight', 'run', ...words, 'output.path=pages', 'runtime.workers=2'];
  expect(await npm('npx', run, inFolder(folder))).toBe(`${join(folder, 'pages', 'index.html')}\n`);
  expect(await readdir(join(folder, 'pages', 'assets'))).toContain('plotly.min.js');
}
