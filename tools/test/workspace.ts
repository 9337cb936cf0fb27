import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What new packages use. */
const PACKAGES = [
  'checker',
  'core',
  'create-rl-insight-plugin',
  'memory-contract',
  'plugin-testing',
];
/** What generating reads and writes, and what the packages' tools need. */
const COPIED = [
  '.gitignore',
  'LICENSE',
  'biome.json',
  'nx.json',
  'package.json',
  'tsconfig.base.json',
  'vitest.shared.ts',
  'docs/architecture.md',
  'packages/cli/package.json',
  'packages/cli/tsconfig.json',
  'packages/cli/src/config/builtins.ts',
  'tools/package.json',
  'tools/generators.json',
  'tools/dist',
  'tools/src/plugin-generator/schema.json',
  'tools/bin/sweep-dist.mjs',
  // Biome does not follow links out of a workspace: packages are copied as they are published.
  ...PACKAGES.flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/dist`]),
  ...['core', 'memory-contract'].flatMap((name) => [
    `packages/${name}/tsconfig.json`,
    `packages/${name}/src`,
  ]),
  'packages/create-rl-insight-plugin/templates',
  'packages/parser-memory-exec/package.json',
];

/** A copy of what of this repository a new package needs; the rest of it is linked. */
export class Workspace {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<Workspace> {
    const root = await mkdtemp(join(tmpdir(), 'rl-insight-workspace-'));
    // With their times, by which the compiler knows what is built.
    const options = { recursive: true, preserveTimestamps: true };
    for (const path of COPIED) await cp(join(ROOT, path), join(root, path), options);
    const workspace = new Workspace(root);
    await workspace.#install();
    return workspace;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  /** Links a package of the workspace, as `npm install` does. */
  async linkPackage(folder: string): Promise<void> {
    const from = join(this.root, 'packages', folder);
    const { name } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
    await link(from, join(this.root, 'node_modules', name));
  }

  /** Runs a program of Node, such as `nx`, below a folder; it has to end well. */
  async run(program: string, args: readonly string[], folder = ''): Promise<string> {
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
    const script = join(this.root, 'node_modules', program);
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: join(this.root, folder),
      env: { ...env, NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1' },
      maxBuffer: 2 ** 24,
    });
    return stdout;
  }

  async #install(): Promise<void> {
    const modules = join(this.root, 'node_modules');
    await mkdir(join(modules, '@rl-insight'), { recursive: true });
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (name === '@rl-insight' || PACKAGES.includes(name)) continue;
      await link(join(ROOT, 'node_modules', name), join(modules, name));
    }
    for (const name of PACKAGES) await this.linkPackage(name);
    await link(join(this.root, 'tools'), join(modules, '@rl-insight', 'tools'));
  }
}

async function link(from: string, to: string): Promise<void> {
  await symlink(from, to, 'junction');
}
