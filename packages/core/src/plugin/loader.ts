import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from './descriptor.js';
import { pluginErrors } from './errors.js';

/**
 * Imports the plugin that `name` means: a path (absolute, or beginning with `.`), or a package as
 * it would be found from `cwd`.
 *
 * @throws RlInsightError when it cannot be imported or exports no plugin.
 */
export async function loadPlugin(name: string, cwd: string): Promise<Plugin> {
  let module: Partial<Plugin> & { default?: Partial<Plugin> };
  try {
    module = await import(pathToFileURL(locate(name, cwd)).href);
  } catch (error) {
    throw pluginErrors.cannotLoad(name, error);
  }
  const plugin = module.descriptor === undefined ? module.default : module;
  if (plugin?.descriptor === undefined || typeof plugin.register !== 'function') {
    throw pluginErrors.notAPlugin(name, 'it exports no descriptor and register function');
  }
  return plugin as Plugin;
}

function locate(name: string, cwd: string): string {
  const require = createRequire(join(cwd, 'package.json'));
  const isPath = isAbsolute(name) || name.startsWith('.');
  return require.resolve(isPath ? resolve(cwd, name) : name);
}
