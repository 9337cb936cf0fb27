import { loadPlugins, type Plugin, PluginRegistry } from '@rl-insight/core';
import { composeSchema, resolveConfig } from '@rl-insight/core/config';
import { EXIT, isRlInsightError, RlInsightError } from '@rl-insight/core/errors';
import { builtinPlugins } from './builtins.js';
import { foreignPlugins } from './project.js';

export interface PluginRequest {
  /** Packages or paths, as `plugins` has them. */
  readonly names: readonly string[];
  /** Whether to look for plugins in the project's `package.json`. */
  readonly discover: boolean;
  readonly cwd: string;
}

/** The plugins that are at hand, and why others are not. */
export interface Plugins {
  readonly registry: PluginRegistry;
  readonly failures: readonly RlInsightError[];
}

/**
 * Loads what comes with the command, what is asked for, and what the project has. A plugin of the
 * same package as one that comes with the command takes its place, so that a project can have
 * another version of it. One that fails is told, and the others work without it.
 */
export async function loadAllPlugins(request: PluginRequest): Promise<Plugins> {
  const builtins = await builtinPlugins();
  const { plugins: extras, failures } = await extraPlugins(request, builtins);
  const told = [...failures];
  const registry = new PluginRegistry();
  const add = async (plugin: Plugin): Promise<boolean> => {
    try {
      registry.add(plugin);
      return true;
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      told.push(error);
      return false;
    }
  };
  const rest = new Set(extras);
  for (const builtin of builtins) {
    const own = extras.find(({ descriptor }) => descriptor.name === builtin.descriptor.name);
    if (own !== undefined) rest.delete(own);
    if (own === undefined || !(await add(own))) registry.add(builtin);
  }
  for (const plugin of rest) await add(plugin);
  return { registry, failures: told };
}

/** Plugins of others: those that are asked for by name first. */
async function extraPlugins({ names, discover, cwd }: PluginRequest, builtins: readonly Plugin[]) {
  const project = discover ? foreignPlugins(cwd, builtins) : undefined;
  const found = (project?.plugins ?? []).filter(({ load }) => !names.includes(load));
  const asked = await loadPlugins(names, cwd);
  const own = await loadPlugins(
    found.map(({ load }) => load),
    project?.folder ?? cwd,
  );
  const failures = [...asked.failures, ...(project?.failures ?? []), ...own.failures];
  const plugins: Plugin[] = [];
  for (const plugin of [...asked.plugins, ...own.plugins]) {
    // The same module may be named in two ways.
    if (plugins.some(({ descriptor }) => descriptor === plugin.descriptor)) continue;
    const problem = await schemaProblem(plugin);
    if (problem === undefined) plugins.push(plugin);
    else failures.push(problem);
  }
  return { plugins, failures };
}

/** A schema that is wrong, or refuses its own default, would make every configuration wrong. */
async function schemaProblem({ descriptor }: Plugin): Promise<RlInsightError | undefined> {
  if (!Array.isArray(descriptor.config) || descriptor.config.length === 0) return undefined;
  try {
    await resolveConfig({ schema: composeSchema(descriptor.config), inferPreset: false });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return new RlInsightError({
      code: 'plugin-invalid',
      exitCode: EXIT.usage,
      message: `The configuration keys of the plugin ${descriptor.name} are wrong: ${error.message}.`,
      remedy: 'Mend their JSON Schema, or install another version of the plugin.',
      cause: error,
    });
  }
}
