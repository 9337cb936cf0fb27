import { pathToFileURL } from 'node:url';
import type { Plugin } from '@rl-insight/core';
import { Nonconformity } from './nonconformity.js';

/** What all suites ask of an author. */
export interface PluginSubject {
  /**
   * The built module that exports `descriptor` and `register`: a file URL, e.g.
   * `new URL('./plugin.js', import.meta.url)`, or an absolute path. It is imported here and in
   * processes of its own.
   */
  readonly module: URL | string;
  /** The part of its id behind the last dot. */
  readonly type: string;
  /** The part of its id before the first dot; `memory` unless given. */
  readonly domain?: string;
  /** Values of configuration keys, by dotted key. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Longest that a case may take, ms. */
  readonly timeoutMs?: number;
}

/** URL of the module to import. */
export function moduleUrl({ module }: Pick<PluginSubject, 'module'>): string {
  const text = String(module);
  return /^[a-z]{2,}:/i.test(text) ? text : pathToFileURL(text).href;
}

/**
 * The plugin that a module exports, by itself or as its default.
 *
 * @throws Nonconformity when it cannot be imported or exports none.
 */
export async function importPlugin(url: string): Promise<Plugin> {
  let module: Partial<Plugin> & { readonly default?: Partial<Plugin> };
  try {
    module = await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new Nonconformity({
      problem: 'The module cannot be imported',
      where: { file: url },
      found: cause,
      remedy: 'Build it first, and give the URL of what was built.',
      cause,
    });
  }
  const plugin = module.descriptor === undefined ? module.default : module;
  if (plugin?.descriptor === undefined || typeof plugin.register !== 'function') {
    throw new Nonconformity({
      problem: 'The module exports no plugin',
      where: { file: url },
      found: Object.keys(module),
      expected: ['descriptor', 'register'],
      remedy: 'Export a descriptor and a function register(container).',
    });
  }
  return plugin as Plugin;
}
