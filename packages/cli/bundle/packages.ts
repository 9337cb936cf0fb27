import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package that modules of the bundle are from. */
export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as its manifest has it. */
  readonly license: string;
  readonly folder: string;
}

const known = new Map<string, SourcePackage | undefined>();

function manifestIn(folder: string): Partial<SourcePackage> {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}

function findAt(folder: string): SourcePackage | undefined {
  const { name, version, license = '' } = manifestIn(folder);
  // A manifest without a version, as in `dist/esm`, only tells the kind of modules.
  if (name !== undefined && version !== undefined) return { name, version, license, folder };
  const above = dirname(folder);
  return above === folder ? undefined : packageAt(above);
}

function packageAt(folder: string): SourcePackage | undefined {
  if (!known.has(folder)) known.set(folder, findAt(folder));
  return known.get(folder);
}

/** The package of a module; undefined for what the bundler makes itself. */
export function packageOf(module: string): SourcePackage | undefined {
  return module.startsWith('\0') ? undefined : packageAt(dirname(module));
}

/** Whether a package is one of this repository. */
export function isOurs({ name }: SourcePackage): boolean {
  return name === 'rl-insight' || name.startsWith('@rl-insight/');
}
