import type { Plugin } from '@rl-insight/core';
import { type ProjectPlugins, projectPlugins } from '@rl-insight/core/project';

/** The plugins of the project that `cwd` is in, but for those that come with the command as they are. */
export function foreignPlugins(cwd: string, builtins: readonly Plugin[]): ProjectPlugins {
  const known = new Set(builtins.map(({ descriptor: { name, version } }) => `${name}@${version}`));
  const project = projectPlugins(cwd);
  const plugins = project.plugins.filter(({ name, version }) => !known.has(`${name}@${version}`));
  return { ...project, plugins };
}
