import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type NpmOptions, npm } from './npm.js';

const PARSERS = { 'lines-ts': 'ts', 'lines-js': 'js' } as const;
const VISUALIZERS = { 'page-ts': 'ts', 'page-js': 'js' } as const;

/**
 * Has `npm create` make a parser and a visualizer in each language, installs each by itself, builds and
 * tests it, and runs `rl-insight` over a sample with a parser of one language and a visualizer of the other.
 */
export async function createdPlugins(options: NpmOptions): Promise<void> {
  const cwd = join(await realpath(options.cwd), '..', 'created');
  await mkdir(cwd);
  const there: NpmOptions = { ...options, cwd };
  for (const [kind, plugins] of [
    ['parser', PARSERS],
    ['visualizer', VISUALIZERS],
  ] as const) {
    for (const [name, language] of Object.entries(plugins)) {
      await createOne(name, kind, language, there);
    }
  }
  await runTogether('lines-ts', 'page-js', there);
  await runTogether('lines-js', 'page-ts', there);
}

async function createOne(
  name: string,
  kind: string,
  language: string,
  there: NpmOptions,
): Promise<void> {
  const words = ['create', '--yes', 'rl-insight-plugin', name];
  await npm('npm', [...words, '--', '--kind', kind, '--language', language], there);
  const inside = { ...there, cwd: join(there.cwd, name) };
  await npm('npm', ['install', '--prefer-offline'], inside);
  const told = await npm('npm', ['test'], inside);
  expect(told).toMatch(/^[#\u2139] fail 0$/m);
  expect(told).not.toMatch(/^[#\u2139] pass 0$/m);
}

/** Where the module of a plugin is. */
const moduleOf = (name: string) => `./${name}/${name.endsWith('-ts') ? 'dist' : 'src'}/plugin.js`;

async function runTogether(parser: string, visualizer: string, there: NpmOptions): Promise<void> {
  const [parserType, visualizerType] = [parser, visualizer].map((name) => name.replace('-', '_'));
  const output = `output-${parser}`;
  // The command of one of the projects: there is none beside them.
  const bin = `./${parser}/node_modules/.bin/rl-insight`;
  const words = [
    'run',
    `${parser}/sample/blocks.csv`,
    `plugins=[${moduleOf(parser)},${moduleOf(visualizer)}]`,
    `memory.parser.type=${parserType}`,
    `memory.visualizer.type=${visualizerType}`,
    `output.path=${output}`,
  ];
  const entry = await npm('npx', ['--no', bin, ...words], there);
  expect(entry).toBe(`${join(there.cwd, output, `${visualizerType}.html`)}\n`);
  expect(await readFile(entry.trim(), 'utf8')).toContain('<td>aten::matmul<td');
}
