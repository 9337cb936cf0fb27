import { readFile } from 'node:fs/promises';
import { loadPlugin, type Plugin, PluginRegistry } from '@rl-insight/core';
import {
  type JsonSchema,
  type Presets,
  type ResolvedConfig,
  resolveConfig,
} from '@rl-insight/core/config';
import { builtinPlugins } from './builtins.js';
import { PRESETS } from './presets.js';
import { configSchema, PLUGIN_LIST_SCHEMA } from './schema.js';

/** Everything that a command needs to begin. */
export interface Setup {
  readonly registry: PluginRegistry;
  readonly schema: JsonSchema;
  readonly config: ResolvedConfig;
  /** The word before the first dot that this run is about. */
  readonly domain: string;
}

const request = (overrides: readonly string[], presets = PRESETS) => ({
  presets,
  overrides,
  readFile: (path: string) => readFile(path, 'utf8'),
  env: process.env,
  cwd: process.cwd(),
});

/** The plugins that the command line or a YAML file asks for besides the built-in ones. */
async function extraPlugins(overrides: readonly string[]): Promise<Plugin[]> {
  // Reading the configuration twice is needless where nothing can name a plugin.
  if (!overrides.some((word) => /^\+{0,2}(plugins|config_path)=/.test(word))) return [];
  const config = await resolveConfig({ ...request(overrides), schema: PLUGIN_LIST_SCHEMA });
  const names = config.get<readonly string[]>('plugins') ?? [];
  return Promise.all(names.map((name) => loadPlugin(name, process.cwd())));
}

/**
 * Loads plugins and resolves the configuration. `required` names the keys that the command needs,
 * given the domain and what is known of the configuration; `presets` are those of the command.
 *
 * @throws RlInsightError when a plugin or the configuration is wrong.
 */
export async function setUp(
  overrides: readonly string[],
  required: (domain: string, config: ResolvedConfig, registry: PluginRegistry) => Promise<string[]>,
  presets: Presets = PRESETS,
): Promise<Setup> {
  const registry = new PluginRegistry();
  for (const plugin of [...(await builtinPlugins()), ...(await extraPlugins(overrides))]) {
    registry.add(plugin);
  }
  const schema = configSchema(registry.plugins);
  const first = await resolveConfig({ ...request(overrides, presets), schema });
  const domain = domainOf(first, overrides, registry);
  const keys = await required(domain, first, registry);
  const isComplete = keys.every((key) => (first.get(key) ?? null) !== null);
  // Resolving again would find the same, and takes as long as reading a small capture.
  const config = isComplete
    ? first
    : await resolveConfig({ ...request(overrides, presets), schema, required: keys });
  return { registry, schema, config, domain };
}

/** The domain of the first key that has one, else that of the preset. */
function domainOf(
  config: ResolvedConfig,
  overrides: readonly string[],
  registry: PluginRegistry,
): string {
  const { domains } = registry;
  const heads = overrides.map((word) => word.replace(/^[~+]*/, '').split(/[.=]/, 1)[0]);
  const named = heads.find((head) => domains.includes(head));
  if (named !== undefined) return named;
  const preset = PRESETS[config.get<string>('preset') ?? ''];
  return Object.keys(preset ?? {}).find((key) => domains.includes(key)) ?? domains[0];
}
