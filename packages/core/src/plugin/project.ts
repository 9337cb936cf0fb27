import { join } from 'node:path';
import type { RlInsightError } from '../errors/error.js';
import { foldersUp, type PackageManifest, packageFolder, readManifest } from '../module/locate.js';
import { pluginErrors } from './errors.js';

/** What a package has among its keywords to be found as a plugin. */
export const PLUGIN_KEYWORD = 'rl-insight-plugin';

/** A plugin that a project has installed, or is. */
export interface ProjectPlugin {
  /** Of the package. */
  readonly name: string;
  readonly version: string;
  /** What {@link loadPlugin} takes, with {@link ProjectPlugins.folder}: the package, or a folder. */
  readonly load: string;
}

export interface ProjectPlugins {
  /** Where the project's manifest lies; undefined where there is no project. */
  readonly folder: string | undefined;
  readonly plugins: readonly ProjectPlugin[];
  readonly failures: readonly RlInsightError[];
}

/**
 * The plugins of the project that `cwd` is in, as its `package.json` tells: packages it depends on
 * that have the keyword `rl-insight-plugin`, and the project itself where it has it. Nothing is
 * imported. A manifest that cannot be read is a failure; a package that is not installed is none, as
 * it may be for another machine.
 */
export function projectPlugins(cwd: string): ProjectPlugins {
  const failures: RlInsightError[] = [];
  const read = (folder: string): PackageManifest | undefined => {
    try {
      return readManifest(folder);
    } catch (error) {
      failures.push(pluginErrors.manifestUnreadable(join(folder, 'package.json'), error));
      return undefined;
    }
  };
  for (const folder of foldersUp(cwd)) {
    const before = failures.length;
    const manifest = read(folder);
    if (manifest === undefined && failures.length === before) continue;
    const own = pluginOf(manifest, folder);
    const needed = neededBy(manifest).flatMap((name) => {
      const place = packageFolder(name, folder);
      return place === undefined ? [] : pluginOf(read(place), name);
    });
    return { folder, plugins: [...own, ...needed], failures };
  }
  return { folder: undefined, plugins: [], failures };
}

function neededBy(manifest: PackageManifest = {}): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies };
  return Object.keys(all).sort();
}

function pluginOf(manifest: PackageManifest | undefined, load: string): ProjectPlugin[] {
  const { keywords, name = load, version = '' } = manifest ?? {};
  const isMarked = Array.isArray(keywords) && keywords.includes(PLUGIN_KEYWORD);
  return isMarked ? [{ name, version, load }] : [];
}
