import type { Interpolator } from './interpolate.js';
import type { JsonSchema } from './json-schema.js';
import { childSchema, isGroup, schemaAt } from './json-schema.js';
import type { MapNode } from './node.js';
import { reach } from './node.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { freezeDeep, isConfigMap, valueIn } from './value.js';

/** Where a value came from. */
export interface Origin {
  readonly kind: 'default' | 'preset' | 'file' | 'environment' | 'command line';
  /** Preset name, `file:line`, variable name or the word as typed; of a default, mostly empty. */
  readonly detail: string;
}

export interface ConfigEntry {
  readonly key: string;
  readonly value: ConfigValue;
  readonly origin: Origin;
}

/** A validated configuration; nothing in it can be changed. */
export interface ResolvedConfig {
  /** Nested, in the order of the schema. Groups are always there, keys without a value are absent. */
  readonly values: ConfigMap;
  /**
   * The value of a dotted key, undefined when it has none. The caller vouches for the type, which the schema fixes;
   * an integer beyond 2^53 is a bigint.
   *
   * @throws Error for a key that the schema does not know
   */
  get<T = ConfigValue>(key: string): T;
  /**
   * Of a group or map, the origin of the key in it that was set last of all layers.
   *
   * @throws Error for a key that the schema does not know
   */
  origin(key: string): Origin;
  /** Every key that has a value, in the order of the schema. */
  entries(): readonly ConfigEntry[];
}

const LAYERS: readonly Origin['kind'][] = [
  'default',
  'preset',
  'file',
  'environment',
  'command line',
];

/** The settings are those that the values were settled from. */
export function makeResolvedConfig(
  values: ConfigMap,
  schema: JsonSchema,
  settings: MapNode,
  interpolator: Interpolator,
): ResolvedConfig {
  freezeDeep(values);

  const valueAt = (key: string): ConfigValue | undefined => {
    const path = key.split('.');
    if (schemaAt(schema, path) === undefined) throw new Error(`no key ${key} in the schema`);
    return valueIn(values, path);
  };

  const originOf = (key: string): Origin => {
    const path = key.split('.');
    const { node, depth } = reach(settings, path);
    // Below a leaf: what a reference brought. Above: a default that only a list or map was given.
    if (depth < path.length && node.kind === 'map') return { kind: 'default', detail: '' };
    const { variables } = interpolator.valueAt(path.slice(0, depth));
    if (variables.length > 0) return { kind: 'environment', detail: variables.join(', ') };
    const { source } = node;
    switch (source.kind) {
      case 'default':
        return { kind: 'default', detail: source.note ?? '' };
      case 'preset':
        return { kind: 'preset', detail: source.preset };
      case 'file':
        return { kind: 'file', detail: `${source.file}:${source.line}` };
      case 'command line':
        return { kind: 'command line', detail: source.word };
    }
  };

  const all = leafEntries(values, schema, '').map(([key, value]) =>
    Object.freeze({ key, value, origin: Object.freeze(originOf(key)) }),
  );
  Object.freeze(all);

  return {
    values,
    get: <T>(key: string): T => valueAt(key) as T,
    origin(key) {
      valueAt(key);
      const below = all.filter((entry) => entry.key === key || entry.key.startsWith(`${key}.`));
      const ranked = below
        .map((entry) => entry.origin)
        .sort((a, b) => LAYERS.indexOf(b.kind) - LAYERS.indexOf(a.kind));
      return ranked[0] ?? { kind: 'default', detail: '' };
    },
    entries: () => all,
  };
}

/** The dotted keys with values that are not maps. Of an open map, being empty is a value; of a group, it is not. */
function leafEntries(
  map: ConfigMap,
  schema: JsonSchema,
  prefix: string,
): (readonly [string, ConfigValue])[] {
  return Object.entries(map).flatMap(([name, value]) => {
    const key = `${prefix}${name}`;
    const child = childSchema(schema, name) ?? {};
    const isInner = isConfigMap(value) && (isGroup(child) || Object.keys(value).length > 0);
    return isInner ? leafEntries(value, child, `${key}.`) : [[key, value] as const];
  });
}
