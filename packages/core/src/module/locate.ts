import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolve } from 'import-meta-resolve';

/** The part of a manifest that tells what a package is. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly keywords?: readonly string[];
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * The manifest in a folder; undefined where there is none.
 *
 * @throws SyntaxError when it is no JSON, an error of the file system when it cannot be read.
 */
export function readManifest(folder: string): PackageManifest | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw new SyntaxError('it is not an object');
  }
  return manifest;
}

/** A folder and all those above it. */
export function* foldersUp(folder: string): Generator<string> {
  let at = resolvePath(folder);
  while (true) {
    yield at;
    if (dirname(at) === at) return;
    at = dirname(at);
  }
}

/** Where a package is installed for what lies in `folder`; undefined where it is not. */
export function packageFolder(name: string, folder: string): string | undefined {
  for (const place of foldersUp(folder)) {
    const candidate = join(place, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

/** Whether a plugin is named by where it lies: an absolute path, one that begins with `.`, or a URL. */
export function isPath(name: string): boolean {
  return isAbsolute(name) || name.startsWith('.') || name.startsWith('file:');
}

/**
 * The URL of the module that `name` means, for a command that runs in `cwd`: a file, a folder with a
 * package, or a package. Of a package it is `<package>/plugin` where it exports that, else its main
 * module.
 *
 * @throws an error of Node's resolution, or of the file system, when there is none.
 */
export function locateModule(name: string, cwd: string): string {
  const from = pathToFileURL(join(cwd, 'package.json')).href;
  if (!isPath(name)) return locatePackage(name, from);
  const url = name.startsWith('file:') ? new URL(name) : pathToFileURL(resolvePath(cwd, name));
  const stats = statSync(url);
  return stats.isDirectory() ? locateFolder(fileURLToPath(url)) : url.href;
}

function locateFolder(folder: string): string {
  const from = pathToFileURL(join(folder, 'package.json')).href;
  const { name, exports } = readManifest(folder) ?? {};
  // By its own name a package finds what it exports.
  if (name !== undefined && exports !== undefined) return locatePackage(name, from);
  return pathToFileURL(createRequire(from).resolve(folder)).href;
}

function locatePackage(name: string, from: string): string {
  const isWhole = name.split('/').length === (name.startsWith('@') ? 2 : 1);
  if (!isWhole) return resolve(name, from);
  return pluginOf(name, from) ?? resolve(name, from);
}

/** Without `exports` any file of a package can be named, so that one that is not there is found, too. */
function pluginOf(name: string, from: string): string | undefined {
  try {
    const url = resolve(`${name}/plugin`, from);
    return existsSync(fileURLToPath(url)) ? url : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || code === 'ERR_MODULE_NOT_FOUND') {
      return undefined;
    }
    throw error;
  }
}
