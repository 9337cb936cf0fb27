import { cp, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** What of a package runs. */
const RUNS = /\.(?:[cm]?js|json|wasm)$/;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

async function manifestOf(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Where a package lies that one in `folder` uses. */
async function locate(name: string, folder: string): Promise<string> {
  for (const place of createRequire(join(folder, 'x.js')).resolve.paths(name) ?? []) {
    if ((await manifestOf(join(place, name))) !== undefined) return join(place, name);
  }
  throw new Error(`${folder} has no ${name}`);
}

/**
 * Copies packages and all that they depend on into `<folder>/node_modules`, as an installation
 * would: no links, nothing shared with this repository.
 */
export async function installCopies(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await install(name, ROOT, folder, folder);
}

async function install(name: string, user: string, top: string, own: string): Promise<void> {
  const from = await locate(name, user);
  const { version, dependencies = {} } = (await manifestOf(from)) as Manifest;
  const shared = join(top, 'node_modules', name);
  const there = await manifestOf(shared);
  if (there?.version === version) return;
  // Another version of it is there already: this one is its user's own.
  const to = there === undefined ? shared : join(own, 'node_modules', name);
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const inside = relative(from, path);
      if (inside.split(/[\\/]/).includes('node_modules')) return false;
      return !/\.[^.\\/]+$/.test(inside) || RUNS.test(inside) || inside === '';
    },
  });
  for (const needed of Object.keys(dependencies)) {
    if (!needed.startsWith('@types/')) await install(needed, from, top, to);
  }
}
