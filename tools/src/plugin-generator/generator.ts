import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { KINDS, type Kind, pluginNames, sourceFiles } from 'create-rl-insight-plugin';
import { ENTRIES } from './entries.js';
import { conformanceTest, type PackageRequest, packageFiles } from './package-files.js';

/** What of Nx's tree of files is needed; paths are relative to the root of the repository. */
export interface Tree {
  readonly root: string;
  read(path: string, encoding: 'utf8'): string | null;
  write(path: string, content: string): void;
  exists(path: string): boolean;
}

export interface PluginOptions {
  /** Folder of the package: kind, domain and type, as in `parser-memory-heap`. */
  readonly name: string;
  readonly kind?: Kind;
}

/** What of a type is told by the folder: `heap_log` of `parser-memory-heap-log`. */
const FOLDER = /^(?<kind>[a-z]+)-memory-(?<type>.+)$/;

/**
 * Makes a package for a plugin of this repository, and names it where all packages are named.
 *
 * @returns what Nx does when all files are written: they are formatted.
 * @throws Error when the folder is there, or its name does not tell what the plugin is.
 */
export default async function pluginGenerator(
  tree: Tree,
  options: PluginOptions,
): Promise<() => void> {
  const request = requestOf(tree, options);
  const { folder, kind, names } = request;
  const base = `packages/${folder}`;
  if (tree.exists(base)) throw new Error(`${base} is there already: choose another name.`);
  for (const [path, text] of packageFiles(request)) tree.write(`${base}/${path}`, text);
  for (const [file, text] of await sourceFiles(kind, 'ts', names)) {
    const isTest = file === 'conformance.test.ts';
    tree.write(`${base}/src/${file}`, isTest ? conformanceTest(text) : text);
  }
  if (kind === 'parser') tree.write(`${base}/sample/blocks.csv`, SAMPLE);
  tree.write(`${base}/LICENSE`, read(tree, 'LICENSE'));
  for (const [path, entry] of Object.entries(ENTRIES)) {
    tree.write(path, entry(read(tree, path), request));
  }
  return () => format(tree.root, [base, ...Object.keys(ENTRIES)]);
}

const SAMPLE = `name,bytes,start_ns,end_ns
aten::empty,2097152,1779785515596661420,1779785515599661420
aten::add,524288,1779785515597661420,
`;

function requestOf(tree: Tree, { name, kind: given }: PluginOptions): PackageRequest {
  const { kind: told, type = '' } = FOLDER.exec(name)?.groups ?? {};
  const kind = KINDS.find((known) => known === (given ?? told));
  if (kind === undefined || kind !== told) {
    throw new Error(
      `${name} is no folder of a ${given ?? 'plugin'}: name it such as ${given ?? 'parser'}-memory-heap.`,
    );
  }
  const core = JSON.parse(read(tree, 'packages/core/package.json'));
  return {
    folder: name,
    kind,
    names: { ...pluginNames(type), packageName: `@rl-insight/${name}` },
    version: core.version,
    arrowVersion: core.dependencies['apache-arrow'],
    nodeRange: core.engines.node,
  };
}

function read(tree: Tree, path: string): string {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`${path} is not there.`);
  return text;
}

/** As `npm run format` does, so that lint has nothing to say of what was made. */
function format(root: string, paths: readonly string[]): void {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const files = paths.filter((path) => !path.endsWith('.md'));
  const { status, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`what was made cannot be formatted: ${stderr}`);
}
