import { isRlInsightError, type RlInsightError } from '../errors/error.js';
import { importModule } from '../module/import-module.js';
import { locateModule } from '../module/locate.js';
import type { Plugin } from './descriptor.js';
import { pluginErrors } from './errors.js';

/** A module that waits for something when it is imported would hold up the command for ever, ms. */
const IMPORT_LIMIT_MS = 30_000;

/**
 * Imports the plugin that `name` means: a path (absolute, beginning with `.`, or a URL) of a module
 * or of a package's folder, or a package as it would be found from `cwd`. Of a package it is
 * `<package>/plugin` where it exports that, else its main module. The module exports a plugin's
 * `descriptor` and `register`, by themselves or as its default export; it may be TypeScript.
 *
 * @param limitMs how long importing may take
 * @throws RlInsightError when it cannot be imported or exports no plugin.
 */
export async function loadPlugin(
  name: string,
  cwd: string,
  limitMs = IMPORT_LIMIT_MS,
): Promise<Plugin> {
  let url: string;
  try {
    url = locateModule(name, cwd);
  } catch (error) {
    throw pluginErrors.notFound(name, cwd, error);
  }
  let module: Record<string, unknown>;
  try {
    module = await within(limitMs, importModule(url));
  } catch (error) {
    throw pluginErrors.notImported(name, url, error);
  }
  const plugin = module.descriptor === undefined ? module.default : module;
  if (!isPlugin(plugin)) {
    throw pluginErrors.notAPlugin(name, 'it exports no descriptor and register function');
  }
  return plugin;
}

function isPlugin(value: unknown): value is Plugin {
  const { descriptor, register } = (value ?? {}) as Partial<Plugin>;
  return descriptor !== undefined && typeof register === 'function';
}

async function within<T>(limitMs: number, imported: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = `it is still being imported after ${limitMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(text)), limitMs);
  });
  try {
    return await Promise.race([imported, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What became of the plugins that were asked for. */
export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  readonly failures: readonly RlInsightError[];
}

/** Loads what can be loaded, in the order of the names; one that fails stops no other. */
export async function loadPlugins(names: readonly string[], cwd: string): Promise<LoadedPlugins> {
  const outcomes = await Promise.allSettled(names.map((name) => loadPlugin(name, cwd)));
  const plugins: Plugin[] = [];
  const failures: RlInsightError[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') plugins.push(outcome.value);
    else if (isRlInsightError(outcome.reason)) failures.push(outcome.reason);
    else throw outcome.reason;
  }
  return { plugins, failures };
}
