import type { PluginDescriptor } from '@rl-insight/core';
import { builtinPlugins } from './builtins.js';
import { foreignPlugins } from './project.js';

/**
 * What the plugins say of themselves that come with the command, and those of the project, for help
 * and completion. Why one is not loaded a run tells.
 */
export async function knownDescriptors(): Promise<readonly PluginDescriptor[]> {
  const cwd = process.cwd();
  const builtins = await builtinPlugins();
  // Without any, neither needs the container.
  if (foreignPlugins(cwd, builtins).plugins.length === 0) {
    return builtins.map(({ descriptor }) => descriptor);
  }
  const { loadAllPlugins } = await import('./plugins.js');
  return (await loadAllPlugins({ names: [], discover: true, cwd })).registry.plugins;
}
