import type { ConfigView, PluginDescriptor } from '@rl-insight/core';
import {
  type ConfigMap,
  composeSchema,
  type JsonSchema,
  type Override,
  parseOverride,
  resolveConfig,
} from '@rl-insight/core/config';

const text = (value: string | null): JsonSchema => ({ type: ['string', 'null'], default: value });
const group = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});

/** The keys that the command has whatever is loaded, with what a plugin finds there by default. */
const HOST_KEYS: JsonSchema = group({
  input: group({
    path: text(null),
    rank_list: { type: ['string', 'array', 'integer'], items: { type: 'integer' }, default: 'all' },
  }),
  output: group({ path: text('output'), language: text('auto') }),
  runtime: group({
    workers: { type: 'integer', default: 1 },
    memory_limit_mb: { type: 'integer', default: 1024 },
  }),
  report: group({
    internal_frames: { type: ['array', 'null'], items: { type: 'string' }, default: null },
  }),
});

/** The types of the stages of a domain. */
function stageKeys(domain: string): JsonSchema {
  const type = (value: string | null) => group({ type: text(value) });
  return group({
    [domain]: group({ parser: type(null), checker: type('memory'), visualizer: type(null) }),
  });
}

/** A value in the grammar of the command line. */
function wordOf([key, value]: readonly [string, unknown]): Override {
  return parseOverride(`${key}=${JSON.stringify(value)}`);
}

/**
 * The configuration as the command would resolve it: defaults of the keys of the command and of the
 * plugins, then `values` by dotted key.
 *
 * @throws RlInsightError where a value is of an unknown key or of a wrong type.
 */
export async function configOf(
  descriptors: readonly PluginDescriptor[],
  domain: string,
  values: Readonly<Record<string, unknown>>,
): Promise<ConfigView> {
  const fragments = descriptors.flatMap(({ config, name: owner }) =>
    (config ?? []).map((fragment) => ({ ...fragment, owner })),
  );
  const schema = composeSchema([
    { key: '', schema: HOST_KEYS },
    { key: '', schema: stageKeys(domain) },
    ...fragments,
  ]);
  const overrides = Object.entries(values).map(wordOf);
  const resolved = await resolveConfig({ schema, overrides, inferPreset: false, env: {} });
  return viewOf(resolved.values);
}

/** A stage may ask for keys of plugins that are not loaded: they have no value. */
function viewOf(values: ConfigMap): ConfigView {
  return {
    get: <T>(key: string) => {
      let value: unknown = values;
      for (const name of key.split('.')) {
        const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
        value = isThere ? (value as ConfigMap)[name] : undefined;
      }
      return value as T | undefined;
    },
  };
}
