import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type NpmOptions, npm } from './npm.js';

/** A plugin of each kind in each language, by its name. */
const PLUGINS: Readonly<Record<string, readonly [kind: string, language: string]>> = {
  'lines-ts': ['parser', 'ts'],
  'lines-js': ['parser', 'js'],
  'page-ts': ['visualizer', 'ts'],
  'page-js': ['visualizer', 'js'],
};

/**
 * Has `npm create` make parsers and visualizers, installs them by one call of npm, builds and tests
 * each, and runs `rl-insight` over a sample with a parser of one language and a visualizer of the other.
 */
export async function createdPlugins(options: NpmOptions): Promise<void> {
  const cwd = join(dirname(options.cwd), 'created');
  await mkdir(cwd);
  const there: NpmOptions = { ...options, cwd };
  for (const [name, [kind, language]] of Object.entries(PLUGINS)) {
    const words = ['create', '--yes', 'rl-insight-plugin', name, '--'];
    await npm('npm', [...words, '--kind', kind, '--language', language], there);
  }
  // As a user has them who writes several; an installation for each would take four times as long.
  const workspaces = Object.keys(PLUGINS);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, workspaces }));
  await npm('npm', ['install'], there);
  for (const name of workspaces) {
    const told = await npm('npm', ['test'], { ...there, cwd: join(cwd, name) });
    expect(told).toMatch(/^[#\u2139] fail 0$/m);
    expect(told).not.toMatch(/^[#\u2139] pass 0$/m);
  }
  await runTogether('lines-ts', 'page-js', there);
  await runTogether('lines-js', 'page-ts', there);
}

async function runTogether(parser: string, visualizer: string, there: NpmOptions): Promise<void> {
  const [parserType, visualizerType] = [parser, visualizer].map((name) => name.replace('-', '_'));
  const output = `output-${parser}`;
  const words = [
    'run',
    `${parser}/sample/blocks.csv`,
    `plugins=[${parser},${visualizer}]`,
    `memory.parser.type=${parserType}`,
    `memory.visualizer.type=${visualizerType}`,
    `output.path=${output}`,
  ];
  const entry = await npm('npx', ['rl-insight', ...words], there);
  expect(entry).toBe(`${join(there.cwd, output, `${visualizerType}.html`)}\n`);
  expect(await readFile(entry.trim(), 'utf8')).toContain('<td>aten::matmul<td');
}
