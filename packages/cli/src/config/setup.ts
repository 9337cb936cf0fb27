import { readFile } from 'node:fs/promises';
import type { PluginRegistry } from '@rl-insight/core';
import {
  type JsonSchema,
  type Presets,
  type ResolvedConfig,
  resolveConfig,
} from '@rl-insight/core/config';
import type { RlInsightError } from '@rl-insight/core/errors';
import { loadAllPlugins, type PluginRequest } from './plugins.js';
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

/** What the command line or a YAML file says of plugins; the words are not all known yet. */
async function pluginRequest(overrides: readonly string[]): Promise<PluginRequest> {
  const cwd = process.cwd();
  // Reading the configuration twice is needless where nothing can name a plugin.
  if (!overrides.some((word) => /^\+{0,2}(plugins|discover_plugins|config_path)=/.test(word))) {
    return { names: [], discover: true, cwd };
  }
  const config = await resolveConfig({ ...request(overrides), schema: PLUGIN_LIST_SCHEMA });
  const names = config.get<readonly string[]>('plugins') ?? [];
  return { names, discover: config.get<boolean>('discover_plugins') ?? true, cwd };
}

export interface SetupOptions {
  /** The keys that the command needs, given the domain and what is known of the configuration. */
  readonly required?: (
    domain: string,
    config: ResolvedConfig,
    registry: PluginRegistry,
  ) => Promise<string[]>;
  /** Those of the command. */
  readonly presets?: Presets;
  /** Told of each plugin that could not be loaded; the run goes on without it. */
  readonly onPluginFailure: (error: RlInsightError) => void;
}

/**
 * Loads plugins and resolves the configuration.
 *
 * @throws RlInsightError when the configuration is wrong.
 */
export async function setUp(overrides: readonly string[], options: SetupOptions): Promise<Setup> {
  const { required = async () => [], presets = PRESETS, onPluginFailure } = options;
  const { registry, failures } = await loadAllPlugins(await pluginRequest(overrides));
  failures.forEach(onPluginFailure);
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
