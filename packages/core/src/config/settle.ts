import { AssertionError } from 'node:assert';
import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import { allowedValues, describeSchema } from './describe.js';
import type { MissingKey } from './errors.js';
import { missingKeys, wrongType } from './errors.js';
import type { Interpolator } from './interpolate.js';
import type { JsonSchema } from './json-schema.js';
import { childSchema, schemaAt } from './json-schema.js';
import { unknownKeyError } from './known-keys.js';
import type { MapNode } from './node.js';
import { reach } from './node.js';
import { referringText } from './reference-site.js';
import { closestKey, closestTo } from './suggest.js';
import { completeMap } from './typed-text.js';
import { validateValues } from './validate.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { jsonText, valueIn } from './value.js';

/** A wrong value is quoted in a message up to this length. */
const MAX_SHOWN = 80;

/**
 * The values of the merged settings, validated. What is wrong goes to the errors.
 *
 * @param required dotted keys that must have a value other than null
 * @throws AssertionError when the schema or one of its defaults is wrong
 */
export async function settleAll(
  settings: MapNode,
  schema: JsonSchema,
  interpolator: Interpolator,
  required: readonly string[],
  errors: RlInsightError[],
): Promise<ConfigMap> {
  const values = settleMap(settings, schema, [], interpolator, errors);
  const wanted = new Set(required);
  for (const { kind, path } of await validateValues(values, schema)) {
    const key = path.join('.');
    const { node } = reach(settings, path);
    const value = valueIn(values, path);
    if (kind === 'missing' || (value === null && wanted.has(key))) wanted.add(key);
    else if (kind === 'unknown') errors.push(unknownKeyError({ path, node }, schema));
    else errors.push(refusedValue(settings, schema, path, value ?? null, interpolator));
  }
  const missing = missingOf(wanted, values, schema, errors);
  if (missing.length > 0) errors.push(missingKeys(missing));
  return values;
}

function settleMap(
  map: MapNode,
  schema: JsonSchema,
  path: readonly string[],
  interpolator: Interpolator,
  errors: RlInsightError[],
): ConfigMap {
  const values: Record<string, ConfigValue> = {};
  for (const [name, node] of map.entries) {
    const at = [...path, name];
    const child = childSchema(schema, name) ?? {};
    try {
      values[name] =
        node.kind === 'map'
          ? settleMap(node, child, at, interpolator, errors)
          : interpolator.valueAt(at).value;
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      errors.push(error);
    }
  }
  return completeMap(values, schema);
}

function refusedValue(
  settings: MapNode,
  schema: JsonSchema,
  path: readonly string[],
  value: ConfigValue,
  interpolator: Interpolator,
): RlInsightError {
  const { node, depth } = reach(settings, path);
  const { source, span } = node;
  const place = schemaAt(schema, path) ?? {};
  const key = path.join('.');
  const requirement = describeSchema(place);
  if (source.kind === 'default') {
    throw new AssertionError({
      message: `the default of ${key} must be ${requirement}, not ${jsonText(value)}`,
    });
  }
  const { variables } = interpolator.valueAt(path.slice(0, depth));
  const isReferred = node.kind === 'leaf' && referringText(node) !== undefined;
  const isShown = source.kind === 'command line' && !isReferred;
  const allowed = allowedValues(place) ?? [];
  const nearest = typeof value === 'string' ? closestTo(value, allowed) : undefined;
  const shown = isShown ? null : shownValue(value, variables);
  return wrongType({ key, source, span }, requirement, shown, nearest);
}

function missingOf(
  wanted: ReadonlySet<string>,
  values: ConfigMap,
  schema: JsonSchema,
  errors: readonly RlInsightError[],
): readonly MissingKey[] {
  // A key that was set but refused, or misspelt, is told already.
  const told = new Set(errors.map(({ place }) => place.key));
  for (const { code, place } of errors) {
    if (code === 'config-unknown-key') told.add(closestKey(place.key ?? '', schema));
  }
  return [...wanted].flatMap((key) => {
    const place = schemaAt(schema, key.split('.'));
    if (place === undefined) {
      throw new AssertionError({ message: `the required key ${key} is not in the schema` });
    }
    if (told.has(key) || (valueIn(values, key.split('.')) ?? null) !== null) return [];
    return [{ key, description: place.description, allowed: allowedValues(place) }];
  });
}

function shownValue(value: ConfigValue, variables: readonly string[]): string {
  const text = jsonText(value);
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const names = variables.join(', ');
  return variables.length === 0 ? short : `${short} from the environment variable ${names}`;
}
